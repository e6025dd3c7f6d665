import type { IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'

import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createFake } from '../../src/index.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { readBody, serveListener } from '../support/other-server.ts'
import { serve as serveFake } from '../support/remote.ts'
import { sendJob } from '../support/send-job.ts'

/** A fake with a job that reported its end by webhook, to a receiver that answers with the given statuses, and by e-mail. */
async function serve(statuses: readonly number[]) {
  const left = [...statuses]
  const receiver = await serveListener((_request, response) => response.writeHead(left.shift() ?? 204).end())
  const { fake, on } = await serveFake()
  const notification = { email: 'ops@example.com', webhook_url: `${receiver}/hook` }
  const response = await sendJob(fake, { notification })
  const { data } = z.looseObject({ data: z.looseObject({ id: z.string() }) }).parse(await response.json())
  await fake.clock.advance('5s')
  const [webhook] = await fake.outbox.list({ kind: 'webhook' })
  const [email] = await fake.outbox.list({ kind: 'email' })
  const outbox = (...args: readonly string[]) => on('outbox', ...args)
  return { on: outbox, job: data.id, webhook: webhook?.id ?? '', email: email?.id ?? '' }
}

describe('cloudsec-fake outbox', () => {
  it('lists what was sent, and what of it is asked for', async () => {
    const { on, job, webhook, email } = await serve([500])
    const { code, out } = await on()
    const rows = out.trimEnd().split('\n')
    expect([code, rows.length]).toEqual([0, 3])
    expect(rows[0]).toMatch(/^ID +KIND +EVENT +STATE +ATTEMPTS +TO$/)
    expect(rows[1]).toMatch(new RegExp(`^${webhook} +webhook +analysis_job.completed +pending +1 +http://127`))
    expect(rows[2]).toMatch(new RegExp(`^${email} +email +analysis_job.completed +kept +- +ops@example.com$`))
    expect((await on('list', '--kind', 'email', '--job', job)).out).toContain(email)
    expect((await on('list', '--state', 'refused')).out).not.toContain(webhook)
    const limited = (await on('list', '--limit', '1')).out
    expect([limited.includes(webhook), limited.includes(email)]).toEqual([false, true])
    const { items } = z.object({ items: z.array(z.unknown()) }).parse(JSON.parse((await on('--format', 'json')).out))
    expect(items).toHaveLength(2)
  })

  it('shows one with every try, and tries it again', async () => {
    const { on, webhook, email } = await serve([500, 503])
    const shown = await on('show', webhook)
    expect(shown.out).toMatch(/\nattempts\n\{"at":"2026-07-01T00:00:05.000Z","status":500,/)
    expect(shown.out).toMatch(/\nnextAttemptAt +2026-07-01T00:00:10.000Z\n/)
    expect((await on('redeliver', webhook)).out).toContain('"status":503')
    expect((await on('redeliver', webhook)).out).toMatch(/\nstate +delivered\n/)
    expect((await on('show', email)).out).toContain('\nTo: ops@example.com')
  })
})

describe('outbox send', () => {
  const sentBody = z.looseObject({ type: z.string(), data: z.looseObject({}) })

  it('sends a signed webhook now: about the newest job, or with other data', async () => {
    const { fake, on } = await serveFake()
    const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
    const receiver = await serveListener(async (request, response) => {
      received.push({ headers: request.headers, body: await readBody(request) })
      response.writeHead(received.length === 1 ? 500 : 204).end()
    })
    const flags = ['--to', `${receiver}/hook`, '--event', 'analysis_job.failed']
    const { code, out } = await on('outbox', 'send', ...flags, '--json')
    expect([code, JSON.parse(out)]).toMatchObject([0, { state: 'pending', attempts: [{ status: 500 }] }])
    const { items } = await fake.jobs.list({ limit: 1 })
    expect(sentBody.parse(JSON.parse(received[0]?.body ?? ''))).toMatchObject({
      type: 'analysis_job.failed',
      data: { id: items[0]?.id, status: 'failed' },
    })
    const data = join(await writeFixtures({ 'data.json': { id: 'mine', more: [1] } }), 'data.json')
    expect((await on('outbox', 'send', ...flags, '--data', data)).code).toBe(0)
    expect(sentBody.parse(JSON.parse(received[1]?.body ?? '')).data).toEqual({ id: 'mine', more: [1] })
    const secret = await fake.outbox.signingSecret()
    for (const { headers, body } of received) {
      const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
      expect(() => new Webhook(secret).verify(body, signed)).not.toThrow()
    }
    const sent = await fake.outbox.list()
    expect(sent.map(({ job, state }) => [job, state])).toEqual([
      [items[0]?.id, 'pending'],
      ['mine', 'delivered'],
    ])
    await fake.clock.advance('5s')
    expect((await fake.outbox.list()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  })

  it('knows the events of the choices, and works without any job', async () => {
    const fake = await createFake({ clock: 'frozen', assume: { jobStates: 'queued_processing_succeeded_failed' } })
    for (const { id } of (await fake.jobs.list({ limit: 100 })).items) await fake.jobs.remove(id)
    const to = 'http://127.0.0.1:9/hook'
    await expect(fake.outbox.send({ to, event: 'analysis_job.completed' })).rejects.toThrow('analysis_job.succeeded')
    const { body, job } = await fake.outbox.send({ to, event: 'analysis_job.succeeded' })
    expect([JSON.parse(body), job]).toMatchObject([{ type: 'analysis_job.succeeded', data: {} }, ''])
    await fake.close()
  })
})
