import { setTimeout as wait } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { noon } from '../../support/answers.ts'
import { type Client, describeFake } from '../../support/fake.ts'
import { soon } from '../../support/outbox.ts'
import {
  attemptsOf,
  createJob,
  notified,
  onlyDelivery,
  type Receiver,
  type Reply,
  sentTo,
  startReceiver,
} from '../../support/receiver.ts'

const schedule = ['12:00:05.000', '12:00:10.000', '12:05:10.000', '12:35:10.000', '14:35:10.000']

/** Notifies a receiver of one job, and waits a day. */
async function tellFor(client: Client, receiver: Receiver, reply: Reply): Promise<readonly string[]> {
  receiver.answer(reply)
  await createJob(client, { webhook_url: receiver.url })
  await client.sandbox.clock.advance('1d')
  return attemptsOf(await onlyDelivery(client))
}

describeFake('the times of the tries', (open) => {
  it('are at once, after 5 s, 5 min, 30 min and 2 h, and never again', async () => {
    const { receiver, client } = await notified(await open({ clock: noon }), 503)
    const coming: (string | null | undefined)[] = []
    const waits = ['5s', '5s', '5m', '30m', '2h']
    for (const [number, by] of waits.entries()) {
      await client.sandbox.clock.advance(by)
      expect(receiver.received).toHaveLength(number + 1)
      coming.push((await onlyDelivery(client)).nextAttemptAt)
      // Nothing is tried a moment too early.
      const next = waits[number + 1]
      if (next === undefined) break
      await client.sandbox.clock.set((await client.sandbox.clock.show()).now)
      expect(receiver.received).toHaveLength(number + 1)
    }
    expect(coming.map((at) => at?.slice(11, 23))).toEqual([...schedule.slice(1), undefined])
    expect(await onlyDelivery(client)).toMatchObject({ state: 'failed', reason: null, nextAttemptAt: null, settled: 1 })
    await client.sandbox.clock.advance('365d')
    expect(receiver.received).toHaveLength(5)
  })

  const steps = ['1ms', '4999ms', '4999ms', '2ms', '299998ms', '1ms', '1799999ms', '1ms', '7199999ms', '1s', '9999s']
  it.each([
    ['one step', ['1d']],
    ['steps around each', steps],
    ['steps of ten minutes', Array.from({ length: 18 }, () => '10m')],
    ['steps of 997 ms, then one', [...Array.from({ length: 320 }, () => '997ms'), '1d']],
  ])('are the same where the clock is advanced in %s', async (_, advances) => {
    const { client } = await notified(await open({ clock: noon }), 500)
    for (const by of advances) await client.sandbox.clock.advance(by)
    expect(attemptsOf(await onlyDelivery(client))).toEqual(schedule.map((at) => `${at} 500`))
  })

  it('wait for a clock that was set back', async () => {
    const { receiver, client } = await notified(await open({ clock: noon }), 500)
    await client.sandbox.clock.advance('10s')
    await client.sandbox.clock.set('2026-06-30T12:00:00Z')
    await client.sandbox.clock.advance('23h')
    expect(receiver.received).toHaveLength(2)
    await client.sandbox.clock.set('2026-07-05T00:00:00Z')
    expect(attemptsOf(await onlyDelivery(client))).toEqual(schedule.map((at) => `${at} 500`))
  })

  it('start at the redelivery where one was asked for by hand', async () => {
    const { client } = await notified(await open({ clock: noon }), 500)
    await client.sandbox.clock.set('2026-07-02T00:00:00Z')
    const { id } = await onlyDelivery(client)
    expect((await client.sandbox.outbox.redeliver(id)).state).toBe('pending')
    await client.sandbox.clock.advance('1d')
    const delivery = await onlyDelivery(client)
    expect(delivery.state).toBe('failed')
    expect(attemptsOf(delivery).slice(5)).toEqual(
      ['00:00:00.000', '00:00:05.000', '00:05:05.000', '00:35:05.000', '02:35:05.000'].map((at) => `${at} 500`),
    )
  })

  it('are kept of the last fifty tries', async () => {
    const { receiver, client } = await notified(await open({ clock: noon }))
    await client.sandbox.clock.advance('5s')
    const { id } = await onlyDelivery(client)
    for (let tries = 1; tries < 60; tries += 1) {
      await client.sandbox.clock.advance('1s')
      await client.sandbox.outbox.redeliver(id)
    }
    const { attempts } = await onlyDelivery(client)
    expect([receiver.received.length, attempts.length, attempts[0]?.at]).toEqual([60, 50, '2026-07-01T12:00:15.000Z'])
  })
})

