import { decide, DecidedBy, unnoted } from '../assumptions/decided-by.ts'
import { hideSecret } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { findSandbox, readSandboxName } from './address.ts'
import { admit, countOnQuota, credentialIn, identify } from './admission.ts'
import { complete, noHeaders, preflightAnswer, respondTo } from './answer.ts'
import { readBody } from './body.ts'
import { connectionOf } from './connections.ts'
import { deliver, unanswered } from './effects.ts'
import { errorAnswer, ignoreErrors, nearestOperations, toRefusal, unmatched, warnOfUnmatched } from './errors.ts'
import { useFailureHeaders } from './failure-headers.ts'
import { SentHeaders } from './headers.ts'
import { record } from './record.ts'
import { bindingsOf, createContext, sentHeadersOf } from './request-context.ts'
import { applyRulesAfter, applyRulesBefore, forward } from './rules.ts'
import type { Address, Answer, AppContext, Operation, RequestContext, SentBody, Service } from './types.ts'

/** A step answers a request, refuses it by an ApiError, or leaves it to the next step. */
type Step = (service: Service, ctx: RequestContext) => Answer | undefined | Promise<Answer | undefined>

/** The way of a request. Everything is synchronous but the marked steps, which may wait. */
const way: readonly Step[] = [
  answerPreflight,
  rejectUnknownHost,
  useFailureHeaders, // X-Fake-Scenario, X-Fake-Then
  identify,
  countOnQuota,
  keepSandbox,
  rejectMalformed,
  readBody, // waits for the body of a create; refuses early if no rule can answer
  applyRulesBefore, // may answer, even without a valid key; waits for the delay of a scenario
  admit,
  forward, // waits for a real service
  authorize,
  handle,
  applyRulesAfter, // answers what was served, as rules change it; waits for the delay of a scenario
]

export type MaybeAsyncResponse = Response | Promise<Response>

/**
 * Serves one request: takes it the way, records it in the journal, and sends the answer.
 * @param operation undefined if no operation has the method and path
 * @throws TypeError in process, if a rule breaks the connection
 */
export function serve(
  service: Service,
  c: AppContext,
  address: Address,
  operation: Operation | undefined,
): MaybeAsyncResponse {
  const ctx = receive(service, c, address, operation)
  try {
    const answer = takeSteps(service, ctx, 0)
    if (answer instanceof Promise) return ctx.sandbox.lastUsed.during(finishLater(service, ctx, c, answer))
    return send(service, ctx, c, finish(service, ctx, answer))
  } catch (error) {
    return send(service, ctx, c, refuse(service, ctx, error))
  }
}

/** Finds the sandbox of a request: by its path, its headers, or its key. */
function receive({ sandboxes }: Service, c: AppContext, address: Address, operation: Operation | undefined) {
  const headers = sentHeadersOf(c)
  const credential = credentialIn(headers.authorization)
  const { name, refusal } = readSandboxName(address, headers)
  const bindings = bindingsOf(c)
  return createContext(findSandbox(sandboxes, name, credential, headers), {
    method: c.req.method,
    address,
    operation,
    id: operation === undefined ? '' : (c.req.param('id') ?? ''),
    headers,
    credential,
    request: c.req.raw,
    connection: bindings.onRecord === undefined ? connectionOf(bindings) : undefined,
    bindings,
    malformed: refusal,
  })
}

/** Takes the steps from one on, until one answers. */
function takeSteps(service: Service, ctx: RequestContext, from: number): Answer | Promise<Answer> {
  for (let at = from; at < way.length; at += 1) {
    const answer = way[at]?.(service, ctx)
    if (answer instanceof Promise) return answer.then((found) => found ?? takeSteps(service, ctx, at + 1))
    if (answer !== undefined) return answer
  }
  throw new Error('no step answered')
}

async function finishLater(service: Service, ctx: RequestContext, c: AppContext, pending: Promise<Answer>) {
  let answer
  try {
    answer = finish(service, ctx, await pending)
  } catch (error) {
    // A request that still waited when the fake ended has no client left to answer.
    const isLeft = service.ended.aborted && !(error instanceof ApiError)
    answer = isLeft ? unanswered : refuse(service, ctx, error)
  }
  return send(service, ctx, c, answer)
}

/** Sends an answer. A fault may never end it, but what the request changed is saved. */
function send({ stopping }: Service, { sandbox }: RequestContext, c: AppContext, answer: Answer): MaybeAsyncResponse {
  return answer.delivery === undefined ? respondTo(c, answer) : sandbox.lastUsed.during(deliver(c, answer, stopping))
}

