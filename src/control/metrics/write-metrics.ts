import { parseAccept } from 'hono/utils/accept'
import {
  Counter,
  Gauge,
  openMetricsContentType,
  prometheusContentType,
  Registry,
  type RegistryContentType,
} from 'prom-client'

import type { ControlService } from '../route.ts'
import { watchEventLoop } from './event-loop-delay.ts'
import { families } from './families.ts'

/** Writes the metrics of a fake in the form that a scraper wants. @param accept its header; empty for none */
export type WriteMetrics = (accept: string) => Promise<{ readonly text: string; readonly type: string }>

/** Creates the writer of a fake. From now on the delay of the event loop is measured. */
export function createMetricsWriter({ stopping, ...service }: ControlService): WriteMetrics {
  const readEventLoop = watchEventLoop(stopping)
  return async (accept) => {
    // A new one each time: the counts are the fake's own, and a registry of OpenMetrics renames its counters.
    const registry = new Registry<RegistryContentType>()
    registry.setContentType(wantsOpenMetrics(accept) ? openMetricsContentType : prometheusContentType)
    const measured = { ...service, eventLoop: readEventLoop() }
    for (const { name, kind, help, labels: labelNames, read } of families) {
      const samples = read(measured)
      // It would count as 0.
      if (labelNames.length === 0 && samples.length === 0) continue
      const declared = { name, help, labelNames, registers: [registry] }
      const metric = kind === 'counter' ? new Counter(declared) : new Gauge(declared)
      for (const { value, labels } of samples) metric.inc(labels, value)
    }
    return { text: await registry.metrics(), type: registry.contentType }
  }
}

const openMetrics = { type: 'application/openmetrics-text', version: '1.0.0' }

/** True if a scraper prefers OpenMetrics to the text of Prometheus, which everything else gets. */
function wantsOpenMetrics(accept: string): boolean {
  // The best comes first.
  const best = parseAccept(accept.toLowerCase()).find(
    ({ type, params: { version = openMetrics.version } }) =>
      type !== openMetrics.type || version === openMetrics.version,
  )
  return best !== undefined && best.type === openMetrics.type && best.q > 0
}
