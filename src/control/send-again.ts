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

type Asked = Pick<RequestBasics, 'service' | 'origin' | 'signal'>

/**
 * Sends a request of the journal again, as it was, to the address that it had.
 * @returns the new request
 * @throws InputError, at once, for a request that cannot be sent as it was
 */
export function sendAgain(asked: Asked, entry: JournalEntry): Promise<RequestInfo> {
  const { service, origin, signal } = asked
  const late = `the request is still under way after ${longestMs / 1000} s; GET /requests has it once it is served`
  const over = abortAfter(longestMs, [service.stopping, signal], () => new Problem('unavailable', late))
  try {
    return served(asked, toSent(entry, new URL(origin).origin, over.signal), over)
  } catch (error) {
    over.abort()
    throw error
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

/** Waits until the fake has served a request. An answer that never ends is let go: the journal has it already. */
async function served({ service }: Asked, request: Request, over: AbortController): Promise<RequestInfo> {
  const outcome = await new Promise<JournalEntry | Error>((resolve) => {
    over.signal.addEventListener('abort', () => {
      const { reason } = over.signal
      resolve(reason instanceof Problem ? reason : new Problem('unavailable', 'the fake is stopping'))
    })
    const unrecorded = new TakenError('the journal did not keep the request, since its sandbox was reset meanwhile')
    void answered(service, request, resolve).then(() => resolve(unrecorded))
  })
  over.abort()
  if (outcome instanceof Error) throw outcome
  return toRequest(outcome)
}

/** Waits until the fake has answered a request. Nothing reads the answer: the journal has it. */
async function answered(
  { send }: Asked['service'],
  request: Request,
  onRecord: (entry: JournalEntry) => void,
): Promise<void> {
  try {
    const { body } = await send(request, { onRecord })
    await body?.cancel()
  } catch {
    // A rule broke the connection.
  }
}
