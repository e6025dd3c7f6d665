import { inOnePiece, toText } from '../lib/body.ts'
import { isJsonObject, mergePatch, replaceFields } from '../lib/merge-patch.ts'
import type { Effect } from '../scenarios/rule-schema.ts'
import { ApiError } from '../spec/api-error.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { parseDuration } from '../time/duration.ts'
import { formatHttpDate } from '../time/instant.ts'
import type { Answer, AnswerHeaders } from './answer.ts'
import { errorReply } from './errors.ts'
import type { NetworkFault } from './network-faults.ts'
import type { Reply } from './reply.ts'
import type { RequestContext } from './request-context.ts'
import { headersOf } from './respond.ts'

/** How long a dripping body takes where the scenario does not say. */
const dripMs = 5_000

/** The page of a proxy that could not reach the service behind it. */
const gatewayPage = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>
`

/** Statuses of answers that have no body. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304])

/** What became of an answer. */
export interface FaultyReply {
  readonly answer: Answer
  /** What happens to it on the network; undefined where nothing does. */
  readonly fault: NetworkFault | undefined
  /** The error it tells; undefined where it tells none. */
  readonly code: ErrorCode | undefined
}

/** Does to an answer what a rule says. @param served undefined where nothing was served: then the rule has an answer of its own */
export function applyToReply(ctx: RequestContext, effect: Effect, served: Reply | undefined): FaultyReply {
  const { error, fault } = effect
  const refusal = error === undefined ? undefined : new ApiError(error, `a scenario says so: ${ctx.firedRules.at(-1)}`)
  const reply = refusal === undefined ? served : errorReply(ctx.assume, refusal)
  const answer = fault === 'gateway_html' || reply === undefined ? gateway(ctx) : toAnswer(ctx, reply, error)
  const spoilt = spoilBody(edit(answer, effect), fault)
  const hasBody = spoilt.body !== null && ctx.method !== 'HEAD'
  return { answer: spoilt, fault: toNetworkFault(effect, hasBody), code: error }
}

function toAnswer(ctx: RequestContext, reply: Reply, code: ErrorCode | undefined): Answer {
  return {
    status: reply.status,
    headers: headersOf(ctx, reply, code),
    body: reply.body === null ? null : inOnePiece(reply.body),
  }
}

function gateway({ nowMs }: RequestContext): Answer {
  return { status: 502, headers: { 'Content-Type': 'text/html', Date: formatHttpDate(nowMs) }, body: gatewayPage }
}

function edit({ status: usual, headers, body }: Answer, effect: Effect): Answer {
  const { status = usual, patch, replace } = effect
  return {
    status,
    headers: editHeaders(headers, effect.headers ?? {}),
    body: body === null || bodiless.has(status) ? null : editBody(toText(body), patch, replace),
  }
}

/** Sets and deletes headers, whatever the case of their names. */
function editHeaders(headers: AnswerHeaders, changes: NonNullable<Effect['headers']>): AnswerHeaders {
  const changed = new Set(Object.keys(changes).map((name) => name.toLowerCase()))
  const kept = Object.entries(headers).filter(([name]) => !changed.has(name.toLowerCase()))
  const added = Object.entries(changes).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
  return Object.fromEntries([...kept, ...added])
}

function editBody(body: string, patch: Effect['patch'], replace: Effect['replace']): string {
  if (patch === undefined && replace === undefined) return body
  // A proxy's page is no JSON, and has nothing to patch.
  if (!body.startsWith('{')) return body
  const parsed: unknown = JSON.parse(body)
  const patched = mergePatch(isJsonObject(parsed) ? parsed : {}, patch ?? {}, { intoItems: true })
  if (replace === undefined || patched['data'] === undefined) return JSON.stringify(patched)
  return JSON.stringify({ ...patched, data: replaceFields(patched['data'], replace) })
}

function spoilBody(answer: Answer, fault: Effect['fault']): Answer {
  const { headers, body } = answer
  if (body === null) return answer
  if (fault === 'malformed_json') return { ...answer, body: `${toText(body).slice(0, -1)},` }
  if (fault === 'empty') return { ...answer, body: '' }
  if (fault === 'wrong_content_type')
    return { ...answer, headers: editHeaders(headers, { 'Content-Type': 'text/html' }) }
  return answer
}

/** What only a body can show does not happen to an answer that has none. */
function toNetworkFault({ fault, over, headers = {} }: Effect, hasBody: boolean): NetworkFault | undefined {
  const bare: NetworkFault | undefined = Object.values(headers).includes(null) ? { kind: 'bare' } : undefined
  switch (fault) {
    case 'reset':
    case 'hang':
      return { kind: fault }
    case 'truncate':
      return hasBody ? { kind: fault } : bare
    case 'slow_body':
      if (!hasBody) return bare
      return { kind: fault, overMs: over === undefined ? dripMs : parseDuration(over, 'over') }
    default:
      return bare
  }
}
