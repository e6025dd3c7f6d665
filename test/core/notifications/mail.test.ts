import { expect, it } from 'vitest'

import { noon } from '../../support/answers.ts'
import { describeFake } from '../../support/fake.ts'
import { parseMime } from '../../support/mime.ts'
import { createJob, onlyDelivery } from '../../support/receiver.ts'

const email = 'dev@example.com'

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
    const { headers, text } = parseMime(Buffer.from(delivery.message ?? '', 'latin1'))
    expect(Object.fromEntries(headers)).toMatchObject({
      from: '"cloudsec-fake" <notifications@cloudsec-fake.test>',
      to: email,
      subject: 'Analysis job Nightly correlation: completed',
      date: 'Wed, 01 Jul 2026 12:00:05 +0000',
      'message-id': `<${delivery.id}@cloudsec-fake.test>`,
      'mime-version': '1.0',
    })
    expect(new Set(headers.map(([name]) => name)).size).toBe(headers.length)
    for (const fact of [
      'Nightly correlation',
      job.id,
      'security_event_correlation',
      'completed',
      '2026-07-01T12:00:05Z',
    ]) {
      expect(text).toContain(fact)
    }
    expect(text.replaceAll('\r\n', '\n').trimEnd()).toBe(delivery.body.trimEnd())
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
})
