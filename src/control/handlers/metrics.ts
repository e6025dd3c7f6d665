import { uncached } from '../../http/answer.ts'
import type { metricsEndpoints } from '../endpoints/metrics.ts'
import type { ControlService, Handlers } from '../route.ts'

/** Creates the handlers of one fake. Before the first scrape they load nothing and measure nothing. */
export function metricsHandlers(): Handlers<typeof metricsEndpoints> {
  let opened: ReturnType<typeof open> | undefined
  const open = async (service: ControlService) => {
    const { createMetricsWriter, metricsType } = await import('../metrics/write-metrics.ts')
    const write = createMetricsWriter(service)
    return () => new Response(write(), { headers: { 'Content-Type': metricsType, ...uncached } })
  }
  return {
    showMetrics: async ({ service }) => {
      opened ??= open(service)
      const answer = await opened
      return answer()
    },
  }
}
