/** The statuses of drawn resources, each as often as it occurs among twenty. */
export const statuses: readonly string[] = [
  ...Array.from({ length: 14 }, () => 'running'),
  ...Array.from({ length: 3 }, () => 'stopped'),
  ...Array.from({ length: 2 }, () => 'terminated'),
  'provisioning',
]
