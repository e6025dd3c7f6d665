import type { JournalEntry } from '../journal/entry.ts'
import { headerPairs } from '../lib/headers.ts'
import { TakenError } from '../lib/input-error.ts'
import { abortAfter } from '../time/abort-after.ts'
import type { RequestInfo } from './endpoints/requests.ts'
import { entryId, toRequest } from './journal-entry.ts'
import { Problem } from './problem.ts'
import type { RequestBasics } from './route.ts'

/** Longest wait for a request to be served: a scenario may delay it. */
const longestMs = 10_000

/**
 * Sends a request of the journal again, as it was, to the address that it had.
 * @returns the new request
 * @throws TakenError for a request that cannot be sent as it was
 */
export async function sendAgain(asked: RequestBasics, entry: JournalEntry): Promise<RequestInfo> {
  const { send, stopping } = asked.service
  const late = `the request is still under way after ${longestMs / 1000} s; GET /requests has it once it is served`
  const over = abortAfter(longestMs, [stopping, asked.request.signal], () => new Problem('unavailable', late))
  try {
    const request = toSent(entry, new URL(asked.origin).origin, over.signal)
    const served = await new Promise<JournalEntry | undefined>((resolve, reject) => {
      over.signal.addEventListener('abort', () => {
        const { reason } = over.signal
        reject(reason instanceof Problem ? reason : new Problem('unavailable', 'the fake is stopping'))
      })
      // Nothing reads the answer, which may never end: the journal has it.
      const answered = async (): Promise<void> => {
        const { body } = await send(request, { onRecord: resolve })
        await body?.cancel()
      }
      const end = (): void => resolve(undefined)
      // A rule may break the connection.
      answered().then(end, end)
    })
    if (served !== undefined) return toRequest(served)
    throw new TakenError('the journal did not keep the request, since its sandbox was reset meanwhile')
  } finally {
    over.abort()
  }
}

/** @throws TakenError where the journal lacks a part of the request, and where `fetch` sends none like it */
function toSent(entry: JournalEntry, origin: string, signal: AbortSignal): Request {
  const { sandbox, method, isNamed, path, query, requestHeaders, requestBody, cut } = entry
  const refusal = (why: string): TakenError =>
    new TakenError(`the request ${entryId(sandbox, entry)} cannot be sent again as it was: ${why}`)
  if (cut.request) {
    throw refusal('its body was too long for the journal, or it was refused before its body was read')
  }
  const address = origin + (isNamed ? `/@${sandbox.name}` : '') + path + (query === '' ? '' : `?${query}`)
  const headers = headerPairs(requestHeaders)
  const body = requestBody === undefined ? null : Buffer.from(requestBody, 'latin1')
  const request = tryRequest(address, { method, headers, body, signal })
  if (request?.url === address) return request
  throw refusal(request === undefined ? `the fake cannot send ${method}` : 'its address is not a usual URL')
}

function tryRequest(address: string, init: RequestInit): Request | undefined {
  try {
    return new Request(address, init)
  } catch {
    return undefined
  }
}
