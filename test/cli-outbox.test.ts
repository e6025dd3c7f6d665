import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { serveOther } from './support/other-server.ts'
import { serve as serveFake } from './support/remote.ts'
import { sendJob } from './support/send-job.ts'

/** A fake with a job that reported its end by webhook, to a receiver that answers with the given statuses, and by e-mail. */
async function serve(statuses: readonly number[]) {
  const left = [...statuses]
  const receiver = await serveOther((_request, response) => response.writeHead(left.shift() ?? 204).end())
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

  it('refuses a kind and a command that are not there', async () => {
    const { on } = await serve([])
    expect((await on('list', '--kind', 'fax')).code).toBe(2)
    expect((await on('resend', 'x')).code).toBe(2)
  })
})
