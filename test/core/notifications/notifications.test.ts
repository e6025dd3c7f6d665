import { setTimeout as wait } from 'node:timers/promises'

import { expect, it } from 'vitest'

import type { SandboxClient } from '../../../src/index.ts'
import { answers, noon, unknownId } from '../../support/answers.ts'
import { describeFake, read } from '../../support/fake.ts'
import { soon } from '../../support/outbox.ts'
import { createJob, eventOf, notified, sentTo, startReceiver, verified } from '../../support/receiver.ts'

describeFake('a receiver written with standardwebhooks', (open) => {
  it('accepts what is genuine, and rejects what was changed on the way', async () => {
    const { receiver, client, job } = await notified(await open({ clock: noon }))
    await client.sandbox.clock.advance('5s')
    const secret = await client.sandbox.outbox.signingSecret()
    const [request] = receiver.received
    if (request === undefined) throw new Error('nothing arrived')
    const { type, timestamp, data } = verified(request, secret)
    expect([type, timestamp]).toEqual(['analysis_job.completed', '2026-07-01T12:00:05Z'])
    expect(data).toEqual(read(await client.get(`/data/analysis/jobs/${job.id}`), 200, answers.job).data)
    expect([request.method, request.path, request.headers['content-type']]).toEqual([
      'POST',
      '/hook',
      'application/json',
    ])

    const { headers, body } = request
    const forged = [
      { headers, body: `${body} ` },
      { headers, body: body.replace('completed', 'failed') },
      { headers: { ...headers, 'webhook-id': unknownId }, body },
      { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) + 1) }, body },
      { headers: { ...headers, 'webhook-signature': 'v1,AAAA' }, body },
    ]
    for (const forgery of forged) expect(() => verified(forgery, secret)).toThrow('No matching signature found')
    const other = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
    expect(() => verified(request, other)).toThrow('No matching signature found')
  })

  it('that is killed and restarted in the middle gets every event, none lost and each job in order', async () => {
    const receiver = await startReceiver()
    receiver.answer(async () => {
      await wait(3)
      return 204
    })
    const client = await open({ clock: noon, completeAfter: '20s', assume: { notifyOn: 'every_transition' } })
    const names = Array.from({ length: 60 }, (_, number) => `job-${number}`)
    for (const [number, name] of names.entries()) {
      await createJob(client, { webhook_url: receiver.url }, { name })
      if (number % 10 === 9) await client.sandbox.clock.advance('700ms')
    }
    for (let round = 0; round < 6; round += 1) {
      const moving = client.sandbox.clock.advance('4s')
      // A webhook that is being answered at that moment loses its answer.
      await wait(15)
      await receiver.kill()
      await moving
      await client.sandbox.clock.advance('2s')
      await receiver.restart()
      await client.sandbox.clock.advance('1s')
    }
    await client.sandbox.clock.advance('1d')
    const deliveries = await client.sandbox.outbox.list({ kind: 'webhook' })
    expect(deliveries).toHaveLength(120)
    expect(deliveries.filter(({ state }) => state !== 'delivered')).toEqual([])
    const all = sentTo(receiver)
    expect(new Set(all)).toEqual(new Set(names.flatMap((name) => [`${name} running`, `${name} completed`])))
    for (const name of names) {
      const events = all.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1))
      expect(events.toSorted((a, b) => (a === b ? 0 : a === 'running' ? -1 : 1))).toEqual(events)
    }
    // A webhook that came twice had lost its answer before.
    for (const { id, attempts } of deliveries) {
      const requests = receiver.received.filter(({ headers }) => headers['webhook-id'] === id)
      expect(requests.length).toBeLessThanOrEqual(attempts.length)
      expect(requests.at(-1)?.answered).toBe(true)
    }
    expect(deliveries.some(({ attempts }) => attempts.length > 1)).toBe(true)
  })
})

