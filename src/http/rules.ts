import { InputError } from '../lib/input-error.ts'
import { lazily } from '../lib/lazily.ts'
import type { Subject } from '../scenarios/matcher.ts'
import { search } from '../scenarios/rule.ts'
import type { Effect, RulePhase } from '../scenarios/schema.ts'
import { ApiError } from '../spec/api-error.ts'
import { readStatus } from '../spec/errors.ts'
import { waitOnWall } from '../time/clock.ts'
import { belowBase } from './address.ts'
import { type Answer, toResponse } from './answer.ts'
import { spoil, type Spoilt } from './apply-fault.ts'
import { type AppContext, bindingsOf } from './bindings.ts'
import { noBody, type SentBody } from './body.ts'
import { lookInto } from './content-encoding.ts'
import { applyFault } from './network-faults.ts'
import type { Reply } from './reply.ts'
import type { Exchange } from './request-context.ts'
import { admit, finish, identify, quietly, readSent, record, refuse, run, type Service } from './request-handling.ts'
import { readScenarios } from './scenario-header.ts'

/** An answer that a rule decided, and what happens to it on the network. */
type Spoiled = Pick<Spoilt, 'answer' | 'fault'>

/**
 * Serves one request as the rules of scenarios say.
 * @param scenarios what the header of the request names; null where it has none
 * @throws TypeError in process, where a rule breaks the connection
 */
export async function serveWithFaults(
  service: Service,
  exchange: Exchange,
  scenarios: string | null,
  c: AppContext,
): Promise<Response> {
  const { answer, fault } = await serveByRules(service, exchange, scenarios, c.req.raw)
  if (fault === undefined) return toResponse(answer)
  const { outgoing } = bindingsOf(c)
  return await applyFault(fault, answer, { outgoing, signal: c.req.raw.signal, stopping: service.stopping })
}

/** The same steps as without rules, with a search before anything happened and another when the request was served. */
async function serveByRules(
  service: Service,
  exchange: Exchange,
  scenarios: string | null,
  request: Request,
): Promise<Spoiled> {
  try {
    if (scenarios !== null) exchange.use(readScenarios(exchange.sandbox.switches, scenarios, exchange.nowMs))
    const identified = identify(service, exchange)
    const sent = exchange.operation?.body === undefined ? noBody : await readSent(exchange, request)
    const subject = toSubject(exchange, sent)
    const before = await ask(service, exchange, 'before', subject)
    exchange.takeInstant()
    if (before !== undefined) return await spoilAnswer(service, exchange, before)
    const key = admit(exchange, identified)
    const unserved = exchange.trace.save()
    const reply = run(service, exchange, key, sent)
    const after = await ask(service, exchange, 'after', subject)
    if (after === undefined) return { answer: finish(service, exchange, reply), fault: undefined }
    // What the answer would have depended on is not in the error that takes its place.
    if (after.error !== undefined) exchange.trace.restore(unserved)
    return await spoilAnswer(service, exchange, after, reply)
  } catch (error) {
    // What still waited when the fake ended has nobody left to answer.
    if (service.ended.aborted) return { answer: noAnswer, fault: { kind: 'reset' } }
    return { answer: refuse(service, exchange, error), fault: undefined }
  }
}

const noAnswer: Answer = { status: readStatus, headers: {}, body: null }

/** Asks the rules of a phase, and waits as long as they say. */
async function ask(
  { ended }: Service,
  exchange: Exchange,
  phase: RulePhase,
  subject: Subject,
): Promise<Effect | undefined> {
  const { delayMs, effect, fired } = search(exchange.settings.rules, phase, subject)
  exchange.fired = [...exchange.fired, ...fired]
  if (delayMs > 0) await waitOnWall(delayMs, ended)
  return effect
}

async function spoilAnswer(service: Service, exchange: Exchange, effect: Effect, served?: Reply): Promise<Spoiled> {
  if (effect.arrange !== undefined) await arrange(service, exchange, effect.arrange)
  const { answer, fault, code } = spoil(exchange, effect, served)
  const isSeen = effect.fault !== 'reset' && effect.fault !== 'hang'
  record(service, exchange, { ...answer, status: isSeen ? answer.status : null, code, fault: effect.fault })
  return { answer: exchange.method === 'HEAD' ? { ...answer, body: null } : answer, fault }
}

/** Changes the collection that the operation is of, as somebody else's request would. */
async function arrange({ arrangers, log }: Service, exchange: Exchange, what: 'insert' | 'remove'): Promise<void> {
  const arranger = arrangers.find(({ name }) => name === exchange.operation?.area)
  if (what === 'remove') {
    arranger?.removeNewest(exchange.sandbox, exchange.nowMs)
    return
  }
  try {
    await arranger?.insertDrawn(exchange.sandbox, exchange.nowMs)
  } catch (error) {
    // Where there is no room for it, the list stays as it is.
    if (!(error instanceof InputError)) throw error
    quietly(() => log.warn(`${exchange.fired.at(-1)}: ${error.message}`))
  }
}

function toSubject(exchange: Exchange, sent: SentBody | ApiError): Subject {
  const { operation, method, address, id, key, headers } = exchange
  const query = lazily(() => new URLSearchParams(address.query))
  return {
    operation: operation?.id,
    method,
    path: belowBase(address) ?? address.path,
    id,
    key: key?.id,
    query: (name) => query().getAll(name),
    header: headers.get,
    body: lazily(() => (sent instanceof ApiError ? undefined : parse(lookInto(exchange, sent)))),
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
