import { DecidedBy } from '../assumptions/decided-by.ts'
import { abortWith } from '../lib/abort-with.ts'
import { InputError } from '../lib/input-error.ts'
import { lazily } from '../lib/lazily.ts'
import type { Subject } from '../scenarios/matcher.ts'
import { relativePath } from '../scenarios/pattern.ts'
import type { Effect, RulePhase } from '../scenarios/rule-schema.ts'
import { type FiredRules, search } from '../scenarios/rule.ts'
import { ApiError } from '../spec/api-error.ts'
import { steadyNow, waitOnWall } from '../time/clock.ts'
import { tryParseBody } from './body.ts'
import { applyEffect, unanswered } from './effects.ts'
import { ignoreErrors } from './errors.ts'
import { refreshTime } from './request-context.ts'
import type { Answer, RequestContext, Service, Upstream } from './types.ts'

/** Applies the rules that replace or delay a request before it is served. */
export function applyRulesBefore(
  service: Service,
  ctx: RequestContext,
): Answer | undefined | Promise<Answer | undefined> {
  const { effect, delayMs } = matchRules(ctx, 'before')
  const waitMs = delayMs + settingsDelay(ctx)
  if (waitMs > 0) return waitBefore(service, ctx, waitMs, effect)
  // A body took time. Rules match by the arrival, so only now.
  if (ctx.operation?.body !== undefined) refreshTime(ctx)
  return effect && answerByEffect(service, ctx, effect)
}

async function waitBefore(service: Service, ctx: RequestContext, waitMs: number, effect: Effect | undefined) {
  const leftMs = await wait(service, ctx, waitMs)
  if (leftMs > 0 && !(await finishWithoutClient(service, ctx, leftMs))) return unanswered
  refreshTime(ctx)
  return effect && (await answerByEffect(service, ctx, effect))
}

/** Forwards the request of an operation to the real service, if there is one. `after` rules change only its successes. */
export function forward(service: Service, ctx: RequestContext): Promise<Answer | undefined> | undefined {
  return service.upstream === undefined || ctx.operation === undefined
    ? undefined
    : askUpstream(service.upstream, service, ctx)
}

async function askUpstream(
  upstream: Upstream,
  { stopping }: Service,
  ctx: RequestContext,
): Promise<Answer | undefined> {
  const { body, request } = ctx
  if (body instanceof ApiError) throw body
  const servedBy = new DecidedBy()
  const answer = await upstream({ ...ctx, decidedBy: servedBy }, body, [request.signal, stopping]).catch(
    (error: unknown) => {
      if (!request.signal.aborted) throw error
    },
  )
  if (answer === undefined) return unanswered
  ctx.isForwarded = true
  ctx.served = answer
  ctx.servedBy = servedBy
  return answer.outcome?.served === true ? undefined : answer
}

/** Applies the rules that change or delay what was served. */
export function applyRulesAfter(
  service: Service,
  ctx: RequestContext,
): Answer | undefined | Promise<Answer | undefined> {
  const { served } = ctx
  const { effect, delayMs } = matchRules(ctx, 'after')
  if (delayMs > 0) return waitAfter(service, ctx, delayMs, effect)
  return effect === undefined ? served : answerByEffect(service, ctx, effect, served)
}

async function waitAfter(service: Service, ctx: RequestContext, delayMs: number, effect: Effect | undefined) {
  await wait(service, ctx, delayMs)
  return effect === undefined ? ctx.served : await answerByEffect(service, ctx, effect, ctx.served)
}

/** Handles a request whose client has disconnected. @returns true to serve it: a real service drops a read, but completes a write */
async function finishWithoutClient({ ended }: Service, ctx: RequestContext, leftMs: number): Promise<boolean> {
  if (ctx.operation === undefined || ctx.operation.method === 'GET') return false
  await waitOnWall(leftMs, ended)
  return true
}

const settingsDelay = ({ settings: { delay }, sandbox }: RequestContext): number =>
  delay === undefined ? 0 : sandbox.scenarios.drawDelay(delay)

/**
 * Delays an answer until the time is over or the client disconnects.
 * @returns the milliseconds that remained when the client disconnected; 0 if it stayed
 * @throws the reason of `ended` once the fake has stopped
 */
async function wait({ ended }: Service, ctx: RequestContext, ms: number): Promise<number> {
  const clientGone = ctx.request.signal
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

const nothingFound: FiredRules = { delayMs: 0, effect: undefined, endMs: undefined, fired: [] }

function matchRules(ctx: RequestContext, phase: RulePhase): FiredRules {
  const { rules } = ctx.settings
  if (rules.length === 0) return nothingFound
  const found = search(rules, phase, (ctx.subject ??= toSubject(ctx)), ctx.nowMs)
  ctx.entry.fired = [...ctx.entry.fired, ...found.fired]
  ctx.failsUntilMs = found.endMs
  return found
}

function answerByEffect(
  service: Service,
  ctx: RequestContext,
  effect: Effect,
  served?: Answer,
): Answer | Promise<Answer> {
  // An error that replaces the answer does not depend on what decided the answer.
  if (effect.error !== undefined) ctx.servedBy = undefined
  if (effect.arrange === undefined) return applyEffect(ctx, effect, served)
  return changeRecords(service, ctx, effect.arrange).then(() => applyEffect(ctx, effect, served))
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

function toSubject(ctx: RequestContext): Subject {
  const { operation, method, address, id, key, headers, body } = ctx
  const query = lazily(() => new URLSearchParams(address.query))
  return {
    operation: operation?.id,
    method,
    path: relativePath(address.sentPath),
    id,
    key: key?.id,
    query: (name) => query().getAll(name),
    header: (name) => headers.get(name),
    body: lazily(() => (body instanceof ApiError ? undefined : tryParseBody(ctx, body))),
  }
}
