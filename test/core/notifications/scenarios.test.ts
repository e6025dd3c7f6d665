import { expect, it } from 'vitest'

import type { SandboxClient } from '../../../src/index.ts'
import { answers, jobBody, noon } from '../../support/answers.ts'
import { describeFake, read } from '../../support/fake.ts'
import {
  attemptsOf,
  createJob,
  notified,
  onlyDelivery,
  sentTo,
  startReceiver,
  verified,
} from '../../support/receiver.ts'

describeFake('webhook-fails', (open) => {
  it('has the receiver get only the third try', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, scenario: ['webhook-fails'] })]
    await createJob(client, { webhook_url: receiver.url, email: 'dev@example.com' })
    await client.sandbox.clock.advance('309999ms')
    expect(receiver.received).toEqual([])
    await client.sandbox.clock.advance('1ms')
    const [webhook, mail] = await client.sandbox.outbox.list()
    if (webhook === undefined) throw new Error('no webhook')
    expect(attemptsOf(webhook)).toEqual([
      '12:00:05.000 a scenario says so',
      '12:00:10.000 a scenario says so',
      '12:05:10.000 204',
    ])
    expect(receiver.received).toHaveLength(1)
    expect(mail?.state).toBe('kept')
  })

  it('switched off while deliveries wait lets the next try through', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    await client.sandbox.scenarios.on('webhook-fails')
    await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('5s')
    await client.sandbox.scenarios.off()
    await client.sandbox.clock.advance('5s')
    expect(attemptsOf(await onlyDelivery(client))).toEqual(['12:00:05.000 a scenario says so', '12:00:10.000 204'])
  })

  it('switched on while deliveries wait counts the tries that were', async () => {
    const { client } = await notified(await open({ clock: noon }), (_, number) => (number === 0 ? 500 : 200))
    await client.sandbox.clock.advance('5s')
    await client.sandbox.scenarios.on('webhook-fails')
    await client.sandbox.clock.advance('1d')
    expect(attemptsOf(await onlyDelivery(client))).toEqual([
      '12:00:05.000 500',
      '12:00:10.000 a scenario says so',
      '12:05:10.000 200',
    ])
  })

  it('of a number of its own, above the tries, never lets one through', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    await client.sandbox.scenarios.define({ name: 'unreachable', webhooks: { fail: 5 } })
    await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('1d')
    const { state, attempts } = await onlyDelivery(client)
    expect([state, attempts.length, receiver.received.length]).toEqual(['failed', 5, 0])
  })
})

describeFake('webhook-duplicated', (open) => {
  it('has the receiver get each twice, with one id', async () => {
    const receiver = await startReceiver()
    const client = await open({
      clock: noon,
      scenario: ['webhook-duplicated'],
      assume: { notifyOn: 'every_transition' },
    })
    await createJob(client, { webhook_url: receiver.url, email: 'dev@example.com' }, { name: 'a' })
    await client.sandbox.clock.advance('5s')
    expect(sentTo(receiver)).toEqual(['a running', 'a running', 'a completed', 'a completed'])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect([ids[0] === ids[1], ids[2] === ids[3], ids[0] === ids[2]]).toEqual([true, true, false])
    const secret = await client.sandbox.outbox.signingSecret()
    for (const request of receiver.received) verified(request, secret)
    const deliveries = await client.sandbox.outbox.list({ kind: 'webhook' })
    expect(deliveries.map(({ state, attempts, settled }) => [state, attempts.length, settled])).toEqual([
      ['delivered', 2, expect.any(Number)],
      ['delivered', 2, expect.any(Number)],
    ])
    expect((await client.sandbox.outbox.list({ kind: 'email' })).map(({ state }) => state)).toEqual(['kept', 'kept'])
  })

  it.each([
    ['only what was accepted', [500, 200, 200], ['12:00:05.000 500', '12:00:10.000 200', '12:00:10.000 200']],
    ['once, though that was not accepted', [200, 500], ['12:00:05.000 200', '12:00:05.000 500']],
  ])('sends again %s', async (_, statuses, attempts) => {
    const client = await open({ clock: noon, scenario: ['webhook-duplicated'] })
    await notified(client, (__, number) => statuses[number] ?? 599)
    await client.sandbox.clock.advance('1d')
    const delivery = await onlyDelivery(client)
    expect(delivery).toMatchObject({ state: 'delivered', nextAttemptAt: null, settled: 1 })
    expect(attemptsOf(delivery)).toEqual(attempts)
  })

  it('of a number of its own sends so many more', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    await client.sandbox.scenarios.define({ name: 'eleven', webhooks: { duplicate: 10 } })
    await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('5s')
    expect(receiver.received).toHaveLength(11)
  })
})

