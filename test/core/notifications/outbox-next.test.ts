import { setTimeout as wait } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { outboxEndpoints } from '../../../src/core/control/endpoints/outbox.ts'
import { connect, ControlError, type DeliveryInfo, type SandboxClient } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { describeFake } from '../../support/fake.ts'
import { ask, atOnce, notify, remoteOf, soon, startRejectingReceiver } from '../../support/outbox.ts'
import { createJob, onlyDelivery, startReceiver } from '../../support/receiver.ts'

const nextSchema = outboxEndpoints.nextOfOutbox.answer()

/** A request that waits has arrived: one that was sent later, and some time after it, was answered. */
async function arrival(sandbox: SandboxClient): Promise<void> {
  await wait(60)
  await sandbox.clock.show()
}

const nothing = /^outbox: no such delivery ended within /

describeFake('the next of the outbox', (open, way) => {
  const begin = async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    /** Has a job for each name, and all of their webhooks sent. */
    const tell = async (...names: readonly string[]) => {
      for (const name of names) await createJob(client, { webhook_url: receiver.url }, { name })
      await client.sandbox.clock.advance('5s')
    }
    return { receiver, client, sandbox: await remoteOf(client, way), tell }
  }

  it('gives each in the order in which they were settled, also those before the call', async () => {
    const { url } = await startRejectingReceiver()
    const client = await open({ clock: noon })
    await notify(client, url)
    await client.sandbox.clock.advance('1d')
    const sandbox = await remoteOf(client, way)
    const settled: DeliveryInfo[] = []
    for (let number = 0; number < 4; number += 1) settled.push(await sandbox.outbox.next(soon))
    expect(settled.map((delivery) => delivery.settled)).toEqual([1, 2, 3, 4])
    expect(settled.map(({ state }) => state).toSorted()).toEqual(['delivered', 'failed', 'kept', 'refused'])
    await expect(sandbox.outbox.next(atOnce)).rejects.toThrow(nothing)
  })

  it('is waited for, and given the moment that it is settled', async () => {
    const { sandbox, tell } = await begin()
    const waiting = sandbox.outbox.next({ kind: 'webhook', timeout: '10m' })
    await arrival(sandbox)
    await tell('a')
    expect(await waiting).toMatchObject({ state: 'delivered', settled: 1 })
  })

  it('is the next of its kind, state and job', async () => {
    const { url } = await startRejectingReceiver()
    const { client, sandbox } = await begin()
    const mail = sandbox.outbox.next({ kind: 'email', ...soon })
    const failed = sandbox.outbox.next({ state: 'failed', ...soon })
    const refused = sandbox.outbox.next({ state: 'refused', kind: 'webhook', ...soon })
    const jobs = await notify(client, url)
    expect([(await mail).job, (await refused).job]).toEqual([jobs.good.id, jobs.refused.id])
    const own = await sandbox.outbox.next({ job: jobs.good.id, kind: 'webhook', ...soon })
    expect(own.state).toBe('delivered')
    await client.sandbox.clock.advance('1d')
    expect((await failed).job).toBe(jobs.bad.id)
    // A delivery that was given under one question is still there under another.
    expect((await sandbox.outbox.next({ kind: 'email', job: jobs.good.id, ...soon })).id).toBe((await mail).id)
    await expect(sandbox.outbox.next({ kind: 'email', ...atOnce })).rejects.toThrow(nothing)
  })

  it('is given to all who wait, each with a cursor of its own', async () => {
    const { client, sandbox, tell } = await begin()
    const { baseUrl } = client.sandbox
    const sandboxes = [sandbox, way === 'in process' ? client.fake.sandbox('default') : await connect(baseUrl)]
    const waiting = sandboxes.map((sandbox) => sandbox.outbox.next(soon))
    await Promise.all(sandboxes.map(arrival))
    await tell('a')
    const [first, second] = await Promise.all(waiting)
    expect(second).toEqual(first)
    await tell('b')
    for (const { outbox } of sandboxes) {
      expect((await outbox.next(soon)).settled).toBe(2)
      await expect(outbox.next(atOnce)).rejects.toThrow(nothing)
    }
  })

  it('is another for each of several calls of one program at once', async () => {
    const { sandbox, tell } = await begin()
    const waiting = [1, 2, 3].map(() => sandbox.outbox.next(soon))
    await tell('a', 'b', 'c')
    const settled = (await Promise.all(waiting)).map((delivery) => delivery.settled)
    expect(new Set(settled)).toEqual(new Set([1, 2, 3]))
  })

  it('is one question, with its parameters in any order', async () => {
    const { receiver, client, sandbox } = await begin()
    const { id } = await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('5s')
    await sandbox.outbox.next({ kind: 'webhook', job: id, ...soon })
    const again = await sandbox.outbox.next({ job: id, kind: 'webhook', ...atOnce }).catch(String)
    expect(again).toMatch(/no such delivery ended/)
  })

  it('is none within its time', async () => {
    const { client, sandbox } = await begin()
    const askedAt = performance.now()
    // The first of two that ends has the shorter time.
    const [first, second] = ['80ms', '20s'].map((timeout) =>
      sandbox.outbox.next({ kind: 'email', timeout }).catch((error: unknown) => error),
    )
    const error = await Promise.race([first, second])
    expect(performance.now() - askedAt).toBeGreaterThan(70)
    expect(error).toBeInstanceOf(ControlError)
    expect(String(error)).toContain('outbox: no such delivery ended within 80ms')
    expect(nextSchema.parse((await ask(client, '/outbox/next?timeout=1ms')).body)).toEqual({
      item: null,
      cursor: '0:0',
    })
  })

  it('begins again with the sandbox', async () => {
    const { sandbox, tell } = await begin()
    for (const name of ['a', 'b']) {
      await tell(name)
      await sandbox.outbox.next(soon)
    }
    await sandbox.reset()
    expect(await sandbox.outbox.list()).toEqual([])
    await tell('c', 'd', 'e')
    for (const settled of [1, 2, 3]) expect((await sandbox.outbox.next(soon)).settled).toBe(settled)
  })

  it('that is waited for while the sandbox is reset is that of the new one', async () => {
    const { client, sandbox, tell } = await begin()
    const waiting = sandbox.outbox.next(soon)
    await arrival(sandbox)
    await client.sandbox.reset()
    await tell('a')
    expect((await waiting).settled).toBe(1)
  })

  it('can be waited for before the sandbox was used', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    const address = client.sandbox.baseUrl.replace('/v1', '/@late')
    const waiting = client.fake.fetch(`${address}/_control/outbox/next?timeout=20s`)
    await arrival(client.sandbox)
    const late = client.at('late')
    await createJob(late, { webhook_url: receiver.url })
    await late.sandbox.clock.advance('5s')
    expect(nextSchema.parse(await (await waiting).json()).item?.settled).toBe(1)
  })

  it('is given again once it was redelivered, and not while it is tried', async () => {
    const { receiver, client, sandbox, tell } = await begin()
    await tell('a')
    const { id } = await onlyDelivery(client)
    receiver.answer(500)
    expect(await sandbox.outbox.redeliver(id)).toMatchObject({ state: 'pending', settled: null })
    await expect(sandbox.outbox.next(atOnce)).rejects.toThrow(nothing)
    receiver.answer(200)
    await client.sandbox.clock.advance('5s')
    expect(await sandbox.outbox.next(soon)).toMatchObject({ id, state: 'delivered', settled: 2 })
    await sandbox.outbox.redeliver(id)
    expect(await sandbox.outbox.next(soon)).toMatchObject({ id, settled: 3 })
    await expect(sandbox.outbox.next(atOnce)).rejects.toThrow(nothing)
  })

  it('ends where the fake is closed meanwhile', async () => {
    const { client, sandbox } = await begin()
    const waiting = sandbox.outbox.next({ timeout: '10m' }).catch((error: unknown) => error)
    await arrival(sandbox)
    await client.fake.close()
    const error = await waiting
    expect([error instanceof ControlError, String(error)]).toEqual([true, 'ControlError: the fake is stopping'])
  })

  it('goes on where it was for a client that takes the same sandbox again', async () => {
    const receiver = await startReceiver()
    const { fake } = await open({ clock: noon })
    const client = (await open({ clock: noon })).at('own')
    expect(fake.sandbox('own')).toBe(fake.sandbox('own'))
    for (let number = 0; number < 2; number += 1) await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('5s')
    const sandbox = () => client.fake.sandbox('own').outbox.next(soon)
    expect([(await sandbox()).settled, (await sandbox()).settled]).toEqual([1, 2])
  })
})
