import { usedQuotas } from '../handlers/keys.ts'
import type { ControlService } from '../route.ts'
import type { EventLoopDelay } from './event-loop-delay.ts'

/** A value, with its labels. */
export interface Sample {
  readonly value: number
  readonly labels: Readonly<Record<string, string>>
}

/** The state that samples are read from. */
export interface Measured extends Pick<ControlService, 'sandboxes' | 'state' | 'version'> {
  readonly eventLoop: EventLoopDelay
}

/** A metric with all its series. */
interface Family {
  readonly name: string
  /** A counter never goes down. */
  readonly kind: 'counter' | 'gauge'
  readonly help: string
  readonly labels: readonly string[]
  readonly read: (measured: Measured) => readonly Sample[]
}

/** Most series of quotas, since a client can create keys by the thousand. */
const mostQuotas = 10_000

/** A gauge of one series; of none where it has no value. */
function gauge(name: string, help: string, readValue: (measured: Measured) => number | undefined): Family {
  const read: Family['read'] = (measured) => {
    const value = readValue(measured)
    return value === undefined ? [] : [{ value, labels: {} }]
  }
  return { name, kind: 'gauge', help, labels: [], read }
}

const requests: Family = {
  name: 'cloudsec_fake_requests_total',
  kind: 'counter',
  help: 'Requests to the API. The operation is empty where none matched, the status where the client got no answer.',
  labels: ['sandbox', 'operation', 'status', 'code', 'fault'],
  read: ({ sandboxes }) =>
    sandboxes.limits.requests.bySandbox.flatMap(([sandbox, answers]) =>
      answers.map(({ operation = '', status, code = '', fault = '', count: value }) => ({
        value,
        labels: { sandbox, operation, status: String(status ?? ''), code, fault },
      })),
    ),
}

const attempts: Family = {
  name: 'cloudsec_fake_delivery_attempts_total',
  kind: 'counter',
  help: 'Attempts to deliver a webhook or an e-mail.',
  labels: ['kind', 'result'],
  read: ({ sandboxes }) =>
    [...sandboxes.limits.attempts].map(([label, value]) => {
      const [kind = '', result = ''] = label.split(' ')
      return { value, labels: { kind, result } }
    }),
}

const quotas: Family = {
  name: 'cloudsec_fake_quota_remaining_requests',
  kind: 'gauge',
  help: 'Requests left in the open window of a key that has used some of its quota.',
  labels: ['sandbox', 'key'],
  read: ({ sandboxes }) =>
    sandboxes
      .list()
      .filter(({ name }) => sandboxes.limits.requests.has(name))
      .flatMap((sandbox) =>
        usedQuotas(sandbox, sandbox.clock.now()).map(({ id: key, remaining: value }) => ({
          value,
          labels: { sandbox: sandbox.name, key },
        })),
      )
      .slice(0, mostQuotas),
}

/** All metrics. Those of the process have the names that every client library of Prometheus gives them. */
export const families: readonly Family[] = [
  requests,
  attempts,
  quotas,
  gauge('cloudsec_fake_sandboxes', 'Sandboxes.', ({ sandboxes }) => sandboxes.size),
  gauge('cloudsec_fake_sandboxes_limit', 'The most sandboxes at once.', ({ sandboxes }) => sandboxes.max),
  gauge(
    'cloudsec_fake_stored_bytes',
    'Bytes that requests have stored in all sandboxes.',
    ({ sandboxes: { limits } }) => limits.storage.usedBytes,
  ),
  gauge(
    'cloudsec_fake_stored_limit_bytes',
    'The most bytes that requests can store.',
    ({ sandboxes: { limits } }) => limits.storage.maxBytes,
  ),
  gauge(
    'cloudsec_fake_journal_bytes',
    'Bytes of the journals of all sandboxes.',
    ({ sandboxes }) => sandboxes.journals.usedBytes,
  ),
  gauge(
    'cloudsec_fake_event_loop_delay_p50_seconds',
    'How late the event loop was since the last scrape, median.',
    ({ eventLoop }) => eventLoop.p50,
  ),
  gauge(
    'cloudsec_fake_event_loop_delay_p99_seconds',
    'How late the event loop was since the last scrape, 99th percentile.',
    ({ eventLoop }) => eventLoop.p99,
  ),
  gauge(
    'cloudsec_fake_event_loop_delay_max_seconds',
    'How late the event loop was since the last scrape, at most.',
    ({ eventLoop }) => eventLoop.max,
  ),
  gauge(
    'cloudsec_fake_state_last_save_timestamp_seconds',
    'When the state file was last seen to have everything, in Unix seconds.',
    ({ state }) => state?.health.lastSaveMs && state.health.lastSaveMs / 1000,
  ),
  {
    ...gauge(
      'cloudsec_fake_state_save_failures_total',
      'Saves of the state that failed.',
      ({ state }) => state?.health.failures,
    ),
    kind: 'counter',
  },
  {
    name: 'cloudsec_fake_build_info',
    kind: 'gauge',
    help: 'Always 1; the label has the version.',
    labels: ['version'],
    read: ({ version }) => [{ value: 1, labels: { version } }],
  },
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
  gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript in use.', () => process.memoryUsage().heapUsed),
  {
    ...gauge('process_cpu_seconds_total', 'Processor time of the process.', () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    }),
    kind: 'counter',
  },
  gauge('process_start_time_seconds', 'When the process began, in Unix seconds.', () => performance.timeOrigin / 1000),
]