describeFake('the notifications of a job', (open) => {
  it('its failure, as its end', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, scenario: ['jobs-fail'] })]
    const job = await createJob(client, { webhook_url: receiver.url, email: 'dev@example.com' })
    await client.sandbox.clock.advance('1h')
    const [event] = receiver.received.map(eventOf)
    expect(event).toMatchObject({ type: 'analysis_job.failed', data: { id: job.id, status: 'failed' } })
    expect(event?.data.completed_at).toBeUndefined()
    const [mail] = await client.sandbox.outbox.list({ kind: 'email' })
    expect(mail).toMatchObject({
      event: 'analysis_job.failed',
      job: job.id,
      subject: 'Analysis job Nightly correlation: failed',
      state: 'kept',
    })
  })

  it.each(['terminal', 'every_transition'] as const)(
    'only its end where it ends at once, under %s',
    async (notifyOn) => {
      const { receiver, client, job } = await notified(
        await open({ clock: noon, completeAfter: '0s', assume: { notifyOn } }),
      )
      expect(job.status).toBe('pending')
      const delivery = await client.sandbox.outbox.next({ kind: 'webhook', ...soon })
      expect(delivery).toMatchObject({
        state: 'delivered',
        event: 'analysis_job.completed',
        createdAt: '2026-07-01T12:00:00.000Z',
      })
      expect(sentTo(receiver)).toEqual(['Nightly correlation completed'])
    },
  )

  it.each([
    ['an e-mail address', { email: 'dev@example.com' }, ['email']],
    ['a URL', { webhook_url: 'URL' }, ['webhook']],
    ['both', { webhook_url: 'URL', email: 'dev@example.com' }, ['email', 'webhook']],
    ['neither', {}, []],
    ['no notification', undefined, []],
  ] as const)('where it was given %s, to it', async (_, notification, kinds) => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    const given =
      notification !== undefined && 'webhook_url' in notification
        ? { ...notification, webhook_url: receiver.url }
        : notification
    const job = await createJob(client, given)
    await client.sandbox.clock.advance('1h')
    const deliveries = await client.sandbox.outbox.list()
    expect(deliveries.map(({ kind }) => kind).toSorted()).toEqual(kinds)
    expect(new Set(deliveries.map(({ event }) => event)).size).toBe(kinds.length === 0 ? 0 : 1)
    expect(receiver.received).toHaveLength(kinds.filter((kind) => kind === 'webhook').length)
    expect(read(await client.get(`/data/analysis/jobs/${job.id}`), 200, answers.job).data.status).toBe('completed')
  })

  it('once and in the order of their making, where very many end at the same instant', async () => {
    const client = await open({ clock: noon, quota: 100_000 })
    const names = Array.from({ length: 600 }, (_, number) => String(number))
    for (const name of names) await createJob(client, { email: 'dev@example.com' }, { name })
    await client.sandbox.clock.advance('5s')
    const deliveries = await client.sandbox.outbox.list({ state: 'kept' })
    expect(deliveries.map(({ subject }) => subject)).toEqual(names.map((name) => `Analysis job ${name}: completed`))
  })

  it('once, though the clock is set back before its end and passes it again', async () => {
    const { receiver, client, id } = await notified(await open({ clock: noon }))
    await client.sandbox.clock.advance('5s')
    await client.sandbox.clock.set('2026-07-01T11:00:00Z')
    expect(read(await client.get(`/data/analysis/jobs/${id}`), 200, answers.job).data.status).toBe('pending')
    await client.sandbox.clock.set('2026-07-01T13:00:00Z')
    expect(sentTo(receiver)).toEqual(['Nightly correlation completed'])
  })

  it('any character in its name, as it was written', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    const names = ['Größe ⚙️ 夜', 'a\nb\tc "d" \\', '\u{2028}', '', 'x'.repeat(50), '\u{d800}']
    for (const name of names) await createJob(client, { webhook_url: receiver.url }, { name })
    await client.sandbox.clock.advance('5s')
    const secret = await client.sandbox.outbox.signingSecret()
    expect(receiver.received.map((request) => verified(request, secret).data.name).toSorted()).toEqual(names.toSorted())
  })
})

