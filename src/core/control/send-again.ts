import { entryId, type JournalEntry } from '../journal/entry.ts'
import { headerPairs } from '../lib/headers.ts'
import { InputError } from '../lib/input-error.ts'

/** The time limit of a replay, which a scenario may delay. */
export const replayTimeoutMs = 10_000

/** Sends a request. @returns its entry as soon as it is recorded; undefined if it never is, or the signal is aborted before */
export async function entryOf(
  send: (onRecord: (entry: JournalEntry) => void) => Response | Promise<Response>,
  signal: AbortSignal,
): Promise<JournalEntry | undefined> {
  return await new Promise((resolve) => {
    const end = (): void => resolve(undefined)
    signal.addEventListener('abort', end)
    // The journal has the answer, which may never end. A rule may break the connection.
    const answered = async () => await (await send(resolve)).body?.cancel()
    answered().then(end, end)
  })
}

/** @throws InputError if the journal lacks a part of the request, or `fetch` cannot send it */
export function toSent(entry: JournalEntry, origin: string, signal: AbortSignal): Request {
  const { sandbox, method, isNamed, path, query, requestHeaders, requestBody, cut } = entry
  const refusal = (why: string): InputError =>
    new InputError(`the request ${entryId(entry)} cannot be sent again as it was: ${why}`, { kind: 'taken' })
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
  throw refusal('fetch cannot send its method or its address')
}
