import { expect, it } from 'vitest'

import { noon } from '../support/answers.ts'
import { parseMime } from '../support/mime.ts'
import { createJob, startReceiver, verified } from '../support/receiver.ts'
import { startSmtp } from '../support/smtp.ts'
import { describePacked } from './describe-packed.ts'

const email = 'dev@example.com'

describePacked('a job', ({ serve }) => {
  it('sends a webhook that is signed, and an e-mail', async () => {
    const [receiver, smtp] = [await startReceiver(), await startSmtp()]
    const client = await serve('--clock', noon, '--smtp', `smtp://127.0.0.1:${smtp.port}`)
    const { id } = await createJob(client, { email, webhook_url: receiver.url })
    await client.sandbox.clock.advance('5s')
    const settled = [
      await client.sandbox.outbox.next({ kind: 'webhook' }),
      await client.sandbox.outbox.next({ kind: 'email' }),
    ]
    expect(settled.map(({ state, attempts }) => [state, attempts.length])).toEqual([
      ['delivered', 1],
      ['delivered', 1],
    ])

    const [request] = receiver.received
    if (request === undefined) throw new Error('no webhook arrived')
    const { type, data } = verified(request, await client.sandbox.outbox.signingSecret())
    expect([type, data.id, data.status]).toEqual(['analysis_job.completed', id, 'completed'])
    expect(() => verified({ ...request, body: `${request.body} ` }, 'whsec_AAAA')).toThrow(
      'No matching signature found',
    )

    const [message] = smtp.messages
    expect(message?.to).toEqual([email])
    const { headers, parts } = parseMime(message?.bytes ?? Buffer.alloc(0))
    expect(Object.fromEntries(headers)).toMatchObject({
      to: email,
      subject: 'Analysis job Nightly correlation: completed',
    })
    expect(parts[0]?.text).toContain(id)
  })
})