describeFake('a job that the control plane creates', (open) => {
  const every = { notifyOn: 'every_transition' } as const

  it.each(['completed', 'failed'] as const)('to be %s reports that now, and nothing later', async (status) => {
    const { receiver, client, id } = await notified(await open({ clock: noon, assume: every }))
    await client.sandbox.clock.advance('500ms')
    await client.sandbox.jobs.update(id, { status })
    const delivery = await client.sandbox.outbox.next(soon)
    expect(delivery).toMatchObject({ event: `analysis_job.${status}`, createdAt: '2026-07-01T12:00:00.500Z' })
    await client.sandbox.clock.advance('1d')
    expect(sentTo(receiver)).toEqual([`Nightly correlation ${status}`])
    expect(receiver.received.map(eventOf)).toMatchObject([{ data: { id, status } }])
  })

  it('to be running reports that where the register says so', async () => {
    const { receiver, client, id } = await notified(await open({ clock: noon, assume: every }))
    await client.sandbox.jobs.update(id, { status: 'running' })
    await client.sandbox.clock.advance('1d')
    expect(sentTo(receiver)).toEqual(['Nightly correlation running'])
    await client.sandbox.jobs.update(id, { status: 'failed' })
    await client.sandbox.outbox.next({ kind: 'webhook', ...soon })
    await client.sandbox.clock.advance('0s')
    expect(sentTo(receiver)).toEqual(['Nightly correlation running', 'Nightly correlation failed'])
  })

  it('to be running or pending, where only ends are reported, or makes in any state, reports nothing', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    const notification = { webhook_url: receiver.url, email: 'dev@example.com' }
    for (const status of ['running', 'pending'] as const) {
      const { id } = await createJob(client, { webhook_url: receiver.url })
      await client.sandbox.jobs.update(id, { status })
    }
    await client.sandbox.assumptions.set(every)
    for (const status of ['pending', 'running', 'completed', 'failed'] as const)
      await client.sandbox.jobs.create({ status, notification })
    await client.sandbox.clock.advance('1d')
    expect([receiver.received, await client.sandbox.outbox.list()]).toEqual([[], []])
  })

  it.each<[how: string, at: string, act: (box: SandboxClient, id: string) => Promise<unknown>, sent: string[]]>([
    ['without another state', '5s', ({ jobs }, id) => jobs.update(id, { name: 'Another' }), ['running', 'completed']],
    [
      'to the state that it has',
      '5s',
      ({ jobs }, id) => jobs.update(id, { status: 'completed' }),
      ['running', 'completed'],
    ],
    ['and removes', '1s', ({ jobs }, id) => jobs.remove(id), ['running']],
  ])('%s reports nothing more', async (_, at, act, sent) => {
    const { receiver, client, id } = await notified(await open({ clock: noon, assume: every }))
    await client.sandbox.clock.advance(at)
    await act(client.sandbox, id)
    await client.sandbox.clock.advance('1d')
    expect(sentTo(receiver)).toEqual(sent.map((event) => `Nightly correlation ${event}`))
  })

  it('to another receiver reaches that one', async () => {
    const [first, second] = [await startReceiver(), await startReceiver()]
    const client = await open({ clock: noon })
    const { id } = await createJob(client, { webhook_url: first.url })
    await client.sandbox.jobs.update(id, { status: 'completed', notification: { webhook_url: second.url } })
    await client.sandbox.clock.advance('1d')
    expect([first.received.length, second.received.length]).toEqual([0, 1])
  })

  it('and removes while a delivery is tried again still gets the earlier message', async () => {
    const { receiver, client, id } = await notified(await open({ clock: noon }), (_, number) =>
      number === 0 ? 500 : 200,
    )
    await client.sandbox.clock.advance('5s')
    await client.sandbox.jobs.remove(id)
    await client.sandbox.clock.advance('5s')
    expect(sentTo(receiver)).toEqual(['Nightly correlation completed', 'Nightly correlation completed'])
  })

  it('just after its end, before the fake reported it, still reports its end', async () => {
    const [receiver, client] = [await startReceiver(), await open({ completeAfter: '40ms' })]
    const { id: renamed } = await createJob(client, { webhook_url: receiver.url })
    const { id: removed } = await createJob(client, { webhook_url: receiver.url })
    // Nothing else runs meanwhile, as in a program that computes.
    const until = performance.now() + 60
    while (performance.now() < until);
    await Promise.all([
      client.sandbox.jobs.update(renamed, { description: 'Another' }),
      client.sandbox.jobs.remove(removed),
    ])
    await expect.poll(() => receiver.received.length).toBe(2)
  })
})