describeFake('webhook-out-of-order', (open) => {
  it('has the receiver hear of the end first', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, scenario: ['webhook-out-of-order'] })]
    for (const name of ['a', 'b']) await createJob(client, { webhook_url: receiver.url }, { name })
    await client.sandbox.clock.advance('4s')
    expect(receiver.received).toEqual([])
    await client.sandbox.clock.advance('1s')
    for (const name of ['a', 'b']) {
      expect(sentTo(receiver).filter((line) => line.startsWith(name))).toEqual([`${name} completed`, `${name} running`])
    }
    const all = await client.sandbox.outbox.list()
    expect(all.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
    const secret = await client.sandbox.outbox.signingSecret()
    // Each says what was so at its own time.
    expect(receiver.received.map((request) => verified(request, secret).timestamp).toSorted()).toEqual([
      '2026-07-01T12:00:01Z',
      '2026-07-01T12:00:01Z',
      '2026-07-01T12:00:05Z',
      '2026-07-01T12:00:05Z',
    ])
  })

  /** A job that notifies, while the scenario is on. */
  const openHeld = async (reply: Parameters<typeof notified>[1] = 204) =>
    await notified(await open({ clock: noon, scenario: ['webhook-out-of-order'] }), reply, { name: 'a' })

  it('waits for the end until that is through, or has failed', async () => {
    const { receiver, client } = await openHeld(({ body }) => (body.includes('.completed') ? 500 : 200))
    await client.sandbox.clock.advance('1h')
    expect(sentTo(receiver)).toEqual(['a completed', 'a completed', 'a completed', 'a completed'])
    await client.sandbox.clock.advance('2h')
    expect(sentTo(receiver).slice(4)).toEqual(['a completed', 'a running'])
  })

  it.each<[how: string, act: (box: SandboxClient, id: string) => Promise<unknown>, sent: string[]]>([
    ['switched off', ({ scenarios }) => scenarios.off(), ['a completed', 'a running']],
    ['where the job is removed', ({ jobs }, id) => jobs.remove(id), ['a running']],
    ['where the job begins again', ({ jobs }, id) => jobs.update(id, { status: 'pending' }), ['a running']],
  ])('loses nothing that it held back, %s', async (_, act, sent) => {
    const { receiver, client, id } = await openHeld()
    await client.sandbox.clock.advance('2s')
    await act(client.sandbox, id)
    await client.sandbox.clock.advance('1d')
    expect(sentTo(receiver).toSorted()).toEqual(sent)
  })

  it('held back can be sent by hand', async () => {
    const { receiver, client } = await openHeld()
    await client.sandbox.clock.advance('2s')
    const held = await onlyDelivery(client)
    expect(held).toMatchObject({ state: 'pending', nextAttemptAt: null, attempts: [], settled: null })
    expect((await client.sandbox.outbox.redeliver(held.id)).state).toBe('delivered')
    await client.sandbox.clock.advance('1d')
    expect(sentTo(receiver)).toEqual(['a running', 'a completed'])
  })
})

