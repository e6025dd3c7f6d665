import type { UsedAssumptions } from '../assumptions/used.ts'
import { reset } from '../faults/no-answer.ts'
import { faults } from '../faults/table.ts'
import { abortWith } from '../lib/abort-with.ts'
import { InputError, withSubject } from '../lib/input-error.ts'
import { lazily } from '../lib/lazily.ts'
import { parseJson, describeJsonError } from '../lib/parse-json.ts'
import { readBy } from '../lib/read-by.ts'
import type { Subject } from '../scenarios/matcher.ts'
import { relativePath } from '../scenarios/pattern.ts'
import { type Effect, effectSchema, type RulePhase } from '../scenarios/rule-schema.ts'
import { type FiredRules, search, thenHeader } from '../scenarios/rule.ts'
import { ApiError } from '../spec/api-error.ts'
import { readStatus } from '../spec/errors.ts'
import { steadyNow, waitOnWall } from '../time/clock.ts'
import { admit, authenticateAndCount } from './admission.ts'
import type { Answer } from './answer.ts'
import type { AppContext } from './bindings.ts'
import { tryParseBody, noBody, type SentBody } from './body.ts'
import { applyEffect, deliver, type Delivered } from './effects.ts'
import { scenarioHeader, type SentHeaders } from './headers.ts'
import type { RequestContext } from './request-context.ts'
import {
  handle,
  ignoreErrors,
  readRequestBody,
  record,
  respond,
  respondWithError,
  type Service,
} from './request-handling.ts'

/** The failures that a request asks for by its headers; null for a missing header. */
type AskedFailures = Pick<SentHeaders, 'scenario' | 'effect'>

const unanswered: Delivered = { answer: { status: readStatus, headers: {}, body: null }, delivery: reset }

/**
 * Serves a request that waits for its body, for rules of scenarios or for a real service.
 * @throws TypeError in process, if a rule breaks the connection
 */
export async function serveAsync(
  service: Service,
  ctx: RequestContext,
  failures: AskedFailures | undefined,
  c: AppContext,
): Promise<Response> {
  const delivered = await serveByRules(service, ctx, failures, c.req.raw).catch((error: unknown): Delivered => {
    // A request that still waited when the fake ended has no client left to answer.
    const isLeft = service.ended.aborted && !(error instanceof ApiError)
    return isLeft ? unanswered : { answer: respondWithError(service, ctx, error) }
  })
  // Its changes are saved although its answer may never end.
  if (delivered.delivery !== undefined) ctx.sandbox.lastUsed.touch()
  return await deliver(c, delivered, service.stopping)
}

async function serveByRules(
  service: Service,
  ctx: RequestContext,
  failures: AskedFailures | undefined,
  request: Request,
): Promise<Delivered> {
  if (failures !== undefined) useFailures(service, ctx, failures)
  authenticateAndCount(service, ctx)
  // Without rules that could replace it, a refusal does not wait for the body.
  if (ctx.settings.hasNoEffects) admit(ctx)
  const sent = ctx.operation?.body === undefined ? noBody : await readRequestBody(ctx, request)
  const subject = lazily(() => toSubject(ctx, sent))
  const { effect: before, delayMs } = matchRules(ctx, 'before', subject)
  const waitMs = delayMs + settingsDelay(ctx)
  const leftMs = waitMs === 0 ? 0 : await wait(service, ctx, waitMs, request.signal)
  if (leftMs > 0 && !(await finishWithoutClient(service, ctx, leftMs))) return unanswered
  ctx.refreshTime()
  if (before !== undefined) return await respondWithEffect(service, ctx, before)
  const key = admit(ctx)
  const unserved = ctx.used.copy()
  const asked = { unserved, subject, request }
  if (isForService(service, ctx)) return await forward(service, ctx, sent, asked)
  return finish(service, ctx, handle(service, ctx, key, sent), asked)
}

/** True if a real service answers the request: it matches an operation. */
const isForService = ({ upstream }: Service, { operation }: RequestContext): boolean =>
  upstream !== undefined && operation !== undefined

interface Asked {
  /** The assumptions that the request depended on before it was served. */
  readonly unserved: UsedAssumptions
  readonly subject: () => Subject
  readonly request: Request
}

/** Applies `after` rules to an answer, and responds. */
function finish(service: Service, ctx: RequestContext, answer: Answer, asked: Asked): Delivered | Promise<Delivered> {
  const found = matchRules(ctx, 'after', asked.subject)
  if (found.effect === undefined && found.delayMs === 0) return { answer: respond(service, ctx, answer) }
  return changeAnswer(service, ctx, answer, found, asked)
}

async function changeAnswer(
  service: Service,
  ctx: RequestContext,
  answer: Answer,
  { effect, delayMs }: FiredRules,
  { unserved, request }: Asked,
): Promise<Delivered> {
  if (delayMs > 0) await wait(service, ctx, delayMs, request.signal)
  if (effect === undefined) return { answer: respond(service, ctx, answer) }
  // An error that replaces the answer does not depend on the assumptions that decided it.
  if (effect.error !== undefined) ctx.used.restore(unserved)
  return await respondWithEffect(service, ctx, effect, answer)
}

