import { abortWith } from '../../lib/abort-with.ts'
import { toText } from '../../lib/body.ts'
import { networkCode } from '../../lib/has-code.ts'
import { maxBytes, readBytes, readLines } from '../../lib/read-bounded.ts'
import { waitOnWall } from '../../time/clock.ts'
import type { RequestQuery } from '../endpoints/request-query.ts'
import { requestEndpoints, requestInfo, type RequestInfo } from '../endpoints/requests.ts'
import { problems } from '../problem.ts'
import { type Send, toContent, toError, toQuery } from './call.ts'
import { ControlError, foreignAnswer } from './errors.ts'

const pauseMs = 50

/** @yields the requests of a sandbox as they come. It reconnects after the sandbox was replaced, which ends the stream. */
export async function* followRequests(
  send: Send,
  where: string,
  { since, ...query }: RequestQuery = {},
  { signal = abortWith().signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<RequestInfo, void> {
  let last = since
  for (;;) {
    const path = requestEndpoints.followRequests.path + toQuery({ ...query, since: last })
    const response = await send(path, { signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (response === undefined || response.status === problems.unavailable.status) return
    const { ok, status, body } = response
    if (!ok || body === null)
      throw toError(status, toContent(toText(await readBytes(body, maxBytes.health)), where), where)
    for await (const { id, event, data } of eventsOf(body, signal)) {
      last = id
      if (event === 'request') yield toRequest(data, where)
    }
    // Another program may end each stream at once.
    await waitOnWall(pauseMs, signal).catch(() => {})
    if (signal.aborted) return
  }
}

function toRequest(data: string, where: string): RequestInfo {
  const parsed = requestInfo().safeParse(toContent(data, where))
  if (parsed.success) return parsed.data
  throw foreignAnswer(200, where)
}

async function* eventsOf(body: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  let lines: readonly string[] = []
  try {
    for await (const line of readLines(body, maxBytes.line)) {
      // An event has three lines, and ends with an empty line.
      lines = [...lines.slice(-2), line]
      const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(lines.join('\n')) ?? []
      if (id !== undefined && data !== undefined) yield { id, event, data }
    }
  } catch (error) {
    if (!signal.aborted) throw new ControlError(`the stream of requests broke off: ${networkCode(error)}`, 0, error)
  }
}
