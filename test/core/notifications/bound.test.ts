import { expect, it } from 'vitest'

import { jobBody, noon } from '../../support/answers.ts'
import { type Answer, type Client, describeFake } from '../../support/fake.ts'
import { countUntilFull } from '../../support/fill.ts'
import { startReceiver } from '../../support/receiver.ts'

const options = { clock: noon, maxStoredBytes: 200_000 }

const create = (client: Client, notification?: object): Promise<Answer> =>
  client.post('/data/analysis/jobs', { ...jobBody, ...(notification === undefined ? {} : { notification }) })

/** Creates jobs until one is refused. @returns how many were created */
const fill = (client: Client): Promise<number> => countUntilFull(async () => (await create(client)).status)

describeFake('the room for notifications, which records have too', (open) => {
  it('is taken by what is tried again, and once for what is redelivered', async () => {
    const receiver = await startReceiver()
    receiver.answer(500)
    const client = await open({ ...options, assume: { notifyOn: 'every_transition' } })
    const left = async (): Promise<number> => {
      const made = await fill(client.at('another'))
      await client.fake.sandboxes.delete('another')
      return made
    }
    for (let i = 0; i < 12; i += 1) await create(client, { webhook_url: receiver.url })
    const stored = async () => Number((await client.fake.sandboxes.list())[0]?.storedBytes)
    const before = await stored()
    await client.sandbox.clock.advance('10s')
    const pending = await client.sandbox.outbox.list({ state: 'pending' })
    expect(await stored()).toBeGreaterThan(before + 1024 * pending.length)
    const whilePending = await left()
    receiver.answer(204)
    await client.sandbox.clock.advance('1d')
    expect(await stored()).toBe(before)
    const afterwards = await left()
    expect(afterwards).toBeGreaterThan(whilePending + 4)
    const [first] = await client.sandbox.outbox.list({ state: 'delivered' })
    for (let i = 0; i < 30; i += 1) await client.sandbox.outbox.redeliver(first?.id ?? '')
    expect([await left(), await stored()]).toEqual([afterwards, before])
  })

  it('is in a snapshot, and given back with a sandbox', async () => {
    const client = await open({ ...options, assume: { notifyOn: 'every_transition' } })
    const whole = await fill(client.at('another'))
    await client.fake.sandboxes.delete('another')
    for (let i = 0; i < 12; i += 1) await create(client, { webhook_url: 'http://127.0.0.1:1/' })
    await client.sandbox.clock.advance('10s')
    expect((await client.sandbox.outbox.list({ state: 'pending' })).length).toBe(24)
    const saved = await client.sandbox.snapshot.save()
    const left = await fill(client.at('another'))
    expect(left).toBeLessThan(whole - 12)
    await client.fake.sandboxes.delete('another')
    await client.sandbox.reset()
    await client.sandbox.snapshot.load(saved)
    expect(await fill(client.at('another'))).toBe(left)
    await client.fake.sandboxes.delete('another')
    await client.sandbox.reset()
    expect(await fill(client)).toBe(whole)
  })
})
