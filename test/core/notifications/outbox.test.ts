import { setTimeout as wait } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { problemBody } from '../../../src/core/control/problem.ts'
import { ControlError, InputError, type SandboxClient } from '../../../src/index.ts'
import { noon, unknownId } from '../../support/answers.ts'
import { describeFake } from '../../support/fake.ts'
import { ask, atOnce, notify, remoteOf, soon, startRejectingReceiver } from '../../support/outbox.ts'
import { attemptsOf, createJob, notified, onlyDelivery, startReceiver } from '../../support/receiver.ts'

describeFake('the outbox', (open, way) => {
  it('lists what matches, the newest last', async () => {
    const { url } = await startRejectingReceiver()
    const client = await open({ clock: noon })
    const { good, bad, refused } = await notify(client, url)
    const sandbox = await remoteOf(client, way)
    const list = async (query?: Parameters<SandboxClient['outbox']['list']>[0]) =>
      (await sandbox.outbox.list(query)).map(({ job, kind, state }) => [job, kind, state])
    const rows = {
      webhook: [good.id, 'webhook', 'delivered'],
      mail: [good.id, 'email', 'kept'],
      bad: [bad.id, 'webhook', 'pending'],
      refused: [refused.id, 'webhook', 'refused'],
    }
    expect(await list()).toEqual([rows.webhook, rows.mail, rows.bad, rows.refused])
    expect(await list({ kind: 'webhook' })).toEqual([rows.webhook, rows.bad, rows.refused])
    expect(await list({ kind: 'email' })).toEqual([rows.mail])
    expect(await list({ state: 'pending' })).toEqual([rows.bad])
    expect(await list({ state: 'failed' })).toEqual([])
    expect(await list({ job: good.id })).toEqual([rows.webhook, rows.mail])
    expect(await list({ job: good.id.toUpperCase() })).toEqual([rows.webhook, rows.mail])
    expect(await list({ job: good.id, kind: 'email', state: 'kept' })).toEqual([rows.mail])
    expect(await list({ job: good.id, state: 'refused' })).toEqual([])
    expect(await list({ job: unknownId })).toEqual([])
    expect(await list({ limit: 2 })).toEqual([rows.bad, rows.refused])
    expect(await list({ limit: 1, kind: 'email' })).toEqual([rows.mail])
    expect(await list({ limit: 9 })).toHaveLength(4)
    await client.sandbox.clock.advance('1d')
    expect(await list({ state: 'failed' })).toEqual([[bad.id, 'webhook', 'failed']])
  })

  it('shows one, whole', async () => {
    const receiver = await startRejectingReceiver()
    const client = await open({ clock: noon })
    const { good } = await notify(client, receiver.url)
    const sandbox = await remoteOf(client, way)
    const [webhook, mail] = await sandbox.outbox.list({ job: good.id })
    if (webhook === undefined || mail === undefined) throw new Error('too few')
    expect(await sandbox.outbox.show(webhook.id)).toEqual(webhook)
    expect(await sandbox.outbox.show(mail.id)).toEqual(mail)
    const [request] = receiver.received
    expect(webhook).toEqual({
      id: webhook.id,
      kind: 'webhook',
      job: good.id,
      event: 'analysis_job.completed',
      to: receiver.url,
      state: 'delivered',
      reason: null,
      createdAt: '2026-07-01T12:00:05.000Z',
      nextAttemptAt: null,
      settled: webhook.settled,
      attempts: [
        { at: '2026-07-01T12:00:05.000Z', status: 204, durationMs: expect.any(Number), reason: null, response: '' },
      ],
      body: request?.body,
      headers: {
        'Content-Type': 'application/json',
        'webhook-id': webhook.id,
        'webhook-timestamp': request?.headers['webhook-timestamp'],
        'webhook-signature': request?.headers['webhook-signature'],
      },
    })
    expect(Object.keys(mail)).not.toContain('headers')
    expect(mail.message).toContain(`\r\nTo: dev@example.com\r\n`)
  })

  it('shows headers and message only of tried deliveries', async () => {
    const { client } = await notified(
      await open({ clock: noon, assume: { notifyOn: 'every_transition' } }),
      ({ body }) => (body.includes('running') ? 500 : 204),
    )
    await client.sandbox.clock.advance('5s')
    const [first, waiting] = await client.sandbox.outbox.list()
    expect([typeof first?.headers, waiting?.headers, waiting?.attempts]).toEqual(['object', null, []])
  })

  it.each([
    ['GET', `/outbox/${unknownId}`, 404, `outbox: no delivery has the id "${unknownId}"`],
    ['POST', `/outbox/${unknownId}/redeliver`, 404, `outbox: no delivery has the id "${unknownId}"`],
    ['GET', '/outbox?kind=webhok', 400, 'kind: expected one of webhook, email, got "webhok". Did you mean webhook?'],
    ['GET', '/outbox?state=deliverd', 400, 'state: expected one of pending, delivered, failed, refused, kept'],
    ['GET', '/outbox?stat=kept', 400, 'stat: not a query parameter of this path. Did you mean state?'],
    ['GET', '/outbox?limit=0', 400, 'limit: expected a whole number of at least 1, got "0"'],
    ['GET', '/outbox?kind=', 400, 'kind: expected one of webhook, email, got ""'],
    ['GET', '/outbox/next?after=-1', 400, 'after: expected a cursor from an earlier answer, got "-1"'],
    ['GET', '/outbox/next?after=1e3', 400, 'after: expected a cursor from an earlier answer, got "1e3"'],
    ['GET', '/outbox/next?timeout=soon', 400, 'timeout: "soon" is not a duration'],
    ['GET', '/outbox/next?timeout=11m', 400, 'timeout: expected at most 10m, got "11m"'],
    ['GET', '/outbox/next?kind=letter', 400, 'kind: expected one of webhook, email'],
    ['DELETE', '/outbox', 405, 'DELETE: expected GET, POST for /_control/outbox'],
    ['GET', `/outbox/${unknownId}/redeliver`, 405, `GET: expected POST for /_control/outbox/${unknownId}/redeliver`],
  ])('answers %s %s with %i', async (method, path, status, detail) => {
    const answer = await ask(await open(), path, method)
    expect([answer.status, answer.type]).toEqual([status, 'application/problem+json'])
    expect(problemBody().parse(answer.body).detail).toContain(detail)
  })

  it('names what is wrong to a program, too', async () => {
    const sandbox = await remoteOf(await open(), way)
    await expect(sandbox.outbox.show(unknownId)).rejects.toThrow(InputError)
    await expect(sandbox.outbox.redeliver(unknownId)).rejects.toThrow(InputError)
    await expect(sandbox.outbox.next({ timeout: '11m' })).rejects.toThrow(InputError)
    await expect(sandbox.outbox.next(atOnce)).rejects.toThrow(ControlError)
  })

  it('is asked for by the id of the job that the API shows', async () => {
    const { client, job } = await notified(await open({ clock: noon, assume: { jobIdFormat: 'opaque' } }))
    await client.sandbox.clock.advance('5s')
    expect((await client.sandbox.outbox.list({ job: job.id })).map((delivery) => delivery.job)).toEqual([job.id])
    expect(job.id).toMatch(/^job-/)
    expect((await client.sandbox.outbox.next({ job: job.id })).job).toBe(job.id)
  })
})

