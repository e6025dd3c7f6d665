import type { Fault } from '../faults/fault.ts'
import { gatewayHtml } from '../faults/gateway-html.ts'
import { faults } from '../faults/table.ts'
import { toText } from '../lib/body.ts'
import { isJsonObject, mergePatch, replaceFields } from '../lib/merge-patch.ts'
import type { Effect } from '../scenarios/rule-schema.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { ApiError } from '../spec/api-error.ts'
import { bodilessStatuses, type ErrorCode, readStatus } from '../spec/errors.ts'
import { parseDuration } from '../time/duration.ts'
import type { Answer, AnswerHeaders } from './answer.ts'
import { bare, type NetworkFault } from './apply-fault.ts'
import { errorReply } from './errors.ts'
import { noHeaders, type Reply } from './reply.ts'
import type { RequestContext } from './request-context.ts'
import { toAnswer } from './respond.ts'

/** An answer after the effect of a rule. */
export interface ChangedAnswer {
  readonly answer: Answer
  /** The fault of its delivery; undefined for the usual delivery. */
  readonly networkFault: NetworkFault | undefined
  /** The client sees the answer, or a part of it. */
  readonly isSeen: boolean
  /** The code of the error in it; undefined where it has none. */
  readonly code: ErrorCode | undefined
}

/** Applies the effect of a rule to an answer. @param served undefined before the request is served */
export function applyEffect(ctx: RequestContext, effect: Effect, served: Reply | undefined): ChangedAnswer {
  const { error, body } = effect
  const fault = effect.fault && faults[effect.fault]
  const refusal = error === undefined ? undefined : new ApiError(error, reasonIn(ctx))
  const usual = refusal === undefined ? served : errorReply(ctx.assume, refusal)
  const reply = body === undefined ? usual : withBody(usual, body)
  const answer = editContent(edit(originalAnswer(ctx, fault, reply, error), effect), fault)
  const hasBody = answer.body !== null && ctx.method !== 'HEAD'
  return {
    answer,
    networkFault: networkFaultOf(effect, fault, hasBody),
    isSeen: fault?.kind !== 'noAnswer',
    code: error,
  }
}

function reasonIn({ entry }: RequestContext): string {
  const fired = entry.fired.at(-1)
  return fired === thenHeader ? `the header ${thenHeader} says so` : `a scenario says so: ${fired}`
}

/** A reply with a body of its own: a text as it is, any other value as JSON. @param usual undefined before the request is served */
function withBody(usual: Reply | undefined, body: unknown): Reply {
  const { status, headers } = usual ?? { status: readStatus, headers: noHeaders }
  if (typeof body !== 'string') return { status, headers, body: JSON.stringify(body) }
  return { status, headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }, body }
}

/** The answer that the rest of the effect changes. Where no answer is sent, the journal shows that of a proxy. */
function originalAnswer(
  ctx: RequestContext,
  fault: Fault | undefined,
  reply: Reply | undefined,
  code: ErrorCode | undefined,
): Answer {
  if (fault?.kind === 'otherAnswer') return fault.answer(ctx.nowMs)
  if (reply === undefined) return gatewayHtml.answer(ctx.nowMs)
  return toAnswer(ctx, reply, code)
}

function edit({ status: usual, headers, body }: Answer, effect: Effect): Answer {
  const { status = usual, patch, replace } = effect
  return {
    status,
    headers: editHeaders(headers, effect.headers ?? {}),
    body: body === null || bodilessStatuses.has(status) ? null : editBody(toText(body), patch, replace),
  }
}

/** Sets and deletes headers. The case of their names does not matter. */
function editHeaders(headers: AnswerHeaders, changes: NonNullable<Effect['headers']>): AnswerHeaders {
  const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !changed.has(name.toLowerCase()))
  const added = Object.entries(changes).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  return Object.fromEntries([...kept, ...added])
}

function editBody(body: string, patch: Effect['patch'], replace: Effect['replace']): string {
  if (patch === undefined && replace === undefined) return body
  // The page of a proxy is not JSON, and has nothing to patch.
  if (!body.startsWith('{')) return body
  const parsed: unknown = JSON.parse(body)
  const patched = mergePatch(isJsonObject(parsed) ? parsed : {}, patch ?? {}, { intoItems: true })
  if (replace === undefined || patched['data'] === undefined) return JSON.stringify(patched)
  return JSON.stringify({ ...patched, data: replaceFields(patched['data'], replace) })
}

function editContent(answer: Answer, fault: Fault | undefined): Answer {
  if (fault?.kind !== 'content' || answer.body === null) return answer
  const { headers = {}, body = answer.body } = fault.edit(toText(answer.body))
  return { ...answer, headers: editHeaders(answer.headers, headers), body }
}

function networkFaultOf(
  { over, headers = {} }: Effect,
  fault: Fault | undefined,
  hasBody: boolean,
): NetworkFault | undefined {
  if (fault?.kind === 'noAnswer') return { delivery: fault }
  if (fault?.kind === 'transfer' && hasBody) {
    return { delivery: fault, overMs: over === undefined ? undefined : parseDuration(over, 'over') }
  }
  return Object.values(headers).includes(null) ? { delivery: bare } : undefined
}