/** Forwards the request to the real service. `after` rules change only its successes. */
async function forward(
  service: Service,
  ctx: RequestContext,
  sent: SentBody | ApiError,
  asked: Asked,
): Promise<Delivered> {
  if (sent instanceof ApiError) throw sent
  const { signal } = asked.request
  const answer = await service.upstream?.(ctx, sent, [signal, service.stopping]).catch((error: unknown) => {
    if (!signal.aborted) throw error
  })
  if (answer?.outcome === undefined) {
    recordGone(service, ctx)
    return unanswered
  }
  if (answer.outcome.served) return await finish(service, ctx, answer, asked)
  record(service, ctx, answer, answer.outcome)
  return { answer }
}

/** Handles a request whose client has disconnected. @returns true to serve it: a real service drops a read, but completes a write */
async function finishWithoutClient(service: Service, ctx: RequestContext, leftMs: number): Promise<boolean> {
  if (ctx.operation === undefined || ctx.operation.method === 'GET') {
    recordGone(service, ctx)
    return false
  }
  await waitOnWall(leftMs, service.ended)
  return true
}

const recordGone = (service: Service, ctx: RequestContext): void =>
  record(service, ctx, { status: null, headers: {}, body: null }, { code: undefined, served: false })

const settingsDelay = ({ settings: { delay }, sandbox }: RequestContext): number =>
  delay === undefined ? 0 : sandbox.scenarios.drawDelay(delay)

/**
 * Delays an answer until the time is over or the client disconnects.
 * @returns the milliseconds that remained when the client disconnected; 0 if it stayed
 * @throws the reason of `ended` once the fake has stopped
 */
async function wait({ ended }: Service, ctx: RequestContext, ms: number, clientGone: AbortSignal): Promise<number> {
  ctx.entry.isDelayed = true
  // Its changes are saved meanwhile.
  ctx.sandbox.lastUsed.touch()
  const beginMs = steadyNow()
  const over = abortWith([clientGone, ended])
  await waitOnWall(ms, over.signal).catch(() => {})
  over.abort()
  ended.throwIfAborted()
  return clientGone.aborted ? Math.max(0, ms - (steadyNow() - beginMs)) : 0
}

/** Applies the failures that a request asks for. Both headers are read before either takes effect. */
function useFailures(service: Service, ctx: RequestContext, { scenario, effect }: AskedFailures): void {
  const { scenarios } = ctx.sandbox
  try {
    const own =
      effect === null ? null : withSubject(thenHeader, () => readBy(effectSchema, readJson(effect), 'the effect'))
    if (scenario !== null) ctx.use(scenarios.with(namesIn(scenario), scenarioHeader, ctx.nowMs))
    if (own !== null) ctx.use(scenarios.withEffect(ctx.settings, own, thenHeader, ctx.nowMs))
  } catch (error) {
    // They keep the sandbox, whose journal says why the request was refused.
    authenticateAndCount(service, ctx)
    throw error instanceof InputError ? new ApiError('invalid_request', error.message) : error
  }
}

function namesIn(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

function readJson(text: string): unknown {
  // Clients send other characters in different encodings.
  if (/[^\t\x20-\x7e]/.test(text)) throw new InputError(String.raw`expected ASCII; write é as \u00e9`)
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`expected JSON, such as {"error":"internal_error"}: ${describeJsonError(error)}`)
  }
}

const nothingFound: FiredRules = { delayMs: 0, effect: undefined, endMs: undefined, fired: [] }

function matchRules(ctx: RequestContext, stage: RulePhase, subject: () => Subject): FiredRules {
  const { rules } = ctx.settings
  if (rules.length === 0) return nothingFound
  const found = search(rules, stage, subject(), ctx.nowMs)
  ctx.entry.fired = [...ctx.entry.fired, ...found.fired]
  ctx.failsUntilMs = found.endMs
  return found
}

async function respondWithEffect(service: Service, ctx: RequestContext, effect: Effect, served?: Answer) {
  const { arrange, fault, error: code } = effect
  if (arrange !== undefined) await changeRecords(service, ctx, arrange)
  const delivered = applyEffect(ctx, effect, served)
  const { answer } = delivered
  const isSeen = fault === undefined || faults[fault].kind !== 'noAnswer'
  const seen = { ...answer, status: isSeen ? answer.status : null }
  record(service, ctx, seen, { code, fault, served: served !== undefined })
  return delivered
}

/** Changes the records of the operation's area, as another client would. */
async function changeRecords({ recordAdmins, log }: Service, ctx: RequestContext, what: 'insert' | 'remove') {
  const admin = (await recordAdmins()).find(({ name }) => name === ctx.operation?.area)
  try {
    if (what === 'remove') admin?.removeNewest(ctx.sandbox, ctx.nowMs)
    else {
      await admin?.prepare()
      admin?.create(ctx.sandbox, {}, ctx.nowMs)
    }
  } catch (error) {
    // Without room for a record, the list stays as it is.
    if (!(error instanceof InputError)) throw error
    ignoreErrors(() => log.warn(`${ctx.entry.fired.at(-1)}: ${error.message}`))
  }
}

function toSubject(ctx: RequestContext, sent: SentBody | ApiError): Subject {
  const { operation, method, address, id, key, headers } = ctx
  const query = lazily(() => new URLSearchParams(address.query))
  return {
    operation: operation?.id,
    method,
    path: relativePath(address.sentPath),
    id,
    key: key?.id,
    query: (name) => query().getAll(name),
    header: (name) => headers.get(name),
    body: lazily(() => (sent instanceof ApiError ? undefined : tryParseBody(ctx, sent))),
  }
}
