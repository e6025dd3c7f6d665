import type { Recording } from '../../../control/endpoints/requests.ts'
import { queryOf, read } from '../../state/ask.ts'
import { isAll, keyOf, type RequestSummary } from '../../state/traffic.ts'

/**
 * Has the fake write requests as a recording (HAR 1.2).
 * @returns the recording, and how many of the requests it has: the journal may have forgotten some
 */
export async function recordingOf(
  requests: readonly RequestSummary[],
): Promise<{ readonly text: string; readonly count: number }> {
  const wanted = new Set(requests.map(keyOf))
  const { log } = await read<Recording>(`/requests/har${queryOf({ sandboxes: isAll.value ? 'all' : undefined })}`)
  const entries = log.entries.filter(({ _id: id, _sandbox: sandbox }) => wanted.has(keyOf({ id, sandbox })))
  return { text: JSON.stringify({ log: { ...log, entries } }, null, 2), count: entries.length }
}
