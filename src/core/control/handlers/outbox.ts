import { InputError, quote } from '../../lib/input-error.ts'
import { didYouMean } from '../../lib/nearest.ts'
import type { Delivery } from '../../notifications/delivery.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { abortAfter } from '../../time/abort-after.ts'
import { parseDuration } from '../../time/duration.ts'
import { formatInstant } from '../../time/instant.ts'
import { type DeliveryInfo, outboxEndpoints } from '../endpoints/outbox.ts'
import { requireRunning } from '../problem.ts'
import { toRoutes } from '../route.ts'

function toDelivery(delivery: Delivery): DeliveryInfo {
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
    createdAt: formatInstant(createdMs, 'milliseconds'),
    nextAttemptAt: nextMs === null ? null : formatInstant(nextMs, 'milliseconds'),
    settled,
    attempts: attempts.map((made) => {
      const { atMs, tampered: _, ...attempt } = made
      return { at: formatInstant(atMs, 'milliseconds'), ...attempt }
    }),
    body,
    ...(kind === 'email' ? { subject, message: typeof sent === 'string' ? sent : null } : {}),
    ...(kind === 'webhook' ? { headers: typeof sent === 'string' ? null : sent } : {}),
  }
}

/** A position among the ended deliveries: the incarnation of the sandbox, and a number in it. */
function toCursor({ incarnation }: Sandbox, settled: number): string {
  return `${incarnation}:${settled}`
}

/** The number in a cursor: 0 after a reset, and at most the last delivery, since a snapshot may have removed later ones. */
function readCursor(sandbox: Sandbox, text: string | undefined): number {
  if (text === undefined) return 0
  const [, incarnation, settled] = /^(\d{1,15}):(\d{1,15})$/.exec(text) ?? []
  if (settled === undefined)
    throw new InputError(`expected a cursor from an earlier answer, got ${quote(text)}`, { field: 'after' })
  return Number(incarnation) === sandbox.incarnation
    ? Math.min(Number(settled), sandbox.outbox.deliveries.lastSettled)
    : 0
}

const maxWaitMs = 600_000

function readWait(text = '30s'): number {
  const waitMs = parseDuration(text, 'timeout')
  if (waitMs <= maxWaitMs) return waitMs
  throw new InputError(`expected at most 10m, got ${quote(text)}`, { field: 'timeout' })
}

export const outboxRoutes = toRoutes(outboxEndpoints, {
  listOutbox: ({ sandbox, query: { kind, state, job, limit = Number.POSITIVE_INFINITY } }) => ({
    items: sandbox.outbox.deliveries.list({ kind, state, group: job }).slice(-limit).map(toDelivery),
  }),
  // Waits for a sandbox that does not exist yet, and does not create it.
  nextOfOutbox: async ({ sandbox, query, service, request }) => {
    const { sandboxes, stopping } = service
    const { name } = sandbox
    const filter = { kind: query.kind, state: query.state, group: query.job }
    let after = readCursor(sandbox, query.after)
    const over = abortAfter(readWait(query.timeout), [stopping, request.signal])
    try {
      let current = (await sandboxes.made(name, over.signal)) ?? sandbox
      for (;;) {
        const found = await current.outbox.deliveries.nextSettled(after, filter, over.signal)
        if (found !== 'closed') {
          if (found === undefined) requireRunning(stopping)
          const cursor = toCursor(current, found?.settled ?? after)
          return { item: found === undefined ? null : toDelivery(found), cursor }
        }
        if (!sandboxes.has(name))
          throw new InputError(`the sandbox ${quote(name)} was deleted meanwhile`, { kind: 'unknown' })
        const left = toCursor(current, after)
        current = sandboxes.getOrCreate(name)
        after = readCursor(current, left)
      }
    } finally {
      over.abort()
    }
  },
  showDelivery: ({ sandbox, path }) => toDelivery(sandbox.outbox.deliveries.get(path.name)),
  redeliver: async ({ sandbox, path }) => toDelivery(await sandbox.outbox.redeliver(path.name)),
  sendNotification: async ({ sandbox, service: { recordAdmins }, body: { to, event, data } }) => {
    const all = recordAdmins.flatMap(({ notices }) => notices ?? [])
    const notices = all.find(({ events }) => events(sandbox).includes(event))
    if (notices === undefined) {
      const known = all.flatMap(({ events }) => events(sandbox))
      const reason = `expected one of ${known.join(', ')}, got ${quote(event)}.${didYouMean(event, known)}`
      throw new InputError(reason, { field: 'event' })
    }
    const nowMs = sandbox.clock.now()
    const draft = notices.draft(sandbox, event, data)
    // A separate group, so that it waits for no other delivery.
    const group = `${event} ${sandbox.outbox.made}`
    return toDelivery(
      await sandbox.outbox.sendNow({ ...draft, group, event, isLast: true, kind: 'webhook', to }, nowMs),
    )
  },
  showSigningSecret: ({ sandbox }) => ({ secret: sandbox.outbox.secret }),
  setSigningSecret: ({ sandbox, body: { secret } }) => {
    sandbox.outbox.secret = secret
    return { secret }
  },
})
