import type { eventRows } from '../../../core/assumptions/rows/events.ts'
import { isJsonObject, type JsonObject } from '../../../core/lib/merge-patch.ts'
import { tryJson } from '../../../core/lib/try-json.ts'
import { type Probes, unexpected } from '../probe.ts'
import { at, textAt } from '../recorded-exchange.ts'
import { jobBody } from '../requests.ts'
import { type ReceivedWebhook, type Need, type Receiver, type Session, unknownOption } from '../session.ts'
import { hasEnded, hasKnownState } from './jobs.ts'

const needs: readonly Need[] = ['write', 'wait', 'receiver']

/** The waits between gets of a job, and the wait for retried webhooks after its end. */
const pollWaitsMs = [1000, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000] as const
const retryMs = 8_000

/** Creates two jobs, and waits until they ended and webhooks may have been retried. */
async function makeJobs(session: Session, { url, refusingUrl }: Receiver): Promise<void> {
  const create = (to: string) =>
    session.ask({ operation: 'createJob', body: JSON.stringify({ ...jobBody, notification: { webhook_url: to } }) })
  await create(url)
  const other = await create(refusingUrl)
  const id = textAt(other.record, 'id')
  if (id === undefined) throw unexpected(other)
  for (const ms of pollWaitsMs) {
    await session.wait(ms)
    const { record } = await session.ask({ operation: 'getJob', id })
    if (record !== undefined && hasEnded(record)) return session.wait(retryMs)
  }
  throw unknownOption('no job could be followed to its end')
}

/** The job in a webhook, with or without an event around it. */
function jobOf({ body }: ReceivedWebhook): JsonObject {
  const payload = tryJson(body)
  const job = at(payload, 'data') ?? payload
  return [job, payload].find(isJsonObject) ?? {}
}

/** A probe that reads the webhooks of a job, whose receiver accepts (`url`) or rejects them (`refusingUrl`). */
const byWebhooks = <const Option>(
  to: 'url' | 'refusingUrl',
  read: (webhooks: readonly [ReceivedWebhook, ...ReceivedWebhook[]]) => Option,
) => ({
  needs,
  find: async (session: Session): Promise<Option> => {
    const { receiver } = session.options
    if (receiver === undefined) throw unknownOption('a recording has no webhooks')
    await session.once('two jobs with a webhook', () => makeJobs(session, receiver))
    const [first, ...others] = receiver.received.filter(({ url }) => url === receiver[to])
    if (first === undefined) throw unknownOption('no webhook arrived')
    session.cite(first, ...others)
    return read([first, ...others])
  },
})

export const eventProbes: Probes<keyof typeof eventRows> = {
  notifyOn: byWebhooks('url', (webhooks) => {
    const jobs = webhooks.map(jobOf)
    if (!jobs.every(hasKnownState)) throw unknownOption('a webhook does not show the status of the job')
    if (!jobs.some(hasEnded)) throw unknownOption('no webhook was about the end of the job')
    return jobs.every(hasEnded) ? 'terminal' : 'every_transition'
  }),
  webhookSigning: byWebhooks('url', ([{ headers }]) => {
    const names = Object.keys(headers).filter((name) => /sign|hmac|digest|authorization/.test(name))
    if (names.includes('webhook-signature')) return 'standard_webhooks'
    if (names.length === 0) return 'none'
    throw unknownOption('it may be signed in another way')
  }),
  webhookRetries: byWebhooks('refusingUrl', (webhooks) => {
    const changes = webhooks.map((arrived) => textAt(jobOf(arrived), 'status') ?? arrived.body)
    return new Set(changes).size < changes.length ? 'backoff' : 'none'
  }),
  webhookPayload: byWebhooks('url', ([{ body }]) => {
    const payload = tryJson(body)
    if (isJsonObject(at(payload, 'data')) && textAt(payload, 'type') !== undefined) return 'event'
    if (textAt(payload, 'id') !== undefined) return 'record'
    throw unknownOption('its body is neither an event nor a record')
  }),
}
