import { reset } from '../faults/reset.ts'
import { faults } from '../faults/table.ts'
import { abortWith } from '../lib/abort-with.ts'
import { InputError } from '../lib/input-error.ts'
import { lazily } from '../lib/lazily.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { tryJson } from '../lib/try-json.ts'
import type { Subject } from '../scenarios/matcher.ts'
import { relativePath } from '../scenarios/pattern.ts'
import type { Effect, RuleStage } from '../scenarios/rule-schema.ts'
import { effectWarnings } from '../scenarios/rule-warnings.ts'
import { type Found, search, thenHeader } from '../scenarios/rule.ts'
import { ApiError } from '../spec/api-error.ts'
import { readStatus } from '../spec/errors.ts'
import { waitOnWall } from '../time/clock.ts'
import type { Answer } from './answer.ts'
import { applyEffect } from './apply-effect.ts'
import type { AppContext } from './bindings.ts'
import { noBody, type SentBody } from './body.ts'
import { lookInto } from './content-encoding.ts'
import { deliver, type Delivered } from './deliver.ts'
import { ignoreErrors, record } from './record.ts'
import type { RequestContext } from './request-context.ts'
import { admit, handle, readSent, respond, respondWithError, runFirstChecks, type Service } from './request-handling.ts'
import { type AskedFailures, settingsWith } from './scenario-header.ts'
import { knownNames } from './scenario-warnings.ts'

interface Begun {
  readonly sent: SentBody | ApiError
  readonly subject: Subject
  /** The effect in place of serving it. */
  readonly effect: Effect | undefined
}

const unanswered: Delivered = { answer: { status: readStatus, headers: {}, body: null }, delivery: reset }

/**
 * Serves one request as the rules of scenarios say.
 * @param failures those that the request asks for by its headers; undefined for none
 * @throws TypeError in process, where a rule breaks the connection
 */
export async function serveWithFaults(
  service: Service,
  ctx: RequestContext,
  failures: AskedFailures | undefined,
  c: AppContext,
): Promise<Response> {
  const served = serveByRules(service, ctx, failures, c.req.raw)
  const delivered = await served.catch((error: unknown) => fail(service, ctx, error))
  // What it has changed is saved although its answer may never end.
  if (delivered.delivery !== undefined) ctx.sandbox.lastUsed.touch()
  return await deliver(c, delivered, service.stopping)
}

/** The same steps as without rules, with one search for a rule before the request is served and one after. */
async function serveByRules(
  service: Service,
  ctx: RequestContext,
  failures: AskedFailures | undefined,
  request: Request,
): Promise<Delivered> {
  if (failures !== undefined) useFailures(service, ctx, failures)
  runFirstChecks(service, ctx)
  const sent = ctx.operation?.body === undefined ? noBody : await readSent(ctx, request)
  const subject = toSubject(ctx, sent)
  const { effect, delayMs } = ask(ctx, 'before', subject)
  const { delay } = ctx.settings
  const usualMs = delay === undefined ? 0 : ctx.sandbox.scenarios.drawDelay(delay)
  const leftMs = await wait(service, ctx, delayMs + usualMs, request)
  if (leftMs === 0) return await serveRest(service, ctx, { sent, subject, effect }, request)
  leave(service, ctx, { sent, subject, effect }, leftMs)
  return unanswered
}

/** Serves a request after its first wait. @param request undefined where its client has gone */
async function serveRest(
  service: Service,
  ctx: RequestContext,
  { sent, subject, effect: before }: Begun,
  request: Request | undefined,
): Promise<Delivered> {
  ctx.takeInstant()
  if (before !== undefined) return await respondWithEffect(service, ctx, before)
  const key = admit(ctx)
  const unserved = ctx.used.copy()
  const answer = handle(service, ctx, key, sent)
  const { effect: after, delayMs } = ask(ctx, 'after', subject)
  // If the client goes now, only the answer is left to do.
  if (request !== undefined) await wait(service, ctx, delayMs, request)
  if (after === undefined) return { answer: respond(service, ctx, answer) }
  // The error that takes the place of the answer does not depend on the assumptions that decided it.
  if (after.error !== undefined) ctx.used.restore(unserved)
  return await respondWithEffect(service, ctx, after, answer)
}

