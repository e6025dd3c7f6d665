import { isJsonObject, type JsonObject } from '../../lib/merge-patch.ts'
import type { RandomStream } from '../../random/random.ts'
import { dayMs } from '../../time/duration.ts'
import { formatInstant } from '../../time/instant.ts'

const kinds = [
  { type: 'security_event_correlation', source: 'security_logs', name: 'event correlation' },
  { type: 'anomaly_detection', source: 'network_flows', name: 'anomaly detection' },
  { type: 'access_review', source: 'audit_trail', name: 'access review' },
] as const

const periods = ['Daily', 'Weekly', 'Monthly', 'Quarterly']
const departments = [
  'Billing',
  'Design',
  'Finance',
  'Logistics',
  'Operations',
  'Payroll',
  'Research',
  'Sales',
  'Support',
]
const logTypes = ['firewall', 'authentication', 'system']

/**
 * Draws what a job is to do: the fields of a create body that are required.
 * @param given fields that the others are to suit, where their values are known ones
 */
export function drawTask(random: RandomStream, createdMs: number, given: JsonObject): JsonObject {
  // Drawn in any case, so that the rest does not depend on what is given.
  const anyKind = random.pick(kinds)
  const source = isJsonObject(given['data_source']) ? given['data_source'] : undefined
  const kind =
    kinds.find(({ type }) => type === given['analysis_type']) ??
    kinds.find((known) => known.source === source?.['type']) ??
    anyKind
  const parameters = {
    start_date: formatInstant(createdMs - random.int(1, 30) * dayMs, 'seconds'),
    end_date: formatInstant(createdMs - 3_600_000, 'seconds'),
    log_types: random.some(logTypes, 1, 3),
  }
  return {
    name: `${random.pick(periods)} ${kind.name} of ${random.pick(departments)}`,
    // A data source that is given has the parameters that are given with it.
    data_source: { type: kind.source, ...(source === undefined ? { parameters } : {}) },
    analysis_type: kind.type,
    output_format: random.pick(['json', 'csv']),
  }
}
