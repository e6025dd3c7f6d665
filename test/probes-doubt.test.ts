import { describe, expect, it } from 'vitest'

import type { AssumptionId } from '../src/assumptions/register.ts'
import type { Arrived } from '../src/resolve/session.ts'
import { findAt } from './support/doubts.ts'
import { listDoubts } from './support/list-doubts.ts'
import { startProbeReceiver } from './support/probing.ts'
import { recordDoubts } from './support/record-doubts.ts'

/** Changes of the webhooks that arrived. */
type Rewrite = (arrived: Arrived) => Arrived

const withBody =
  (body: unknown): Rewrite =>
  (arrived) => ({ ...arrived, body: JSON.stringify(body) })
const event = (status: string) => ({ type: 'job', timestamp: 'x', data: { id: 'a', status } })

const tellers: readonly (readonly [AssumptionId, string, Rewrite])[] = [
  ['notifyOn', 'webhooks do not say in which state the job is', withBody({ type: 'job', data: { id: 'a' } })],
  ['notifyOn', 'no webhook is about the end', withBody(event('running'))],
  [
    'webhookSigning',
    'webhooks have another signature',
    (arrived) => ({ ...arrived, headers: { 'x-hub-signature-256': 'sha256=abc' } }),
  ],
  ['webhookPayload', 'a webhook has a body of its own', withBody({ text: 'done' })],
  [
    'webhookRetries',
    'nothing was sent to be refused',
    (arrived) => ({ ...arrived, url: arrived.url.replace('refuse', 'accept') }),
  ],
]

describe('a probe is in doubt', () => {
  it.each(tellers)('%s where %s', async (id, _, rewrite) => {
    const receiver = await startProbeReceiver()
    const { url, refusingUrl } = receiver
    const shown = {
      url,
      refusingUrl,
      get received() {
        return receiver.received.map(rewrite)
      },
    }
    expect(await findAt(id, () => undefined, { session: { receiver: shown } })).toMatchObject({ option: undefined })
  })

  it('notifyOn where one webhook of two does not say in which state the job is', async () => {
    const receiver = await startProbeReceiver()
    const { url, refusingUrl } = receiver
    const shown = {
      url,
      refusingUrl,
      get received() {
        return receiver.received.flatMap((arrived) => [withBody({ type: 'job', data: { id: 'a' } })(arrived), arrived])
      },
    }
    expect(await findAt('notifyOn', () => undefined, { session: { receiver: shown } })).toMatchObject({
      option: undefined,
    })
  })

  it('but not where each try of a webhook has a body of its own', async () => {
    const receiver = await startProbeReceiver()
    const { url, refusingUrl } = receiver
    const shown = {
      url,
      refusingUrl,
      get received() {
        return receiver.received.map((arrived, i) => withBody({ ...event('completed'), attempt: i })(arrived))
      },
    }
    expect(await findAt('webhookRetries', () => undefined, { session: { receiver: shown } })).toMatchObject({
      option: 'backoff',
    })
  })

  const cases = [...listDoubts, ...recordDoubts].map(([id, title, change, setting]) => ({ id, title, change, setting }))
  it.each(cases)('$id where $title', async ({ id, change, setting }) => {
    expect(await findAt(id, change, setting)).toMatchObject({ option: undefined, reason: expect.stringMatching(/\w/) })
  })
})
