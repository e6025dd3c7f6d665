import { uncached } from '../../http/answer.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import { metricsEndpoints } from '../endpoints/reports.ts'
import { toRoutes } from '../route.ts'

type Sample = readonly [value: number, ...labels: readonly string[]]

/** A metric with all its series: the value of each, and the texts of its labels. A counter never decreases. */
interface Family {
  readonly name: string
  readonly kind: 'counter' | 'gauge'
  readonly help: string
  readonly labels: readonly string[]
  readonly read: (sandboxes: Sandboxes) => readonly Sample[]
}

function gauge(name: string, help: string, read: (sandboxes: Sandboxes) => number): Family {
  return { name, kind: 'gauge', help, labels: [], read: (sandboxes) => [[read(sandboxes)]] }
}

/** All metrics. Metrics of the process have the names of the client libraries of Prometheus. */
export const families: readonly Family[] = [
  {
    name: 'cloudsec_fake_requests_total',
    kind: 'counter',
    help: 'Requests to the API. The operation is empty if none matched, the status if the client got no answer.',
    labels: ['operation', 'status', 'code'],
    read: ({ limits: { requests } }) =>
      requests.counts.map(({ count, operation = '', status, code = '' }) => [
        count,
        operation,
        `${status ?? ''}`,
        code,
      ]),
  },
  gauge('cloudsec_fake_sandboxes', 'Sandboxes.', ({ size }) => size),
  gauge('process_resident_memory_bytes', 'Memory of the process.', () => process.memoryUsage.rss()),
  gauge('nodejs_heap_size_used_bytes', 'Memory of JavaScript in use.', () => process.memoryUsage().heapUsed),
]

/** Writes a metric in the text format of Prometheus, which every scraper reads. */
function linesOf({ name, kind, help, labels, read }: Family, sandboxes: Sandboxes): readonly string[] {
  const samples = read(sandboxes).map(([value, ...texts]) => {
    const written = labels.map((label, at) => `${label}="${texts[at]}"`)
    return `${name}${written.length === 0 ? '' : `{${written.join(',')}}`} ${value}\n`
  })
  return [`# HELP ${name} ${help}\n`, `# TYPE ${name} ${kind}\n`, ...samples]
}

export const metricsRoutes = toRoutes(metricsEndpoints, {
  showMetrics: ({ service: { sandboxes } }) => {
    const text = families.flatMap((family) => linesOf(family, sandboxes)).join('')
    return new Response(text, { headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', ...uncached } })
  },
})
