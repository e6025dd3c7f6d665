import { expect, it } from 'vitest'

import type { Snapshot } from '../src/index.ts'
import { answers, jobBody, noon } from './support/answers.ts'
import { type Answer, type Client, describeFake, read, readError } from './support/fake.ts'
import { startReceiver } from './support/receiver.ts'

/** The room for notifications is half of this. */
const options = { clock: noon, maxStoredBytes: 200_000 }

const both = { email: 'dev@example.com', webhook_url: 'http://127.0.0.1:1/' }

const create = (client: Client, notification?: object, name = 'a'): Promise<Answer> =>
  client.post('/data/analysis/jobs', { ...jobBody, name, ...(notification === undefined ? {} : { notification }) })

/** Creates jobs that notify until one is refused. @returns how many were created, and why the last one was not */
async function fill(client: Client, notification: object = both, name = 'a') {
  for (let made = 0; ; made += 1) {
    const answer = await create(client, notification, name)
    if (answer.status === 503) return { made, details: readError(answer, 503, 'service_unavailable') }
    read(answer, 201, answers.job)
    expect(made).toBeLessThan(200)
  }
}

const refused =
  'notification: the bound of 100000 bytes for notifications that are not settled is reached; reset a sandbox, or start the fake with a greater maxStoredBytes'

describeFake('the room for notifications', (open) => {
  it('is bounded: beyond it a job that would notify is refused, and every other job is made', async () => {
    const client = await open({ ...options, maxStoredBytes: 200_000 })
    const { made, details } = await fill(client)
    expect(details).toBe(refused)
    expect(made).toBeGreaterThan(10)
    expect(made).toBeLessThan(40)
    read(await create(client), 201, answers.job)
    // Sandboxes share it.
    readError(await create(client.at('other'), both), 503, 'service_unavailable')
  })

  it('is not changed by a job that was refused: the next id is the same as without it', async () => {
    const [client, plain] = [await open(options), await open({ clock: noon })]
    const { made } = await fill(client)
    for (let i = 0; i < made; i += 1) await create(plain, both)
    const idOf = async (one: Client) => read(await create(one), 201, answers.job).data.id
    expect(await idOf(client)).toBe(await idOf(plain))
  })

  it('is there again once the notifications are settled', async () => {
    const client = await open(options)
    const { made } = await fill(client)
    await client.sandbox.clock.advance('1d')
    expect((await client.sandbox.outbox.list({ state: 'pending' })).length).toBe(0)
    // The records take room too, so the sandbox begins again.
    await client.sandbox.reset()
    expect((await fill(client)).made).toBe(made)
  })

  it('is taken by what is tried again, and once for what is redelivered', async () => {
    const receiver = await startReceiver()
    receiver.answer(500)
    const client = await open({ ...options, assume: { notifyOn: 'every_transition' } })
    const left = async (): Promise<number> => {
      const { made } = await fill(client.at('another'))
      await client.fake.sandboxes.delete('another')
      return made
    }
    for (let i = 0; i < 12; i += 1) await create(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('10s')
    const whilePending = await left()
    receiver.answer(204)
    await client.sandbox.clock.advance('1d')
    const afterwards = await left()
    expect(afterwards).toBeGreaterThan(whilePending + 4)
    const [first] = await client.sandbox.outbox.list({ state: 'delivered' })
    for (let i = 0; i < 30; i += 1) await client.sandbox.outbox.redeliver(first?.id ?? '')
    expect(await left()).toBe(afterwards)
  })

  it('is given back with jobs that are removed or moved by hand, and with a sandbox', async () => {
    const client = await open(options)
    await fill(client)
    const { items } = await client.sandbox.jobs.list({ limit: 2 })
    const [first, second] = items.map(({ id }) => id)
    await client.sandbox.jobs.remove(first ?? '')
    read(await create(client, both), 201, answers.job)
    readError(await create(client, both), 503, 'service_unavailable')
    await client.sandbox.jobs.update(second ?? '', { status: 'failed' })
    await expect.poll(async () => (await client.sandbox.outbox.list({ state: 'kept' })).length).toBe(1)
    await client.fake.sandboxes.create('other')
    const other = client.at('other')
    await client.sandbox.reset()
    await fill(other)
    readError(await create(client, both), 503, 'service_unavailable')
    await client.fake.sandboxes.delete('other')
    read(await create(client, both), 201, answers.job)
  })

  it('is in a snapshot', async () => {
    const client = await open(options)
    const { made } = await fill(client)
    const saved: Snapshot = await client.sandbox.snapshot.save()
    const refuses = async () => readError(await create(client, both), 503, 'service_unavailable')
    await client.sandbox.snapshot.load(saved)
    expect(await refuses()).toBe(refused)
    // Without the bytes of its records it is only too much for the notifications.
    const text = JSON.stringify(saved).replaceAll(/"(bytes|takenBytes)":\d+/g, '"$1":0')
    const tooMuch: Snapshot = JSON.parse(text)
    await expect(client.fake.sandbox('other').snapshot.load(tooMuch)).rejects.toThrow(
      /^parts: \d+ bytes: the bound of 100000 bytes for notifications that are not settled is reached/,
    )
    await client.sandbox.reset()
    expect((await fill(client)).made).toBe(made)
  })
})
