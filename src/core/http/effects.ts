import { once } from 'node:events'

import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

import type { Delivery, Fault } from '../faults/fault.ts'
import { faults, gatewayHtml, reset } from '../faults/table.ts'
import { abortWith } from '../lib/abort-with.ts'
import { toText, type Pieces } from '../lib/body.ts'
import { isJsonObject, mergePatch, replaceFields } from '../lib/merge-patch.ts'
import { isWithinDepth } from '../lib/parse-json.ts'
import { tryJson } from '../lib/try-json.ts'
import type { Effect } from '../scenarios/rule-schema.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { ApiError } from '../spec/api-error.ts'
import { bodilessStatuses, readStatus } from '../spec/errors.ts'
import { parseDuration } from '../time/duration.ts'
import { complete, withContentLength, noHeaders, respondTo } from './answer.ts'
import { errorAnswer } from './errors.ts'
import { bindingsOf } from './request-context.ts'
import type { Answer, AnswerHeaders, AppContext, RequestContext } from './types.ts'

/** Sends only the headers of the answer and the length of its body, without the headers that Node adds. */
const bare: Delivery = {
  overSocket: (outgoing, { status, headers, bytes }) => {
    outgoing.sendDate = false
    outgoing.writeHead(status, headers)
    outgoing.end(bytes)
  },
  inProcess: ({ status, headers, bytes }) => new Response(Buffer.from(bytes), { status, headers }),
}

/** The answer of a request that is dropped: the connection breaks. */
export const unanswered: Answer = {
  status: readStatus,
  headers: {},
  body: null,
  delivery: reset,
  outcome: { served: false, isUnseen: true },
}

/** The answer that an effect makes, or makes of one. */
export function applyEffect(ctx: RequestContext, effect: Effect, served: Answer | undefined): Answer {
  const fault = effect.fault && faults[effect.fault]
  const edited = editContent(edit(originalAnswer(ctx, fault, effect, served), effect), fault)
  const isUnseen = fault?.kind === 'noAnswer'
  const outcome = { code: effect.error, fault: effect.fault, served: served !== undefined, isUnseen }
  const isTransfer = fault?.kind === 'transfer' && edited.body !== null && ctx.method !== 'HEAD'
  if (isUnseen || isTransfer) {
    const overMs = isTransfer && effect.over !== undefined ? parseDuration(effect.over, 'over') : undefined
    return { ...edited, outcome, delivery: fault, overMs }
  }
  const removesHeaders = Object.values(effect.headers ?? {}).includes(null)
  return { ...edited, outcome, delivery: removesHeaders ? bare : undefined }
}

/** The answer that the rest of the effect changes. If no answer is sent, the journal shows the page of a proxy. */
function originalAnswer(
  ctx: RequestContext,
  fault: Fault | undefined,
  { error, body }: Effect,
  served: Answer | undefined,
): Answer {
  const fired = ctx.entry.fired.at(-1)
  const reason = fired === thenHeader ? `the header ${thenHeader} says so` : `a scenario says so: ${fired}`
  const original = error === undefined ? served : errorAnswer(ctx, new ApiError(error, reason))
  if (fault?.kind === 'otherAnswer') return fault.answer(ctx.nowMs)
  if (original === undefined && body === undefined) return gatewayHtml.answer(ctx.nowMs)
  const answer = original ?? { status: readStatus, headers: noHeaders, body: null }
  const changed = body === undefined ? answer : withBody(answer, body)
  const outcome = { code: error, served: served !== undefined }
  return original?.outcome === undefined ? complete(ctx, changed, outcome) : changed
}

function withBody(answer: Answer, body: unknown): Answer {
  if (typeof body !== 'string') return { ...answer, body: JSON.stringify(body) }
  return { ...answer, headers: editHeaders(answer.headers, { 'Content-Type': 'text/plain; charset=utf-8' }), body }
}

function edit({ status: original, headers, body }: Answer, effect: Effect): Answer {
  const { status = original, patch, replace } = effect
  return {
    status,
    headers: editHeaders(headers, effect.headers ?? {}),
    body: body === null || bodilessStatuses.has(status) ? null : editBody(body, patch, replace),
  }
}

export function editHeaders(headers: AnswerHeaders, changes: NonNullable<Effect['headers']>): AnswerHeaders {
  const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !changed.has(name.toLowerCase()))
  const added = Object.entries(changes).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  return Object.fromEntries([...kept, ...added])
}

function editBody(body: Pieces, patch: Effect['patch'], replace: Effect['replace']): Pieces {
  if ((patch ?? replace) === undefined) return body
  const parsed = tryJson(toText(body))
  // The page of a proxy is not JSON, and has nothing to patch.
  if (!isJsonObject(parsed) || !isWithinDepth(parsed)) return body
  const patched = mergePatch(parsed, patch ?? {}, { intoItems: true })
  if (replace === undefined || patched['data'] === undefined) return JSON.stringify(patched)
  return JSON.stringify({ ...patched, data: replaceFields(patched['data'], replace) })
}

function editContent(answer: Answer, fault: Fault | undefined): Answer {
  if (fault?.kind !== 'content' || answer.body === null) return answer
  const { headers = {}, body = answer.body } = fault.edit(toText(answer.body))
  return { ...answer, headers: editHeaders(answer.headers, headers), body }
}

/**
 * Delivers an answer.
 * @returns the response in process; over a socket, Hono's marker of a sent response
 * @throws TypeError in process if the connection breaks before an answer, as `fetch` does
 */
export async function deliver(c: AppContext, answer: Answer, stopping: AbortSignal): Promise<Response> {
  const { delivery, overMs } = answer
  if (delivery === undefined) return respondTo(c, answer)
  const { outgoing } = bindingsOf(c)
  if (delivery === bare && (answer.body === null || c.req.method === 'HEAD')) {
    if (outgoing !== undefined) outgoing.sendDate = false
    return respondTo(c, answer)
  }
  const sent = { status: answer.status, ...withContentLength(answer) }
  if (outgoing === undefined) {
    return await delivery.inProcess(sent, { overMs, clientGone: c.req.raw.signal, stopping })
  }
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
  const closed = abortWith()
  outgoing.once('close', () => closed.abort())
  const end = once(closed.signal, 'abort')
  await delivery.overSocket(outgoing, sent, { overMs, clientGone: closed.signal, stopping })
  // Until everything is sent.
  await end
  return RESPONSE_ALREADY_SENT
}