describeFake('redelivery by hand', (open) => {
  it('sends the same message once more, with a signature of its own time', async () => {
    const { receiver, client } = await notified(await open({ clock: noon }))
    await client.sandbox.clock.advance('5s')
    const before = await onlyDelivery(client)
    await client.sandbox.clock.advance('1h')
    const after = await client.sandbox.outbox.redeliver(before.id)
    expect(attemptsOf(after)).toEqual(['12:00:05.000 204', '13:00:05.000 204'])
    expect(after).toEqual({ ...before, attempts: after.attempts, settled: after.settled, headers: after.headers })
    const [first, second] = receiver.received
    expect([first?.body, first?.headers['webhook-id']]).toEqual([second?.body, second?.headers['webhook-id']])
  })

  it.each([
    ['failed', 410],
    ['pending', 500],
  ] as const)('brings through what is %s', async (state, status) => {
    const { receiver, client } = await notified(await open({ clock: noon }), status)
    await client.sandbox.clock.advance('5s')
    const { id, ...before } = await onlyDelivery(client)
    expect(before.state).toBe(state)
    receiver.answer(200)
    const after = await client.sandbox.outbox.redeliver(id)
    expect(after).toMatchObject({ state: 'delivered', nextAttemptAt: null, reason: null })
    await client.sandbox.clock.advance('1d')
    expect(receiver.received).toHaveLength(2)
  })

  it('of what was refused is refused again, and of an e-mail keeps it', async () => {
    const client = await open({ clock: noon })
    await createJob(client, { webhook_url: 'http://192.0.2.1/', email: 'dev@example.com' })
    await client.sandbox.clock.advance('5s')
    for (const before of await client.sandbox.outbox.list()) {
      const after = await client.sandbox.outbox.redeliver(before.id)
      // The signature has the time of the wall clock, which may have gone on by a second.
      expect(after).toEqual({ ...before, settled: after.settled, ...(after.headers && { headers: after.headers }) })
      expect([after.state, after.attempts]).toEqual([before.kind === 'email' ? 'kept' : 'refused', []])
    }
  })

  it('of what waits for an earlier one of its job keeps the order', async () => {
    const { receiver, client } = await notified(
      await open({ clock: noon, assume: { notifyOn: 'every_transition' } }),
      (_, number) => (number === 0 ? 500 : 200),
    )
    await client.sandbox.clock.advance('5s')
    const [first, second] = await client.sandbox.outbox.list()
    expect((await client.sandbox.outbox.redeliver(second?.id ?? '')).state).toBe('pending')
    expect(receiver.received).toHaveLength(1)
    expect((await client.sandbox.outbox.redeliver(first?.id ?? '')).state).toBe('delivered')
    expect((await client.sandbox.outbox.next({ job: second?.job ?? '', ...soon })).id).toBe(first?.id)
    await client.sandbox.clock.advance('0s')
    expect((await client.sandbox.outbox.list()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  it('of one many times at once tries it no more often than it was asked, and ends', async () => {
    const { receiver, client } = await notified(await open({ clock: noon }))
    await client.sandbox.clock.advance('5s')
    const { id } = await onlyDelivery(client)
    const all = await Promise.all(Array.from({ length: 20 }, () => client.sandbox.outbox.redeliver(id)))
    expect(new Set(all.map(({ state }) => state))).toEqual(new Set(['delivered']))
    expect(receiver.received.length).toBeGreaterThan(1)
    expect(receiver.received.length).toBeLessThanOrEqual(21)
  })

  it('of what is being tried tries it once more, afterwards', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, completeAfter: '0s' })]
    const release = receiver.hold(204)
    await createJob(client, { webhook_url: receiver.url })
    await expect.poll(() => receiver.received.length, { interval: 5 }).toBe(1)
    const { id } = await onlyDelivery(client)
    const redelivered = client.sandbox.outbox.redeliver(id)
    await wait(60)
    expect(receiver.received).toHaveLength(1)
    release()
    expect((await redelivered).attempts).toHaveLength(2)
    expect(receiver.received).toHaveLength(2)
  })
})

