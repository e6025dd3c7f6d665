import { entryId, type JournalEntry } from '../journal/entry.ts'
import { headerPairs } from '../lib/headers.ts'
import { TakenError } from '../lib/input-error.ts'

/** Longest wait for a request that is sent again: a scenario may delay it. */
export const longestMs = 10_000

/** Sends a request. @returns its entry, at once when it is recorded; undefined where it is not, or the signal is aborted before */
export async function entryOf(
  send: (onRecord: (entry: JournalEntry) => void) => Response | Promise<Response>,
  signal: AbortSignal,
): Promise<JournalEntry | undefined> {
  return await new Promise((resolve) => {
    const end = (): void => resolve(undefined)
    signal.addEventListener('abort', end)
    // Nothing reads the answer, which may never end: the journal has it. A rule may break the connection.
    const answered = async () => await (await send(resolve)).body?.cancel()
    answered().then(end, end)
  })
}

/** @throws TakenError where the journal lacks a part of the request, and where `fetch` sends none like it */
export function toSent(entry: JournalEntry, origin: string, signal: AbortSignal): Request {
  const { sandbox, method, isNamed, path, query, requestHeaders, requestBody, cut } = entry
  const refusal = (why: string): TakenError =>
    new TakenError(`the request ${entryId(entry)} cannot be sent again as it was: ${why}`)
  if (cut.request) {
    throw refusal('its body was too long for the journal, or it was refused before its body was read')
  }
  const address = origin + (isNamed ? `/@${sandbox.name}` : '') + path + (query === '' ? '' : `?${query}`)
  const body = requestBody === undefined ? null : Buffer.from(requestBody, 'latin1')
  try {
    const request = new Request(address, { method, headers: headerPairs(requestHeaders), body, signal })
    if (request.url === address) return request
  } catch {
    // It has a method that fetch does not send.
  }
  throw refusal('fetch sends no such method, or no such address')
}
