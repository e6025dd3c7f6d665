import { describe, expect, it, onTestFinished } from 'vitest'

import { type DeliveryInfo, type FakeOptions, startFake } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { startReceiver } from '../../support/receiver.ts'
import { sendJob } from '../../support/send-job.ts'

/** The delivery of a job of a fake that listens on an address. */
async function deliver(host: string, url: string, options: FakeOptions = {}): Promise<DeliveryInfo | undefined> {
  const fake = await startFake({ clock: noon, host, ...options })
  onTestFinished(() => fake.close())
  const { status } = await sendJob(fake, { notification: { webhook_url: url } })
  expect(status).toBe(201)
  await fake.clock.advance('5s')
  const [delivery] = await fake.outbox.list()
  return delivery
}

describe('a fake that other machines can reach', () => {
  it.each(['0.0.0.0', '::'])('on %s calls no loopback address', async (host) => {
    const { url, received } = await startReceiver()
    expect(await deliver(host, url)).toMatchObject({
      state: 'refused',
      reason:
        '127.0.0.1 is a loopback address, and the fake listens beyond the loopback; --allow-webhook-host 127.0.0.1 allows it',
    })
    expect(await deliver(host, url.replace('127.0.0.1', 'localhost'))).toMatchObject({
      state: 'refused',
      reason: expect.stringMatching(
        /of localhost is a loopback address, .*; --allow-webhook-host localhost allows it$/,
      ),
    })
    expect(await deliver(host, url.replace('127.0.0.1', '[::ffff:127.0.0.1]'))).toMatchObject({ state: 'refused' })
    expect(await deliver(host, 'http://10.0.0.1/')).toMatchObject({
      state: 'refused',
      reason: '10.0.0.1 is not a loopback address; --allow-webhook-host allows others',
    })
    expect(received).toEqual([])
  })

  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.0.0.0/8', '127.0.0.1'],
    ['localhost', 'localhost'],
  ])('calls what is allowed: %s', async (allowed, name) => {
    const { url } = await startReceiver()
    const options = { allowWebhookHost: [allowed] }
    expect(await deliver('0.0.0.0', url.replace('127.0.0.1', name), options)).toMatchObject({ state: 'delivered' })
    expect(await deliver('0.0.0.0', url.replace('127.0.0.1', '[::1]'), options)).toMatchObject({ state: 'refused' })
  })
})

it.each(['127.0.0.1', 'localhost', '::1'])('a fake on %s calls loopback addresses', async (host) => {
  const { url } = await startReceiver()
  expect(await deliver(host, url)).toMatchObject({ state: 'delivered' })
})
