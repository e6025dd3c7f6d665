import { describe, expect, it } from 'vitest'

import { type AssumptionId, assumptionIds } from '../../../src/core/assumptions/register.ts'
import type { FakeOptions } from '../../../src/index.ts'
import type { ReceivedWebhook } from '../../../src/tools/resolve/session.ts'
import { type Change, findAt, items, type Setting, unchanged } from '../../support/doubts.ts'
import { listDoubts } from '../../support/list-doubts.ts'
import { startProbeReceiver } from '../../support/probing.ts'
import { recordDoubts } from '../../support/record-doubts.ts'

/** A change of the webhooks that arrived. */
type Rewrite = (arrived: ReceivedWebhook, i: number) => ReceivedWebhook | readonly ReceivedWebhook[]

const withBody =
  (body: unknown): Rewrite =>
  (arrived) => ({ ...arrived, body: JSON.stringify(body) })
const event = (status: string) => ({ type: 'job', timestamp: 'x', data: { id: 'a', status } })
const stateless = withBody({ type: 'job', data: { id: 'a' } })

const tellers: readonly (readonly [AssumptionId, string, Rewrite, string?])[] = [
  ['notifyOn', 'webhooks do not say in which state the job is', stateless],
  ['notifyOn', 'one webhook of two does not say so', (arrived, i) => [stateless(arrived, i), arrived].flat()],
  ['notifyOn', 'no webhook is about the end', withBody(event('running'))],
  [
    'webhookSigning',
    'webhooks have another signature',
    (arrived) => ({ ...arrived, headers: { 'x-hub-signature': 'a' } }),
  ],
  ['webhookPayload', 'a webhook has a body of its own', withBody({ text: 'done' })],
  [
    'webhookRetries',
    'nothing was sent to be refused',
    (arrived) => ({ ...arrived, url: arrived.url.replace('refuse', 'accept') }),
  ],
  [
    'webhookRetries',
    'each try has a body of its own, which is no doubt',
    (arrived, i) => withBody({ ...event('completed'), attempt: i })(arrived, i),
    'backoff',
  ],
]

const none = items(() => [])
const assume = (choices: FakeOptions['assume']): Setting => ({ options: { assume: choices } })

const shown: readonly (readonly [AssumptionId, string, string, Change, Setting?])[] = [
  ['jobIdFormat', 'uuid', 'there is no job', none, assume({ jobIdFormat: 'uuid' })],
  ['resourceIdFormat', 'uuid', 'there is no resource', none, assume({ resourceIdFormat: 'uuid' })],
  ['rateScope', 'key', 'the other key is the spare one', unchanged, { session: { keys: ['main', 'spare'] } }],
  [
    'checkOrder',
    'request_before_permission',
    'requests without a key do not count',
    unchanged,
    assume({ checkOrder: 'request_before_permission', rateCounts: 'accepted' }),
  ],
  [
    'emptyFilter',
    'ignore',
    'a value that no record has is refused',
    unchanged,
    assume({ emptyFilter: 'ignore', resourceValues: 'reject' }),
  ],
]

describe('a probe is in no doubt', () => {
  const cases = shown.map(([id, option, title, change, setting]) => ({ id, option, title, change, setting }))
  it.each(cases)('$id: finds $option where $title', async ({ id, option, change, setting }) => {
    expect(await findAt(id, change, setting)).toMatchObject({ option })
  })
})

describe('a probe is in doubt', () => {
  it.each(tellers.map(([id, title, rewrite, option]) => ({ id, title, rewrite, option })))(
    '$id where $title',
    async (teller) => {
      const { id, rewrite, option } = teller
      const receiver = await startProbeReceiver()
      const { url, refusingUrl } = receiver
      const shown = {
        url,
        refusingUrl,
        get received() {
          return receiver.received.flatMap(rewrite)
        },
      }
      expect(await findAt(id, () => undefined, { session: { receiver: shown } })).toMatchObject({ option })
    },
  )

  it.each(Object.entries({ ...listDoubts, ...recordDoubts }))('%s', async (title, doubt) => {
    const id = assumptionIds.find((known) => title.startsWith(`${known}: `)) ?? expect.fail('no such row')
    const [change, setting] = typeof doubt === 'function' ? [doubt] : doubt
    expect(await findAt(id, change, setting)).toMatchObject({ option: undefined, reason: expect.stringMatching(/\w/) })
  })
})
