import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import type { Call } from '../client/call.ts'
import { defineEndpoints } from './endpoint.ts'

export const metricsEndpoints = defineEndpoints({
  showMetrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Shows the counts and gauges of the whole fake, for Prometheus',
    answer: lazily(() => z.string()),
    contentTypes: ['text/plain'],
  },
})

export const createMetricsControl = (call: Call) => ({
  /** Shows the metrics of the whole fake, as Prometheus reads them: requests, rules, assumptions, quotas, outbox, memory. */
  metrics: (): Promise<string> => call(metricsEndpoints.showMetrics, {}),
})

/** The metrics of a fake. */
export interface MetricsControl extends ReturnType<typeof createMetricsControl> {}
