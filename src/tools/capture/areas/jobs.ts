import { isJsonObject } from '../../../core/lib/merge-patch.ts'
import { type Status, statuses } from '../../../core/time/lifecycle.ts'
import { type CapturedArea, picked } from './captured-area.ts'

/** @param names what the answers call each status, under each option */
export const capturedJobs = (names: readonly Readonly<Record<Status, string>>[]): CapturedArea => ({
  kept: [
    'status',
    'type',
    'analysis_type',
    'output_format',
    'data_source.type',
    'data_source.parameters.log_types',
    'results.events_analyzed',
    'results.anomalies_detected',
  ],
  toRow: ({ item, record }) => {
    const shown = { ...item, ...record }
    const [created_at, updated] = ['created', 'updated'].map((name) => shown[`${name}_at`] ?? shown[`${name}_date`])
    const status = statuses.find((one) => names.some((own) => own[one] === shown['status'])) ?? 'pending'
    const started = status === 'running' ? { started_at: updated } : {}
    const ended = status === 'completed' || status === 'failed' ? { completed_at: updated } : {}
    const given = {
      ...picked(shown, ['name', 'description', 'data_source', 'output_format']),
      ...(status === 'completed' && isJsonObject(shown['results']) ? { results: shown['results'] } : {}),
      analysis_type: shown['analysis_type'] ?? shown['type'],
      created_at,
      ...started,
      ...ended,
    }
    return { id: shown['id'], status, ...picked(given, Object.keys(given)) }
  },
})