/** Completes an answer with the headers of every response, and records the request. */
function finish(service: Service, ctx: RequestContext, answer: Answer): Answer {
  const completed = answer.outcome === undefined ? complete(ctx, answer) : answer
  if (completed.outcome?.isUnrecorded !== true) record(service, ctx, completed)
  return completed
}

function refuse(service: Service, ctx: RequestContext, error: unknown): Answer {
  const refusal = toRefusal(service, error)
  const { code } = refusal
  if (ctx.operation === undefined) ctx.entry.nearest = nearestOperations(ctx, service.operations)
  const answer = complete(ctx, errorAnswer(ctx, refusal, ctx.credential.secret), { code, served: false })
  const refused = finish(service, ctx, answer)
  ignoreErrors(() => warnOfUnmatched(service, ctx))
  return refused
}

const unrecorded = { served: false, isUnrecorded: true }

const nothingKnown = { key: undefined, quota: undefined, failsUntilMs: undefined }

/**
 * The answer to a message that is not HTTP, to an unknown host, or to a defect outside the way of a request. It shows the sandbox
 * `default`: an unknown host learns nothing of another.
 */
export function answerUnserved(service: Service, error: unknown, headers = new SentHeaders([])): Answer {
  const refusal = toRefusal(service, error)
  ignoreErrors(() => service.log.warn(`outside a request: ${refusal.message}`))
  const { clock, scenarios } = service.sandboxes.default
  const nowMs = clock.now()
  const settings = scenarios.settingsAt(nowMs)
  const ctx = { ...unnoted(settings.profile), settings, headers, nowMs, ...nothingKnown }
  return complete(ctx, errorAnswer(ctx, refusal), { code: refusal.code, ...unrecorded })
}

/** Answers a CORS preflight first, so that a page can read why the request itself is refused. */
function answerPreflight(_: Service, ctx: RequestContext): Answer | undefined {
  const preflight = preflightAnswer(ctx)
  return preflight && complete(ctx, preflight, unrecorded)
}

function rejectUnknownHost(service: Service, { bindings, headers, credential }: RequestContext): Answer | undefined {
  const reason = bindings.guard?.checkHost(headers.host)
  if (reason === undefined) return undefined
  const refusal = new ApiError('invalid_request', hideSecret(reason, credential.secret))
  return answerUnserved(service, refusal, headers)
}

/** Keeps the sandbox of a valid key. @throws ApiError if the fake holds too many sandboxes */
function keepSandbox({ sandboxes }: Service, { sandbox, key }: RequestContext): undefined {
  sandbox.lastUsed.touch()
  if (key === undefined || sandboxes.register(sandbox)) return
  const details = `this fake holds ${sandboxes.max} sandboxes, its bound, so ${JSON.stringify(sandbox.name)} was not made; none is dropped to make room`
  throw new ApiError('service_unavailable', details)
}

/** Rejects an invalid sandbox name or header for the fake. A valid key keeps the sandbox, whose journal says why. */
function rejectMalformed(_: Service, { malformed }: RequestContext): undefined {
  if (malformed !== undefined) throw malformed
}

/** Refuses a request that matches no operation, or whose key lacks the permission. */
function authorize({ operations, permissions }: Service, ctx: RequestContext): undefined {
  const { operation, key, method } = ctx
  if (ctx.isForwarded) return
  if (key === undefined) throw new Error('a request without a key was admitted')
  if (operation === undefined) throw unmatched(ctx, operations)
  if (method === 'HEAD' && decide(ctx, 'headRequests') === 'method_not_allowed') throw unmatched(ctx, operations)
  const lacked = permissions.missingPermission(ctx, key, operation.permission)
  if (lacked === undefined) return
  const trial = { ...ctx, decidedBy: new DecidedBy() }
  try {
    operation.check(trial, bodyOf(ctx))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // The request is invalid too: the register decides which error comes first.
    if (decide(ctx, 'checkOrder') === 'request_before_permission') {
      ctx.decidedBy.addAll(trial.decidedBy)
      throw error
    }
  }
  throw new ApiError('authorization_error', `the API key ${JSON.stringify(key.name)} lacks the permission ${lacked}`)
}

function handle(_: Service, ctx: RequestContext): undefined {
  const { operation, settings } = ctx
  if (ctx.isForwarded || operation === undefined) return
  const sent = bodyOf(ctx)
  let own = ctx
  if (settings.rules.length > 0) {
    // A rule may replace the answer by an error, which does not depend on what decided the answer.
    ctx.servedBy = new DecidedBy()
    own = { ...ctx, decidedBy: ctx.servedBy }
  }
  const body = operation.serve(own, sent)
  ctx.served = { status: operation.status(own), headers: noHeaders, body }
}

/** The body of a request. @throws ApiError if it could not be read */
function bodyOf({ body }: RequestContext): SentBody {
  if (body instanceof ApiError) throw body
  return body
}
