import { monitorEventLoopDelay } from 'node:perf_hooks'

import { uncached } from '../../http/answer.ts'
import { lazily } from '../../lib/lazily.ts'
import { metricsEndpoints } from '../endpoints/reports.ts'
import { type ControlService, toRoutes } from '../route.ts'

/** How late the event loop was since the last reading, in seconds. */
type Delay = Readonly<Record<'p50' | 'p99' | 'max', number>>

type Measured = Pick<ControlService, 'sandboxes'> & { readonly delay: Delay }

/** A metric with all its series: the value of each, and the texts of its labels. A counter never goes down. */
interface Family {
  readonly name: string
  readonly kind: 'counter' | 'gauge'
  readonly help: string
  readonly labels: readonly string[]
  readonly read: (measured: Measured) => readonly (readonly [value: number, ...labels: string[]])[]
}

function gauge(name: string, help: string, readValue: (measured: Measured) => number): Family {
  return { name, kind: 'gauge', help, labels: [], read: (measured) => [[readValue(measured)]] }
}

function delayGauge(part: keyof Delay, title: string): Family {
  const name = `cloudsec_fake_event_loop_delay_${part}_seconds`
  return gauge(name, `How late the event loop was since the last scrape, ${title}.`, ({ delay }) => delay[part])
}

/** All metrics. Those of the process have the names that every client library of Prometheus gives them. */
export const families: readonly Family[] = [
  {
    name: 'cloudsec_fake_requests_total',
    kind: 'counter',
    help: 'Requests to the API. The operation is empty where none matched, the status where the client got no answer.',
    labels: ['operation', 'status', 'code'],
    read: ({ sandboxes: { limits } }) =>
      limits.requests.counts.map(({ operation = '', status, code = '', count }) => [
        count,
        operation,
        String(status ?? ''),
        code,
      ]),
  },
  {
    name: 'cloudsec_fake_delivery_attempts_total',
    kind: 'counter',
    help: 'Attempts to deliver a webhook or an e-mail.',
    labels: ['kind', 'result'],
    read: ({ sandboxes: { limits } }) =>
      Object.entries(limits.attempts).flatMap(([kind, results]) =>
        [...results].map(([result, count]) => [count, kind, result] as const),
      ),
  },
  gauge('cloudsec_fake_sandboxes', 'Sandboxes.', ({ sandboxes }) => sandboxes.size),
  delayGauge('p50', 'median'),
  delayGauge('p99', '99th percentile'),
  delayGauge('max', 'at most'),
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
  gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript in use.', () => process.memoryUsage().heapUsed),
]

/** The time between two looks at the event loop, in milliseconds. */
const resolution = 10

/** Measures how late the event loop is, until the fake stops. @returns a function that reads it */
function watchEventLoop(stopping: AbortSignal): () => Delay {
  const histogram = monitorEventLoopDelay({ resolution })
  if (!stopping.aborted) histogram.enable()
  stopping.addEventListener('abort', () => void histogram.disable(), { once: true })
  // The histogram has the whole time from one look to the next.
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolution / 1000)
  return () => {
    const { max } = histogram
    const delay = { p50: late(histogram.percentile(50)), p99: late(histogram.percentile(99)), max: late(max) }
    histogram.reset()
    return delay
  }
}

/** Writes the metrics in the text format of Prometheus, which every scraper reads. */
function writeMetrics(measured: Measured): string {
  const lines = families.flatMap(({ name, kind, help, labels, read }) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${kind}`,
    ...read(measured).map(([value, ...texts]) => {
      const written = labels.map((label, at) => `${label}="${texts[at]}"`)
      return `${name}${written.length === 0 ? '' : `{${written.join(',')}}`} ${value}`
    }),
  ])
  return `${lines.join('\n')}\n`
}

/** The delay of the event loop is measured from the first scrape on. */
export function metricsRoutes({ stopping }: Pick<ControlService, 'stopping'>) {
  const readDelay = lazily(() => watchEventLoop(stopping))
  return toRoutes(metricsEndpoints, {
    showMetrics: ({ service: { sandboxes } }) =>
      new Response(writeMetrics({ sandboxes, delay: readDelay()() }), {
        headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', ...uncached },
      }),
  })
}