describeFake('the effect of an answer', (open) => {
  const retried = [300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 408, 409, 411, 429, 499, 500, 502, 503, 504, 599]

  it.each([
    ...[200, 201, 202, 204, 206, 226, 299].map((status) => [status, 'delivered', 1] as const),
    ...[...retried, 'drop' as const].map((reply) => [reply, 'failed', schedule.length] as const),
  ])('%s is %s after %i tries, and is followed nowhere', async (reply, state, tries) => {
    const [receiver, elsewhere, client] = [await startReceiver(), await startReceiver(), await open({ clock: noon })]
    const answer = reply === 'drop' ? reply : { status: reply, headers: { Location: elsewhere.url } }
    const outcome = reply === 'drop' ? 'socket hang up' : reply
    expect(await tellFor(client, receiver, answer)).toEqual(schedule.slice(0, tries).map((at) => `${at} ${outcome}`))
    const delivery = await onlyDelivery(client)
    expect(delivery).toMatchObject({ state, nextAttemptAt: null, settled: 1 })
    if (reply === 'drop') expect(delivery.attempts[0]).toMatchObject({ status: null, response: '' })
    expect(elsewhere.received).toEqual([])
  })

  it('410 after other failures ends it too, and redelivery by hand tries all the same', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    receiver.answer((_, number) => (number === 0 ? 500 : 410))
    await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('1d')
    const { id, attempts } = await onlyDelivery(client)
    expect(attempts.map(({ status }) => status)).toEqual([500, 410])
    receiver.answer(200)
    expect((await client.sandbox.outbox.redeliver(id)).state).toBe('delivered')
  })

  it('an address without a listener is tried again, until there is one', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    await createJob(client, { webhook_url: receiver.url })
    await receiver.kill()
    await client.sandbox.clock.advance('1h')
    expect(await onlyDelivery(client)).toMatchObject({ state: 'pending', nextAttemptAt: '2026-07-01T14:35:10.000Z' })
    await receiver.restart()
    await client.sandbox.clock.advance('2h')
    const delivery = await onlyDelivery(client)
    expect(delivery.state).toBe('delivered')
    expect(attemptsOf(delivery)).toEqual([
      ...schedule.slice(0, 4).map((at) => `${at} connect ECONNREFUSED ${new URL(receiver.url).host}`),
      `${schedule[4]} 204`,
    ])
  })

  it('is recorded with its start and how long it took', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    receiver.answer(async () => {
      await wait(60)
      return { status: 202, body: `queued ${'x'.repeat(5000)}` }
    })
    await createJob(client, { webhook_url: receiver.url })
    const startedAt = performance.now()
    await client.sandbox.clock.advance('5s')
    const mostMs = Math.ceil(performance.now() - startedAt)
    const [attempt] = (await onlyDelivery(client)).attempts
    expect(attempt).toMatchObject({ at: '2026-07-01T12:00:05.000Z', status: 202, reason: null })
    expect(attempt?.response).toBe(`queued ${'x'.repeat(1024 - 7)}`)
    expect(attempt?.durationMs).toBeGreaterThanOrEqual(50)
    expect(attempt?.durationMs).toBeLessThanOrEqual(mostMs)
  })
})

describeFake('several jobs with notifications', (open) => {
  it('do so in the order of time, in any order of their creation', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    for (const [name, completeAfter] of [
      ['late', '30s'],
      ['early', '10s'],
      ['middle', '20s'],
    ] as const) {
      await client.sandbox.scenarios.define({ name, jobs: { completeAfter } })
      await createJob(client, { webhook_url: receiver.url }, { name })
    }
    await client.sandbox.clock.advance('1h')
    expect(sentTo(receiver)).toEqual(['early completed', 'middle completed', 'late completed'])
    const deliveries = await client.sandbox.outbox.list()
    expect(deliveries.map(attemptsOf)).toEqual([['12:00:10.000 204'], ['12:00:20.000 204'], ['12:00:30.000 204']])
  })

  it('keep the order of each while its first message is tried again', async () => {
    const receiver = await startReceiver()
    receiver.answer(({ body }) =>
      body.includes('.running') && receiver.received.filter((other) => other.body === body).length < 4 ? 500 : 200,
    )
    const client = await open({ clock: noon, assume: { notifyOn: 'every_transition' } })
    await createJob(client, { webhook_url: receiver.url }, { name: 'a' })
    await client.sandbox.clock.advance('20m')
    expect(sentTo(receiver)).toEqual(['a running', 'a running', 'a running'])
    const held = (await client.sandbox.outbox.list()).at(-1)
    expect(held).toMatchObject({ event: 'analysis_job.completed', state: 'pending', attempts: [] })
    await client.sandbox.clock.advance('1h')
    expect(sentTo(receiver).slice(3)).toEqual(['a running', 'a completed'])
    expect((await client.sandbox.outbox.list()).map(attemptsOf)).toEqual([
      ['12:00:01.000 500', '12:00:06.000 500', '12:05:06.000 500', '12:35:06.000 200'],
      ['12:35:06.000 200'],
    ])
  })

  it('fail for good, and later messages are still sent', async () => {
    const { client } = await notified(
      await open({ clock: noon, assume: { notifyOn: 'every_transition' } }),
      ({ body }) => (body.includes('.running') ? 500 : 200),
    )
    await client.sandbox.clock.advance('1d')
    const [running, completed] = await client.sandbox.outbox.list()
    expect([running?.state, completed?.state]).toEqual(['failed', 'delivered'])
    expect(completed?.attempts[0]?.at).toBe(running?.attempts[4]?.at)
  })

  it('in several sandboxes follow the clock of each', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    const sandboxes = ['one', 'two', 'three'].map((name) => client.at(name))
    for (const sandbox of sandboxes)
      await createJob(sandbox, { webhook_url: receiver.url }, { name: sandbox.sandbox.name })
    await Promise.all([sandboxes[2]?.sandbox.clock.advance('1h'), sandboxes[0]?.sandbox.clock.advance('4999ms')])
    expect(sentTo(receiver)).toEqual(['three completed'])
    await sandboxes[0]?.sandbox.clock.advance('1ms')
    expect(sentTo(receiver)).toEqual(['three completed', 'one completed'])
    expect(await sandboxes[1]?.sandbox.outbox.list()).toEqual([])
    expect(await client.sandbox.outbox.list()).toEqual([])
    const secrets = await Promise.all(sandboxes.map(({ sandbox }) => sandbox.outbox.signingSecret()))
    expect(new Set(secrets).size).toBe(3)
  })
})

