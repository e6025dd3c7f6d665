import { uncached } from '../../http/answer.ts'
import type { metricsEndpoints } from '../endpoints/metrics.ts'
import type { WriteMetrics } from '../metrics/write-metrics.ts'
import type { ControlService, Handlers } from '../route.ts'

/** Creates the handlers of one fake. Before the first scrape they load nothing and measure nothing. */
export function metricsHandlers(): Handlers<typeof metricsEndpoints> {
  let opened: Promise<WriteMetrics> | undefined
  const open = async (service: ControlService): Promise<WriteMetrics> => {
    const { createMetricsWriter } = await import('../metrics/write-metrics.ts')
    return createMetricsWriter(service)
  }
  return {
    showMetrics: async ({ service, header }) => {
      opened ??= open(service)
      const write = await opened
      const { text, type } = await write(header('Accept') ?? '')
      return new Response(text, { headers: { 'Content-Type': type, ...uncached } })
    },
  }
}
