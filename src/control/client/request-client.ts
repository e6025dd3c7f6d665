import { problems } from '../problem.ts'
import type { RequestControl, RequestInfo, RequestQuery } from './control.ts'
import { type Ask, ControlError, refusalIn, segment, type Send } from './send.ts'
import { toQuery } from './to-query.ts'

/** Makes what asks the journal of a sandbox. @param where it is, for messages */
export function createRequestControl(ask: Ask, send: Send, where: string): RequestControl {
  return {
    list: async ({ limit, ...query } = {}) => {
      const path = `/requests${toQuery({ ...toTexts(query), limit: limit?.toString() })}`
      return (await ask('requests', 'GET', path)).items
    },
    show: async (id) => await ask('request', 'GET', `/requests/${segment(id)}`),
    clear: async () => {
      await ask('nothing', 'DELETE', '/requests')
    },
    verify: async (match, count) => (await ask('verified', 'POST', '/requests/verify', { match, count })).requests,
    verifySequence: async (sequence) => (await ask('verified', 'POST', '/requests/verify', { sequence })).requests,
    follow: (query = {}, { signal } = {}) => follow(send, where, query, signal),
  }
}

function toTexts({ status, ...query }: RequestQuery): Readonly<Record<string, string | undefined>> {
  return { ...query, status: status?.toString() }
}

/**
 * Follows the journal; where the stream ends with its sandbox, it goes on in the one that took its place.
 * @yields requests as they come
 */
async function* follow(
  send: Send,
  where: string,
  { since, ...query }: RequestQuery,
  signal = new AbortController().signal,
): AsyncGenerator<RequestInfo, void> {
  let last = since
  for (;;) {
    const path = `/requests/stream${toQuery({ ...toTexts(query), since: last })}`
    const response = await send(path, { signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined
      throw error
    })
    if (response === undefined || response.status === problems.unavailable.status) return
    if (!response.ok || response.body === null) throw await refusalIn(response, where)
    for await (const { id, request } of eventsOf(response.body, signal)) {
      last = id
      if (request !== undefined) yield request
    }
    if (signal.aborted) return
  }
}

/** An event of the stream: where it stands, and the request that it tells of. */
interface StreamEvent {
  readonly id: string
  readonly request: RequestInfo | undefined
}

/** @yields the events of a stream that have an id */
async function* eventsOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<StreamEvent, void> {
  const { answers } = await import('./answers.ts')
  const read = (content: unknown): RequestInfo => answers.request.parse(content)
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body) {
      text += decoder.decode(chunk, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      yield* events.flatMap((event) => readEvent(event, read))
    }
  } catch (error) {
    if (!signal.aborted) throw new ControlError('the stream of requests broke off', 0, error)
  }
}

function readEvent(text: string, read: (content: unknown) => RequestInfo): readonly StreamEvent[] {
  const [, id, event, data] = /^id: (.*)\nevent: (.*)\ndata: (.*)$/.exec(text) ?? []
  if (id === undefined || data === undefined) return []
  return [{ id, request: event === 'request' ? read(JSON.parse(data)) : undefined }]
}
