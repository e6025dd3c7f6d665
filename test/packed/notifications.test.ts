import { expect, it } from 'vitest'

import { noon } from '../support/answers.ts'
import { parseMime } from '../support/mime.ts'
import { createJob, startReceiver, verified } from '../support/receiver.ts'
import { describePacked } from './describe-packed.ts'

const email = 'dev@example.com'

describePacked('a job', ({ serve }) => {
  it('sends a webhook that is signed, and an e-mail', async () => {
    const receiver = await startReceiver()
    const client = await serve('--clock', noon)
    const { id } = await createJob(client, { email, webhook_url: receiver.url })
    await client.sandbox.clock.advance('5s')
    const settled = [
      await client.sandbox.outbox.next({ kind: 'webhook' }),
      await client.sandbox.outbox.next({ kind: 'email' }),
    ]
    expect(settled.map(({ state, attempts }) => [state, attempts.length])).toEqual([
      ['delivered', 1],
      ['kept', 0],
    ])

    const [request] = receiver.received
    if (request === undefined) throw new Error('no webhook arrived')
    const { type, data } = verified(request, await client.sandbox.outbox.signingSecret())
    expect([type, data.id, data.status]).toEqual(['analysis_job.completed', id, 'completed'])
    expect(() => verified({ ...request, body: `${request.body} ` }, 'whsec_AAAA')).toThrow(
      'No matching signature found',
    )

    const { headers, text } = parseMime(Buffer.from(settled[1]?.message ?? ''))
    expect(Object.fromEntries(headers)).toMatchObject({
      to: email,
      subject: 'Analysis job Nightly correlation: completed',
    })
    expect(text).toContain(id)
  })
})
