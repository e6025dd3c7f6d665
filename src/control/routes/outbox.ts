import * as z from 'zod/mini'

import { InputError, quote, UnknownError } from '../../lib/input-error.ts'
import { didYouMean } from '../../lib/nearest.ts'
import { type Delivery, deliveryKinds, deliveryStates } from '../../notifications/delivery.ts'
import type { DeliveryFilter } from '../../notifications/feed.ts'
import { parseSecret } from '../../notifications/signing-secret.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { abortAfter } from '../../time/abort-after.ts'
import { parseDuration } from '../../time/duration.ts'
import { formatInstant } from '../../time/instant.ts'
import { Problem } from '../problem.ts'
import { type ControlRequest, defineBodyRoute, defineRoute, limit, newest } from '../route.ts'
import { collectionOf, deliverySchema, nextSchema, secretSchema } from '../schemas.ts'

const instant = (atMs: number): string => formatInstant(atMs, 'milliseconds')

function toDelivery(delivery: Delivery): z.infer<typeof deliverySchema> {
  const { id, kind, about, event, to, state, reason, createdMs, attempts, subject, body, sent, settled } = delivery
  const nextMs = delivery.held ? null : delivery.nextMs
  return {
    id,
    kind,
    job: about,
    event,
    to,
    state,
    reason,
    createdAt: instant(createdMs),
    nextAttemptAt: nextMs === null ? null : instant(nextMs),
    settled,
    attempts: attempts.map(({ atMs, ...rest }) => ({ at: instant(atMs), ...rest })),
    body,
    ...(kind === 'email' ? { subject, message: typeof sent === 'string' ? sent : null } : {}),
    ...(kind === 'webhook' ? { headers: typeof sent === 'string' ? null : sent } : {}),
  }
}

const filters = {
  kind: { meaning: 'Of this kind alone.', shape: z.enum(deliveryKinds) },
  state: { meaning: 'In this state alone.', shape: z.enum(deliveryStates) },
  job: { meaning: 'About the job of this id alone.', shape: z.string() },
}

function readFilter({ query: { kind, state, job } }: ControlRequest<unknown>) {
  return { kind: oneOf('kind', deliveryKinds, kind), state: oneOf('state', deliveryStates, state), group: job }
}

function oneOf<T extends string>(name: string, known: readonly T[], text: string | undefined): T | undefined {
  if (text === undefined) return undefined
  const found = known.find((value) => value === text)
  if (found !== undefined) return found
  throw new InputError(`${name}: expected one of ${known.join(', ')}, got ${quote(text)}.${didYouMean(text, known)}`)
}

/** Where somebody is in what was settled: the generation of the sandbox, and a number in it. */
function toCursor({ incarnation }: Sandbox, settled: number): string {
  return `${incarnation}:${settled}`
}

/** The number that a cursor stands at: the start for one of before a reset, the last for one of a future that a snapshot took back. */
function readCursor(sandbox: Sandbox, text: string | undefined): number {
  if (text === undefined) return 0
  const [, incarnation, settled] = /^(\d{1,15}):(\d{1,15})$/.exec(text) ?? []
  if (settled === undefined) throw new InputError(`after: expected the cursor of another answer, got ${quote(text)}`)
  return Number(incarnation) === sandbox.incarnation ? Math.min(Number(settled), sandbox.outbox.lastSettled) : 0
}

/** The longest that a request waits. */
const longestWaitMs = 600_000

function readWait(text = '30s'): number {
  const waitMs = parseDuration(text, 'timeout')
  if (waitMs <= longestWaitMs) return waitMs
  throw new InputError(`timeout: expected at most 10m, got ${quote(text)}`)
}

/** Waits for the next that is settled, in the sandbox as it is then: one that is not there yet is waited for, and not made. */
async function next(
  request: ControlRequest<undefined>,
  filter: DeliveryFilter,
  waitMs: number,
): Promise<z.infer<typeof nextSchema>> {
  const { sandbox, service, query, signal } = request
  const after = readCursor(sandbox, query['after'])
  const over = abortAfter(waitMs, [service.stopping, signal])
  try {
    const made = await service.sandboxes.made(sandbox.name, over.signal)
    if (made === undefined || made === sandbox) return await nextOf(sandbox, after, request, filter, over.signal)
    const from = readCursor(made, toCursor(sandbox, after))
    return await made.lastUsed.during(nextOf(made, from, request, filter, over.signal))
  } finally {
    over.abort()
  }
}

async function nextOf(
  sandbox: Sandbox,
  from: number,
  { service }: ControlRequest<undefined>,
  filter: DeliveryFilter,
  over: AbortSignal,
): Promise<z.infer<typeof nextSchema>> {
  let current = sandbox
  let after = from
  for (;;) {
    const found = await current.outbox.next(after, filter, over)
    if (found !== 'closed') {
      if (found === undefined && service.stopping.aborted) throw new Problem('unavailable', 'the fake is stopping')
      const cursor = toCursor(current, found?.settled ?? after)
      return { item: found === undefined ? null : toDelivery(found), cursor }
    }
    if (!service.sandboxes.has(sandbox.name)) {
      throw new UnknownError(`the sandbox ${quote(sandbox.name)} was deleted meanwhile`)
    }
    const left = toCursor(current, after)
    current = service.sandboxes.getOrCreate(sandbox.name)
    after = readCursor(current, left)
  }
}

/** What a sandbox sends: e-mails, and webhooks with every attempt. */
export const outboxRoutes = [
  defineRoute({
    id: 'listOutbox',
    method: 'GET',
    path: '/outbox',
    summary: 'e-mails and webhook deliveries, the newest last',
    query: { ...filters, limit },
    answer: collectionOf(deliverySchema),
    handle: (request) => {
      const found = request.sandbox.outbox.list(readFilter(request))
      return { items: newest(found, request.query['limit']).map(toDelivery) }
    },
  }),
  defineRoute({
    id: 'nextOfOutbox',
    method: 'GET',
    path: '/outbox/next',
    summary: 'the first that was settled after another, as soon as there is one',
    query: {
      ...filters,
      after: { meaning: 'The cursor of an earlier answer (the beginning).', shape: z.string() },
      timeout: { meaning: 'How long to wait: a duration (30s).', shape: z.string() },
    },
    answer: nextSchema,
    handle: (request) => next(request, readFilter(request), readWait(request.query['timeout'])),
  }),
  defineRoute({
    id: 'showDelivery',
    method: 'GET',
    path: '/outbox/{name}',
    summary: 'one delivery',
    answer: deliverySchema,
    handle: ({ sandbox, name }) => toDelivery(sandbox.outbox.get(name)),
  }),
  defineRoute({
    id: 'redeliver',
    method: 'POST',
    path: '/outbox/{name}/redeliver',
    summary: 'tries a delivery anew, and answers when it was tried',
    answer: deliverySchema,
    handle: async ({ sandbox, name }) => toDelivery(await sandbox.outbox.redeliver(name)),
  }),
  defineRoute({
    id: 'showSigningSecret',
    method: 'GET',
    path: '/signing-secret',
    summary: 'the secret that webhooks are signed with',
    answer: secretSchema,
    handle: ({ sandbox }) => ({ secret: sandbox.outbox.secret }),
  }),
  defineBodyRoute({
    id: 'setSigningSecret',
    method: 'PUT',
    path: '/signing-secret',
    summary: 'sets the secret that webhooks are signed with',
    body: secretSchema,
    answer: secretSchema,
    handle: ({ sandbox, body: { secret } }) => {
      sandbox.outbox.secret = parseSecret(secret)
      return { secret }
    },
  }),
]