describeFake('webhook-tampered', (open) => {
  it('has the receiver get what its verifier rejects', async () => {
    const { receiver, client } = await notified(await open({ clock: noon, scenario: ['webhook-tampered'] }))
    await client.sandbox.clock.advance('5s')
    const secret = await client.sandbox.outbox.signingSecret()
    const [request] = receiver.received
    if (request === undefined) throw new Error('nothing arrived')
    expect(request.headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}=$/)
    expect(() => verified(request, secret)).toThrow('No matching signature found')
    expect((await onlyDelivery(client)).state).toBe('delivered')
  })

  it('switched off before the next try has that one genuine', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, scenario: ['webhook-tampered'] })]
    const secret = await client.sandbox.outbox.signingSecret()
    receiver.answer((request) => {
      try {
        verified(request, secret)
        return 204
      } catch {
        return 401
      }
    })
    await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.clock.advance('10s')
    expect((await onlyDelivery(client)).attempts.map(({ status }) => status)).toEqual([401, 401])
    await client.sandbox.scenarios.off('webhook-tampered')
    await client.sandbox.clock.advance('5m')
    expect((await onlyDelivery(client)).attempts.map(({ status }) => status)).toEqual([401, 401, 204])
  })
})

describeFake('scenarios of webhooks', (open) => {
  it('hold together, and leave e-mails as they are', async () => {
    const receiver = await startReceiver()
    const client = await open({
      clock: noon,
      scenario: ['webhook-fails', 'webhook-duplicated', 'webhook-out-of-order', 'webhook-tampered'],
    })
    await createJob(client, { webhook_url: receiver.url, email: 'dev@example.com' }, { name: 'a' })
    await client.sandbox.clock.advance('1d')
    const mails = await client.sandbox.outbox.list({ kind: 'email' })
    expect(mails.map(({ state, event }) => [state, event])).toEqual([
      ['kept', 'analysis_job.running'],
      ['kept', 'analysis_job.completed'],
    ])
    expect(sentTo(receiver)[0]).toBe('a completed')
    expect(sentTo(receiver).toSorted()).toEqual(['a completed', 'a completed', 'a running', 'a running'])
    const secret = await client.sandbox.outbox.signingSecret()
    for (const request of receiver.received) expect(() => verified(request, secret)).toThrow('No matching signature')
  })

  it.each(['webhook-fails', 'webhook-duplicated', 'webhook-out-of-order', 'webhook-tampered'])(
    '%s as a header of the request that makes a job changes nothing: what is sent follows the sandbox',
    async (name) => {
      const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
      const options = { headers: { 'X-Fake-Scenario': name } }
      await createJob(client, { webhook_url: receiver.url }, { name: 'a' }, options)
      await client.sandbox.clock.advance('5s')
      expect(sentTo(receiver)).toEqual(['a completed'])
      const [request] = receiver.received
      const secret = await client.sandbox.outbox.signingSecret()
      if (request !== undefined) verified(request, secret)
      expect(attemptsOf(await onlyDelivery(client))).toEqual(['12:00:05.000 204'])
    },
  )

  it('in a header sets the lifecycle of the job, which then reports it', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    for (const name of ['jobs-complete-at-once', 'jobs-fail', 'jobs-never-complete', 'jobs-slow']) {
      await createJob(client, { webhook_url: receiver.url }, { name }, { headers: { 'X-Fake-Scenario': name } })
    }
    await client.sandbox.clock.advance('5s')
    expect(sentTo(receiver)).toContain('jobs-complete-at-once completed')
    await client.sandbox.clock.advance('30d')
    expect(sentTo(receiver).toSorted()).toEqual([
      'jobs-complete-at-once completed',
      'jobs-fail failed',
      'jobs-slow completed',
    ])
  })

  it('with a fault in the answer to a job that was created still sends its notification', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, scenario: ['commits-then-fails'] })]
    const body = { name: 'a', notification: { webhook_url: receiver.url } }
    const statuses = []
    for (let i = 0; i < 2; i += 1)
      statuses.push((await client.post('/data/analysis/jobs', { ...jobBody, ...body })).status)
    await client.sandbox.clock.advance('5s')
    const made = read(await client.get('/data/analysis/jobs?limit=100'), 200, answers.jobs)
    const own = made.data.filter(({ name }) => name === 'a').length
    expect(own).toBe(2)
    expect(statuses).toContain(503)
    expect(sentTo(receiver)).toHaveLength(own)
  })
})
