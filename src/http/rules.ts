import { InputError } from '../lib/input-error.ts'
import { lazily } from '../lib/lazily.ts'
import type { Subject } from '../scenarios/matcher.ts'
import type { Effect, RuleStage } from '../scenarios/rule-schema.ts'
import { search } from '../scenarios/rule.ts'
import { ApiError } from '../spec/api-error.ts'
import { readStatus } from '../spec/errors.ts'
import { waitOnWall } from '../time/clock.ts'
import { belowBase } from './address.ts'
import { type Answer, toResponse } from './answer.ts'
import { applyToReply, type FaultyReply } from './apply-fault.ts'
import { type AppContext, bindingsOf } from './bindings.ts'
import { noBody, type SentBody } from './body.ts'
import { lookInto } from './content-encoding.ts'
import { applyFault } from './network-faults.ts'
import type { Reply } from './reply.ts'
import type { RequestContext } from './request-context.ts'
import {
  consumeQuota,
  respond,
  identify,
  ignoreErrors,
  readSent,
  record,
  respondWithError,
  handle,
  type Service,
} from './request-handling.ts'
import { readScenarios } from './scenario-header.ts'

/** An answer that a rule decided, and what happens to it on the network. */
type Spoiled = Pick<FaultyReply, 'answer' | 'fault'>

/**
 * Serves one request as the rules of scenarios say.
 * @param scenarios what the header of the request names; null where it has none
 * @throws TypeError in process, where a rule breaks the connection
 */
export async function serveWithFaults(
  service: Service,
  ctx: RequestContext,
  scenarios: string | null,
  c: AppContext,
): Promise<Response> {
  const { answer, fault } = await serveByRules(service, ctx, scenarios, c.req.raw)
  if (fault === undefined) return toResponse(answer)
  const { outgoing } = bindingsOf(c)
  return await applyFault(fault, answer, { outgoing, signal: c.req.raw.signal, stopping: service.stopping })
}

/** The same steps as without rules, with a search before anything happened and another when the request was served. */
async function serveByRules(
  service: Service,
  ctx: RequestContext,
  scenarios: string | null,
  request: Request,
): Promise<Spoiled> {
  try {
    if (scenarios !== null) ctx.use(readScenarios(ctx.sandbox.scenarios, scenarios, ctx.nowMs))
    const identified = identify(service, ctx)
    const sent = ctx.operation?.body === undefined ? noBody : await readSent(ctx, request)
    const subject = toSubject(ctx, sent)
    const before = await ask(service, ctx, 'before', subject)
    ctx.takeInstant()
    if (before !== undefined) return await spoilAnswer(service, ctx, before)
    const key = consumeQuota(ctx, identified)
    const unserved = ctx.used.save()
    const reply = handle(service, ctx, key, sent)
    const after = await ask(service, ctx, 'after', subject)
    if (after === undefined) return { answer: respond(service, ctx, reply), fault: undefined }
    // What the answer would have depended on is not in the error that takes its place.
    if (after.error !== undefined) ctx.used.restore(unserved)
    return await spoilAnswer(service, ctx, after, reply)
  } catch (error) {
    // What still waited when the fake ended has nobody left to answer.
    if (service.ended.aborted) return { answer: noAnswer, fault: { kind: 'reset' } }
    return { answer: respondWithError(service, ctx, error), fault: undefined }
  }
}

const noAnswer: Answer = { status: readStatus, headers: {}, body: null }

/** Asks the rules of a phase, and waits as long as they say. */
async function ask(
  { ended }: Service,
  ctx: RequestContext,
  status: RuleStage,
  subject: Subject,
): Promise<Effect | undefined> {
  const { delayMs, effect, fired } = search(ctx.settings.rules, status, subject)
  ctx.firedRules = [...ctx.firedRules, ...fired]
  if (delayMs > 0) await waitOnWall(delayMs, ended)
  return effect
}

async function spoilAnswer(service: Service, ctx: RequestContext, effect: Effect, served?: Reply): Promise<Spoiled> {
  if (effect.arrange !== undefined) await arrange(service, ctx, effect.arrange)
  const { answer, fault, code } = applyToReply(ctx, effect, served)
  const isSeen = effect.fault !== 'reset' && effect.fault !== 'hang'
  record(service, ctx, { ...answer, status: isSeen ? answer.status : null, code, fault: effect.fault })
  return { answer: ctx.method === 'HEAD' ? { ...answer, body: null } : answer, fault }
}

/** Changes the collection that the operation is of, as somebody else's request would. */
async function arrange({ recordAdmins, log }: Service, ctx: RequestContext, what: 'insert' | 'remove'): Promise<void> {
  const admin = recordAdmins.find(({ name }) => name === ctx.operation?.area)
  if (what === 'remove') {
    admin?.removeNewest(ctx.sandbox, ctx.nowMs)
    return
  }
  try {
    await admin?.insertDrawn(ctx.sandbox, ctx.nowMs)
  } catch (error) {
    // Where there is no room for it, the list stays as it is.
    if (!(error instanceof InputError)) throw error
    ignoreErrors(() => log.warn(`${ctx.firedRules.at(-1)}: ${error.message}`))
  }
}

function toSubject(ctx: RequestContext, sent: SentBody | ApiError): Subject {
  const { operation, method, address, id, key, headers } = ctx
  const query = lazily(() => new URLSearchParams(address.query))
  return {
    operation: operation?.id,
    method,
    path: belowBase(address) ?? address.path,
    id,
    key: key?.id,
    query: (name) => query().getAll(name),
    header: headers.get,
    body: lazily(() => (sent instanceof ApiError ? undefined : parse(lookInto(ctx, sent)))),
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