/**
 * Waits as long as rules say, and as the client does.
 * @returns the milliseconds that were left when the client went; 0 where it stayed
 * @throws the reason of the end once the fake has ended
 */
async function wait({ ended }: Service, ctx: RequestContext, ms: number, request: Request): Promise<number> {
  if (ms === 0) return 0
  ctx.entry.isDelayed = true
  // So that what it has changed is saved meanwhile.
  ctx.sandbox.lastUsed.touch()
  const beginMs = performance.now()
  const over = new AbortController()
  abortWith(over, [request.signal, ended])
  await waitOnWall(ms, over.signal).catch(() => {})
  over.abort()
  ended.throwIfAborted()
  return request.signal.aborted ? Math.max(0, ms - (performance.now() - beginMs)) : 0
}

/** Goes on with a request whose client has gone: a read is dropped, a change is made in its time, as a real service does. */
function leave(service: Service, ctx: RequestContext, begun: Begun, leftMs: number): void {
  if (ctx.operation === undefined || ctx.operation.method === 'GET') {
    return record(service, ctx, { status: null, headers: {}, body: null }, { code: undefined, served: false })
  }
  // Nothing here may hold the request or its connection: it may wait for hours.
  const served = waitOnWall(leftMs, service.ended)
    .then(() => serveRest(service, ctx, begun, undefined))
    .catch((error: unknown) => fail(service, ctx, error))
  void ctx.sandbox.lastUsed.during(served)
}

function fail(service: Service, ctx: RequestContext, error: unknown): Delivered {
  // The fake has ended: no client is left to answer.
  if (service.ended.aborted) return unanswered
  return { answer: respondWithError(service, ctx, error) }
}

/** @throws ApiError for failures that cannot be used */
function useFailures(service: Service, ctx: RequestContext, failures: AskedFailures): void {
  try {
    const settings = settingsWith(ctx.sandbox.scenarios, failures, ctx.nowMs)
    ctx.use(settings)
    const [own] = settings.rules
    if (failures.effect !== null && own !== undefined) warnOfEffect(service, ctx, own.compiled.effect)
  } catch (error) {
    // They keep the sandbox, and with it the journal that says why the request was refused.
    runFirstChecks(service, ctx)
    throw error
  }
}

/** Logs where the effect that a request brings may not mean what it says. */
function warnOfEffect({ operations, log }: Service, { sandbox, operation }: RequestContext, effect: Effect): void {
  const on = operation === undefined ? [] : [operation]
  ignoreErrors(() => {
    for (const warning of effectWarnings(effect, on, knownNames(sandbox, operations))) {
      log.warn(hideSecrets(`${sandbox.name}: ${thenHeader}: ${warning}`, ''))
    }
  })
}

function ask(ctx: RequestContext, stage: RuleStage, subject: Subject): Found {
  const found = search(ctx.settings.rules, stage, subject, ctx.nowMs)
  ctx.entry.fired = [...ctx.entry.fired, ...found.fired]
  ctx.failsUntilMs = found.endMs
  return found
}

/** @param served undefined before the request is served */
async function respondWithEffect(
  service: Service,
  ctx: RequestContext,
  effect: Effect,
  served?: Answer,
): Promise<Delivered> {
  const { arrange, fault, error: code } = effect
  if (arrange !== undefined) await changeRecords(service, ctx, arrange)
  const delivered = applyEffect(ctx, effect, served)
  const { answer } = delivered
  const isSeen = fault === undefined || faults[fault].kind !== 'noAnswer'
  const seen = { ...answer, status: isSeen ? answer.status : null }
  record(service, ctx, seen, { code, fault, served: served !== undefined })
  return delivered
}

/** Changes the records of the area of the operation, as a request of another client would. */
async function changeRecords(
  { recordAdmins, log }: Service,
  ctx: RequestContext,
  what: 'insert' | 'remove',
): Promise<void> {
  const admin = (await recordAdmins()).find(({ name }) => name === ctx.operation?.area)
  try {
    if (what === 'remove') admin?.removeNewest(ctx.sandbox, ctx.nowMs)
    else admin?.create(ctx.sandbox, {}, ctx.nowMs)
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
    body: lazily(() => (sent instanceof ApiError ? undefined : tryJson(new TextDecoder().decode(lookInto(ctx, sent))))),
  }
}
