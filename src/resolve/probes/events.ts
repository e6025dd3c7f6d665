import type { Choice } from '../../assumptions/register.ts'
import type { eventRows } from '../../assumptions/rows/events.ts'
import { isJsonObject, type JsonObject } from '../../lib/merge-patch.ts'
import { tryJson } from '../../lib/try-json.ts'
import { jobBody } from '../creations.ts'
import { type Finding, found, type Need, type Probes, unknown } from '../probe.ts'
import { at, recordOf, type RecordedExchange, textAt } from '../recorded-exchange.ts'
import type { Arrived, Session } from '../session.ts'
import { hasEnded, hasKnownState } from './jobs.ts'

const needs: readonly Need[] = ['write', 'wait', 'receiver']

/** Waits between gets of a job, and after its end for webhooks and a second attempt. */
const looksMs = [1000, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000] as const
const retryMs = 8_000

/** The webhooks about two jobs until some time after their end: those of one were accepted, those of the other refused. */
interface Followed {
  readonly created: RecordedExchange
  readonly accepted: readonly Arrived[]
  readonly refused: readonly Arrived[]
}

function follow(session: Session): Promise<Followed | undefined> {
  return session.once('two jobs with a webhook', async () => {
    const { receiver } = session.options
    if (receiver === undefined) return undefined
    const create = (url: string) =>
      session.ask({ operation: 'createJob', body: JSON.stringify({ ...jobBody, notification: { webhook_url: url } }) })
    const [created, other] = [await create(receiver.url), await create(receiver.refusingUrl)]
    const id = textAt(recordOf(other), 'id')
    if (created === undefined || id === undefined || !(await waitForEnd(session, id))) return undefined
    if (!(await session.wait(retryMs))) return undefined
    const arrivedAt = (url: string): Arrived[] => receiver.received.filter((arrived) => arrived.url === url)
    return { created, accepted: arrivedAt(receiver.url), refused: arrivedAt(receiver.refusingUrl) }
  })
}

async function waitForEnd(session: Session, id: string): Promise<boolean> {
  for (const ms of looksMs) {
    if (!(await session.wait(ms))) return false
    const job = recordOf(await session.ask({ operation: 'getJob', id }))
    if (job !== undefined && hasEnded(job)) return true
  }
  return false
}

/** The body of a webhook. */
const payloadOf = ({ body }: Arrived): unknown => tryJson(body)

/** The job in a webhook, with or without an event around it. */
function jobOf(arrived: Arrived): JsonObject {
  const payload = payloadOf(arrived)
  const job = at(payload, 'data') ?? payload
  return [job, payload].find(isJsonObject) ?? {}
}

/** A probe by the webhooks about two jobs. */
const byWebhooks = <const Option>(read: (followed: Followed, first: Arrived) => Finding<Option>) => ({
  needs,
  find: async (session: Session) => {
    const all = await follow(session)
    if (all === undefined) return unknown('no job could be followed to its end')
    const [first] = all.accepted
    return first === undefined ? unknown('no webhook arrived', all.created) : read(all, first)
  },
})

/** Finds how webhooks are signed by the names of their headers. */
function signingIn({ created }: Followed, first: Arrived): Finding<Choice<'webhookSigning'>> {
  const names = Object.keys(first.headers).filter((name) => /sign|hmac|digest|authorization/.test(name))
  if (names.includes('webhook-signature')) return found('standard_webhooks', created, first)
  return names.length === 0
    ? found('none', created, first)
    : unknown({ reason: 'it may be signed in another way, by', said: names.join(', ') }, created)
}

/** Probes of notifications (§6). */
export const eventProbes: Probes<keyof typeof eventRows> = {
  notifyOn: byWebhooks(({ created, accepted }) => {
    const jobs = accepted.map(jobOf)
    if (!jobs.every(hasKnownState)) return unknown('a webhook does not show the state of the job', created)
    if (!jobs.some(hasEnded)) return unknown('no webhook was about the end of the job', created)
    return found(jobs.every(hasEnded) ? 'terminal' : 'every_transition', created, ...accepted)
  }),
  webhookSigning: byWebhooks(signingIn),
  webhookRetries: byWebhooks(({ created, refused }) => {
    if (refused.length === 0) return unknown('no webhook arrived that could be refused', created)
    const changes = refused.map((arrived) => textAt(jobOf(arrived), 'status') ?? arrived.body)
    return found(new Set(changes).size < changes.length ? 'backoff' : 'none', created, ...refused)
  }),
  webhookPayload: byWebhooks(({ created }, first) => {
    const payload = payloadOf(first)
    const isEvent = isJsonObject(at(payload, 'data')) && textAt(payload, 'type') !== undefined
    if (isEvent) return found('event', created, first)
    return textAt(payload, 'id') === undefined
      ? unknown('its body is neither an event nor a record', created)
      : found('record', created, first)
  }),
}
