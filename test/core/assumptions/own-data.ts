type Fields = Readonly<Record<string, unknown>>

/** The id of the nth record of own data. */
export const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A resource of own data: a running virtual machine without tags. */
export function resourceRow(number: number, fields: Fields = {}): Fields {
  return {
    id: idOf(number),
    name: `vm-${number}`,
    type: 'virtual_machine',
    provider: 'aws',
    region: 'eu-west-1',
    status: 'running',
    created_at: '2026-06-01T00:00:00Z',
    updated_at: '2026-06-02T00:00:00Z',
    tags: [],
    details: {
      instance_type: 't3.medium',
      vpc_id: 'vpc-1',
      subnet_id: 'subnet-1',
      public_ip: '203.0.113.1',
      private_ip: '10.0.0.1',
      security_groups: [],
      volumes: [],
    },
    ...fields,
  }
}

/** An assessment of own data, without a status. */
export function assessmentRow(number: number, fields: Fields): Fields {
  return {
    id: idOf(number),
    resource_id: idOf(900),
    resource_type: 'virtual_machine',
    created_at: '2026-06-10T10:00:00Z',
    estimated_completion_time: '2026-06-10T10:05:00Z',
    ...fields,
  }
}

/** A completed assessment of own data that found nothing. */
export function completedRow(number: number, completedAt: string, fields: Fields = {}): Fields {
  return assessmentRow(number, {
    status: 'completed',
    completed_at: completedAt,
    score: 100,
    findings: [],
    summary: { high_severity: 0, medium_severity: 0, low_severity: 0, passing_checks: 4 },
    ...fields,
  })
}

/** A pending job of own data. */
export function jobRow(number: number, createdAt: string, fields: Fields = {}): Fields {
  return {
    id: idOf(number),
    name: `Job ${number}`,
    status: 'pending',
    data_source: { type: 'security_logs' },
    analysis_type: 'security_event_correlation',
    output_format: 'json',
    created_at: createdAt,
    ...fields,
  }
}

const at3 = '2026-06-11T00:00:00Z'

/** Two instants of the day before. */
export const [at1, at2] = ['2026-06-10T00:00:00Z', '2026-06-10T23:59:59Z'] as const

/** Three records of each kind: by id 1, 2, 3; by instant 2, 3, 1. */
export const threeOfEach = {
  'assessments.json': [completedRow(1, at3), completedRow(2, at1), completedRow(3, at2)],
  'resources.json': [[1, at3] as const, [2, at1] as const, [3, at2] as const].map(([id, created_at]) =>
    resourceRow(id, { created_at }),
  ),
  'jobs.json': [jobRow(1, at3), jobRow(2, at1), jobRow(3, at2)],
}
