import type { Faker } from '@faker-js/faker'

import { isJsonObject, type JsonObject } from '../../lib/merge-patch.ts'
import { dayMs } from '../../time/duration.ts'
import { formatInstant } from '../../time/instant.ts'
import { drawResults } from './results.ts'

const from = '2026-04-01T00:00:00Z'
const instant = (atMs: number): string => formatInstant(atMs, 'seconds')

const until = '2026-06-30T20:00:00Z'

const kinds = [
  { type: 'security_event_correlation', source: 'security_logs', name: 'event correlation' },
  { type: 'anomaly_detection', source: 'network_flows', name: 'anomaly detection' },
  { type: 'access_review', source: 'audit_trail', name: 'access review' },
] as const

const periods = ['Daily', 'Weekly', 'Monthly', 'Quarterly'] as const
const logTypes = ['firewall', 'authentication', 'system'] as const
const statuses = [
  'completed',
  'completed',
  'failed',
  'completed',
  'running',
  'completed',
  'pending',
  'completed',
] as const

/**
 * Draws what a job is to do: the fields of a create body that are required.
 * @param faker seeded for this one record
 * @param createdMs when it is created, in Unix milliseconds
 * @param given fields that the others are to suit, where their values are known ones
 */
export function drawTask(faker: Faker, createdMs: number, given: JsonObject): JsonObject {
  // Drawn in any case, so that the rest does not depend on what is given.
  const anyKind = faker.helpers.arrayElement(kinds)
  const source = isJsonObject(given['data_source']) ? given['data_source'] : undefined
  const kind =
    kinds.find(({ type }) => type === given['analysis_type']) ??
    kinds.find((known) => known.source === source?.['type']) ??
    anyKind
  const task = toTask(faker, kind, createdMs, false)
  // A data source that is given has the parameters that are given with it.
  return source === undefined ? task : { ...task, data_source: { type: kind.source } }
}

function toTask(faker: Faker, kind: (typeof kinds)[number], createdMs: number, isDescribed: boolean) {
  const startMs = createdMs - faker.number.int({ min: 1, max: 30 }) * dayMs
  return {
    name: `${faker.helpers.arrayElement(periods)} ${kind.name} of ${faker.commerce.department()}`,
    ...(isDescribed ? { description: faker.company.catchPhrase() } : {}),
    data_source: {
      type: kind.source,
      parameters: {
        start_date: instant(startMs),
        end_date: instant(createdMs - 3_600_000),
        log_types: faker.helpers.arrayElements(logTypes, { min: 1, max: 3 }),
      },
    },
    analysis_type: kind.type,
    output_format: faker.helpers.arrayElement(['json', 'csv']),
  }
}

/** Draws a job. @param faker seeded for this one record; @param label of the stream of its results */
export function drawJob(faker: Faker, label: string, position: number): object {
  const id = faker.string.uuid()
  const kind = faker.helpers.arrayElement(kinds)
  const status = statuses[position % statuses.length] ?? 'completed'
  const createdMs = faker.date.between({ from, to: until }).getTime()
  const { name, description, ...task } = toTask(faker, kind, createdMs, position % 3 !== 0)
  const ends = status === 'completed' || status === 'failed'
  return {
    id,
    name,
    ...(description === undefined ? {} : { description }),
    status,
    ...task,
    ...(position % 5 === 0 ? { notification: { email: `alerts-${faker.string.numeric(3)}@example.com` } } : {}),
    created_at: instant(createdMs),
    ...(status === 'pending' ? {} : { started_at: instant(createdMs + 60_000) }),
    ...(ends ? { completed_at: instant(createdMs + faker.number.int({ min: 2, max: 120 }) * 60_000) } : {}),
    ...(status === 'completed' ? { results: drawResults(label) } : {}),
  }
}
