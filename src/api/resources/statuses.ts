/** The statuses of drawn resources, with their weight. */
export const statuses = [
  { value: 'running', weight: 14 },
  { value: 'stopped', weight: 3 },
  { value: 'terminated', weight: 2 },
  { value: 'provisioning', weight: 1 },
]