describeFake('the bound of the outbox', (open) => {
  /** About 1 MiB of what is kept. */
  const large = { description: 'x'.repeat(500_000) }

  it('has the oldest that were settled forgotten, and none that is pending', async () => {
    const receiver = await startRejectingReceiver()
    const client = await open({ clock: noon })
    const bad = receiver.url.replace('/hook', '/bad')
    await createJob(client, { webhook_url: bad }, { ...large, name: 'pending' })
    for (let number = 0; number < 12; number += 1) {
      await createJob(client, { webhook_url: receiver.url }, { ...large, name: `job ${number}` })
      await client.sandbox.clock.advance('5s')
    }
    const names = async () => (await client.sandbox.outbox.list()).map(({ body }) => /"name":"([^"]*)"/.exec(body)?.[1])
    const kept = await names()
    expect(kept[0]).toBe('pending')
    expect(kept.at(-1)).toBe('job 11')
    const rest = kept.slice(1)
    expect(rest.length).toBeGreaterThanOrEqual(7)
    expect(rest.length).toBeLessThanOrEqual(8)
    expect(rest).toEqual(Array.from({ length: rest.length }, (_, at) => `job ${12 - rest.length + at}`))
    // One that waits keeps its room, and is delivered in the end.
    receiver.answer(204)
    await client.sandbox.clock.advance('1d')
    expect((await client.sandbox.outbox.list({ state: 'delivered' })).length).toBeGreaterThanOrEqual(7)
    expect(receiver.received.filter(({ path }) => path === '/bad').length).toBeGreaterThan(1)
  })

  it('keeps whatever is sent again, until that has ended', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, scenario: ['webhook-duplicated'] })]
    const known = new Set<string | undefined>()
    receiver.answer(({ headers: { 'webhook-id': id } }) => {
      if (known.has(id)) return 'hang'
      known.add(id)
      return 204
    })
    for (let number = 0; number < 12; number += 1) await createJob(client, { webhook_url: receiver.url }, large)
    const moving = client.sandbox.clock.advance('5s').catch(() => {})
    await expect.poll(() => receiver.received.length, { interval: 20 }).toBe(24)
    expect(await client.sandbox.outbox.list({ state: 'delivered' })).toHaveLength(12)
    await client.fake.close()
    await moving
  })

  it('counts what was redelivered once', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    for (const fields of [{ name: 'small' }, { ...large, name: 'large' }]) {
      await createJob(client, { webhook_url: receiver.url }, fields)
      await client.sandbox.clock.advance('5s')
    }
    const [, { id } = { id: '' }] = await client.sandbox.outbox.list()
    for (let number = 0; number < 12; number += 1) await client.sandbox.outbox.redeliver(id)
    expect(await client.sandbox.outbox.list()).toHaveLength(2)
  })

  it('keeps the last one, of any size', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    for (const name of ['a', 'b']) {
      for (let number = 0; number < 9; number += 1) {
        await createJob(client, { webhook_url: receiver.url }, { ...large, name })
      }
    }
    await client.sandbox.clock.advance('5s')
    const all = await client.sandbox.outbox.list()
    expect(receiver.received).toHaveLength(18)
    expect(all.length).toBeLessThanOrEqual(8)
    expect(all.at(-1)?.state).toBe('delivered')
  })
})
