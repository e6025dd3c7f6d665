import { tryJson } from '../../lib/try-json.ts'
import type { RequestQuery } from '../endpoints/request-query.ts'
import { requestEndpoints, requestInfo, type RequestInfo } from '../endpoints/requests.ts'
import { problems } from '../problem.ts'
import { type Send, toError, toQuery } from './call.ts'
import { ControlError } from './errors.ts'

/** @yields the requests of a sandbox as they come, also after it was replaced: then the stream ends, and another one begins */
export async function* followRequests(
  send: Send,
  where: string,
  { since, ...query }: RequestQuery = {},
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal } = {},
): AsyncGenerator<RequestInfo, void> {
  let last = since
  for (;;) {
    const path = requestEndpoints.followRequests.path + toQuery({ ...query, since: last })
    const response = await send(path, { signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (response === undefined || response.status === problems.unavailable.status) return
    if (!response.ok || response.body === null) throw toError(response.status, tryJson(await response.text()), where)
    for await (const { id, request } of eventsOf(response.body, signal)) {
      last = id
      if (request !== undefined) yield request
    }
    if (signal.aborted) return
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>, signal: AbortSignal) {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      yield* events.flatMap(readEvent)
    }
  } catch (error) {
    if (!signal.aborted) throw new ControlError('the stream of requests broke off', 0, error)
  }
}

function readEvent(text: string) {
  const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(text) ?? []
  if (id === undefined || data === undefined) return []
  return [{ id, request: event === 'request' ? requestInfo().parse(JSON.parse(data)) : undefined }]
}