describeFake('a clock that moves by itself', (open) => {
  it('makes a job send its message when it ends', async () => {
    const { client } = await notified(await open({ completeAfter: '50ms', assume: { notifyOn: 'every_transition' } }))
    const first = await client.sandbox.outbox.next(soon)
    const second = await client.sandbox.outbox.next(soon)
    expect([first, second].map(({ event, state }) => `${event} ${state}`)).toEqual([
      'analysis_job.running delivered',
      'analysis_job.completed delivered',
    ])
    expect(Date.parse(second.createdAt) - Date.parse(first.createdAt)).toBe(40)
  })

  it('that runs fast tries again sooner by the wall clock', async () => {
    const receiver = await startReceiver()
    receiver.answer((_, number) => (number < 4 ? 500 : 200))
    const client = await open()
    await client.sandbox.clock.run(86_400)
    await createJob(client, { webhook_url: receiver.url })
    const { state, attempts } = await client.sandbox.outbox.next(soon)
    expect([state, attempts.map(({ status }) => status)]).toEqual(['delivered', [500, 500, 500, 500, 200]])
    const at = attempts.map((attempt) => Date.parse(attempt.at))
    for (const [number, waitMs] of [5000, 300_000, 1_800_000, 7_200_000].entries()) {
      expect((at[number + 1] ?? 0) - (at[number] ?? 0)).toBeGreaterThanOrEqual(waitMs)
    }
  })

  it('that is frozen while something is due does nothing until it goes on', async () => {
    const { receiver, client } = await notified(await open({ completeAfter: '800ms' }))
    await client.sandbox.clock.freeze()
    await wait(850)
    expect([receiver.received, await client.sandbox.outbox.list()]).toEqual([[], []])
    await client.sandbox.clock.run()
    expect((await client.sandbox.outbox.next(soon)).state).toBe('delivered')
  })

  it('can be advanced, and made faster, while something is due', async () => {
    const { receiver, client } = await notified(await open({ completeAfter: '1h' }), (_, number) =>
      number === 0 ? 500 : 200,
    )
    await client.sandbox.clock.advance('1h')
    expect(receiver.received).toHaveLength(1)
    await client.sandbox.clock.run(1000)
    expect((await client.sandbox.outbox.next(soon)).attempts).toHaveLength(2)
  })

  it('that is frozen and let go at another instant does at once what is overdue', async () => {
    const { client } = await notified(await open({ clock: noon }))
    await client.sandbox.clock.change({ now: '2026-07-02T00:00:00Z', mode: 'real', rate: 1 })
    expect(attemptsOf(await onlyDelivery(client))).toEqual(['12:00:05.000 204'])
  })

  it('is never set back where an advance waits for notifications', async () => {
    const [receiver, client] = [await startReceiver(), await open({ completeAfter: '0s' })]
    const release = receiver.hold(204)
    await createJob(client, { webhook_url: receiver.url })
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(1)
    const { clock } = client.sandbox
    const advancing = clock.advance('1ms')
    await expect.poll(async () => Date.parse((await clock.show()).now) - Date.now(), { interval: 5 }).toBeLessThan(1000)
    await wait(60)
    const before = Date.parse((await clock.show()).now)
    release()
    expect(Date.parse((await advancing).now)).toBeGreaterThanOrEqual(before)
  })
})
