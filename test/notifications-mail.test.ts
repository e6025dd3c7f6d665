import { expect, it } from 'vitest'

import { noon } from './support/answers.ts'
import { type Client, describeFake } from './support/fake.ts'
import { parseMime } from './support/mime.ts'
import { createJob, onlyDelivery } from './support/receiver.ts'

const email = 'dev@example.com'

/** The message of the one e-mail of a sandbox, as bytes. */
async function messageOf(client: Client): Promise<Buffer> {
  const { message } = await onlyDelivery(client)
  return Buffer.from(message ?? '', 'latin1')
}

const headerOf = (message: Uint8Array, name: string): string | undefined =>
  parseMime(message).headers.find(([known]) => known === name)?.[1]

describeFake('an e-mail', (open) => {
  it('is kept as a complete message', async () => {
    const client = await open({ clock: noon })
    const job = await createJob(client, { email })
    await client.sandbox.clock.advance('5s')
    const delivery = await onlyDelivery(client)
    expect(delivery).toMatchObject({
      kind: 'email',
      to: email,
      state: 'kept',
      attempts: [],
      nextAttemptAt: null,
      settled: 1,
    })
    const message = await messageOf(client)
    const { headers, parts } = parseMime(message)
    expect(Object.fromEntries(headers)).toMatchObject({
      from: '"cloudsec-fake" <notifications@cloudsec-fake.test>',
      to: email,
      subject: 'Analysis job Nightly correlation: completed',
      date: 'Wed, 01 Jul 2026 12:00:05 +0000',
      'message-id': `<${delivery.id}@cloudsec-fake.test>`,
      'mime-version': '1.0',
    })
    expect(new Set(headers.map(([name]) => name)).size).toBe(headers.length)
    expect(parts.map(({ type }) => type.split(';')[0])).toEqual(['text/plain', 'text/html'])
    const [text, html] = parts
    for (const part of [text, html]) {
      for (const fact of [
        'Nightly correlation',
        job.id,
        'security_event_correlation',
        'completed',
        '2026-07-01T12:00:05Z',
      ]) {
        expect(part?.text).toContain(fact)
      }
    }
    expect(text?.text.replaceAll('\r\n', '\n').trimEnd()).toBe(delivery.body.trimEnd())
  })

  it.each([
    ['a line end', 'a\r\nBcc: other@example.com\nX-Own: 1'],
    ['other alphabets', 'Größe ⚙️ 夜間の相関'],
    ['a very long name', 'long '.repeat(400)],
    ['a very long word of another alphabet', '夜'.repeat(500)],
    ['what looks like an encoded word', '=?UTF-8?Q?Bcc?='],
    ['markup', '<script>alert("1")</script> & more'],
    ['a lone dot', 'a\r\n.\r\nQUIT'],
    ['what looks like a boundary', '--x\r\nContent-Type: text/html\r\n\r\n'],
    ['nothing', ''],
  ])('of a job with %s in its name is one message to one address', async (_, name) => {
    const client = await open({ clock: noon })
    await createJob(client, { email }, { name })
    await client.sandbox.clock.advance('5s')
    const message = await messageOf(client)
    const { headers, parts } = parseMime(message)
    const names = headers.map(([known]) => known)
    expect(names).not.toContain('bcc')
    expect(names).not.toContain('x-own')
    expect(headers.filter(([known]) => known === 'to')).toEqual([['to', email]])
    const plain = (text: string | undefined) => text?.replaceAll(/\s+/g, ' ').trim()
    expect(plain(headerOf(message, 'subject'))).toBe(plain(`Analysis job ${name}: completed`))
    expect(parts).toHaveLength(2)
    expect(plain(parts[0]?.text)).toContain(plain(name))
    expect(parts[1]?.text).not.toContain('<script>')
    const lines = message.toString('latin1').split('\r\n')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(998)
    expect(message.every((byte) => byte < 128)).toBe(true)
    expect(message.toString('latin1').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })

  it('to an address that is longer than SMTP takes is refused with the reason', async () => {
    const client = await open({ clock: noon })
    const long = `${'a'.repeat(243)}@example.com`
    for (const to of [long, long.slice(1)]) await createJob(client, { email: to })
    await client.sandbox.clock.advance('5s')
    const [refused, kept] = await client.sandbox.outbox.list()
    expect([refused?.state, refused?.message, refused?.reason]).toEqual([
      'refused',
      null,
      'email: expected an address of at most 254 characters (RFC 5321), got 255',
    ])
    expect([kept?.state, kept?.message?.includes(`\r\nTo:\r\n ${long.slice(1)}\r\n`)]).toEqual(['kept', true])
  })

  it('is the same, byte for byte, in each run', async () => {
    const run = async () => {
      const client = await open({ clock: noon, seed: 5 })
      await createJob(client, { email })
      await client.sandbox.clock.advance('5s')
      return await messageOf(client)
    }
    expect((await run()).equals(await run())).toBe(true)
  })

  it('follows the register in what it says', async () => {
    const client = await open({
      clock: noon,
      assume: {
        jobIdFormat: 'opaque',
        jobStates: 'queued_processing_succeeded_failed',
        timestampPrecision: 'milliseconds',
        notifyOn: 'every_transition',
      },
    })
    const { id } = await createJob(client, { email })
    await client.sandbox.clock.advance('5s')
    const mails = await client.sandbox.outbox.list()
    expect(mails.map(({ subject, event }) => [subject, event])).toEqual([
      ['Analysis job Nightly correlation: processing', 'analysis_job.processing'],
      ['Analysis job Nightly correlation: succeeded', 'analysis_job.succeeded'],
    ])
    expect(mails[1]?.body).toContain(id)
    expect(mails[1]?.body).toContain('2026-07-01T12:00:05.000Z')
  })

  it('is not touched by what happens to webhooks', async () => {
    const client = await open({
      clock: noon,
      scenario: ['webhook-fails', 'webhook-duplicated', 'webhook-out-of-order', 'webhook-tampered'],
    })
    await createJob(client, { email })
    await client.sandbox.clock.advance('1d')
    const mails = await client.sandbox.outbox.list()
    expect(mails.map(({ state, event, settled }) => [state, event, settled])).toEqual([
      ['kept', 'analysis_job.running', 1],
      ['kept', 'analysis_job.completed', 2],
    ])
  })
})
