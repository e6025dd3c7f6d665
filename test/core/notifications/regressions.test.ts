import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { InputError } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { describeFake } from '../../support/fake.ts'
import { soon } from '../../support/outbox.ts'
import { createJob, notified, onlyDelivery, startReceiver } from '../../support/receiver.ts'
import { call, start } from '../../support/transports.ts'

/** Something that is waited for until it is opened. */
function createGate() {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

describe('a connection that fails at once', () => {
  it.each([
    ['255.255.255.255', 4],
    ['224.0.0.1', 4],
    ['fe80::1', 6],
    ['127.0.0.1', 6],
  ])('to %s (family %i) is a failed attempt, and ends no process', async (address, family) => {
    const lookup = async () => Array.from({ length: 3 }, () => ({ address, family }))
    const outcome = await call(start({ allowHosts: ['hooks.example'], lookup }), 'http://hooks.example/')
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.not.stringContaining('undefined') })
  })
})

describeFake('notifications', (open) => {
  it('never set a running clock back where an advance waits for them', async () => {
    const [receiver, client] = [await startReceiver(), await open({ completeAfter: '0s' })]
    const answered = createGate()
    receiver.answer(async () => {
      await answered.opened
      return 204
    })
    await createJob(client, { webhook_url: receiver.url })
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(1)
    const { clock } = client.sandbox
    const advancing = clock.advance('1ms')
    await expect.poll(async () => Date.parse((await clock.show()).now) - Date.now(), { interval: 5 }).toBeLessThan(1000)
    await wait(60)
    const before = Date.parse((await clock.show()).now)
    answered.open()
    expect(Date.parse((await advancing).now)).toBeGreaterThanOrEqual(before)
  })

  it('are asked for by the id of the job that the API shows', async () => {
    const { client, job } = await notified(await open({ clock: noon, assume: { jobIdFormat: 'opaque' } }))
    await client.sandbox.clock.advance('5s')
    expect((await client.sandbox.outbox.list({ job: job.id })).map((delivery) => delivery.job)).toEqual([job.id])
    expect(job.id).toMatch(/^job-/)
    expect((await client.sandbox.outbox.next({ job: job.id })).job).toBe(job.id)
  })

  it('that are redelivered while they are tried are tried once more, in the order of their job', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, completeAfter: '0s' })]
    const first = createGate()
    receiver.answer(async (_, number) => {
      if (number === 0) await first.opened
      return 204
    })
    await createJob(client, { webhook_url: receiver.url })
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(1)
    const { id } = await onlyDelivery(client)
    const redelivered = client.sandbox.outbox.redeliver(id)
    await wait(60)
    expect(receiver.received).toHaveLength(1)
    first.open()
    expect((await redelivered).attempts).toHaveLength(2)
    expect(receiver.received).toHaveLength(2)
  })

  it('go on where they were for a client that takes the same sandbox again', async () => {
    const receiver = await startReceiver()
    const { fake } = await open({ clock: noon })
    const client = (await open({ clock: noon })).at('own')
    expect(fake.sandbox('own')).toBe(fake.sandbox('own'))
    for (let number = 0; number < 2; number += 1) await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('5s')
    const sandbox = () => client.fake.sandbox('own').outbox.next(soon)
    expect([(await sandbox()).settled, (await sandbox()).settled]).toEqual([1, 2])
  })

  it('are signed with no secret that other decoders would not take', async () => {
    const { sandbox } = await open()
    for (const coded of ['A'.repeat(33), 'A'.repeat(34), `${'A'.repeat(31)}B==`]) {
      await expect(sandbox.outbox.setSigningSecret(`whsec_${coded}`)).rejects.toThrow(InputError)
    }
  })
})
