import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'

import { createLog } from '../../../src/index.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { describeFake } from '../../support/fake.ts'
import { createJob, notified, onlyDelivery, startReceiver, verified } from '../../support/receiver.ts'

describeFake('the secret that webhooks are signed with', (open) => {
  it('follows from the seed, and differs between sandboxes', async () => {
    const secrets = async (seed: number) => {
      const client = await open({ seed, clock: noon })
      return await Promise.all(
        [client, client.at('one'), client.at('two')].map(({ sandbox }) => sandbox.outbox.signingSecret()),
      )
    }
    const [first, again, other] = [await secrets(1), await secrets(1), await secrets(2)]
    expect(again).toEqual(first)
    expect(new Set([...first, ...other]).size).toBe(6)
    for (const secret of first) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  })

  const bytes = (length: number): string => `whsec_${Buffer.alloc(length, 0xa7).toString('base64')}`

  it.each([24, 25, 26, 32, 64])('can be set to %i bytes, and is used from then on', async (length) => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
    const drawn = await client.sandbox.outbox.signingSecret()
    await createJob(client, { webhook_url: receiver.url })
    await client.sandbox.outbox.setSigningSecret(bytes(length))
    expect(await client.sandbox.outbox.signingSecret()).toBe(bytes(length))
    await client.sandbox.clock.advance('5s')
    const [request] = receiver.received
    if (request === undefined) throw new Error('nothing arrived')
    verified(request, bytes(length))
    expect(() => verified(request, drawn)).toThrow('No matching signature found')
    expect(await client.at('other').sandbox.outbox.signingSecret()).not.toBe(bytes(length))
    await client.sandbox.reset()
    expect(await client.sandbox.outbox.signingSecret()).toBe(drawn)
  })

  it('signs the next try where it changes between two', async () => {
    const { receiver, client } = await notified(await open({ clock: noon }), (_, number) => (number === 0 ? 500 : 200))
    await client.sandbox.clock.advance('5s')
    await client.sandbox.outbox.setSigningSecret(bytes(30))
    await client.sandbox.clock.advance('5s')
    const [first, second] = receiver.received
    if (first === undefined || second === undefined) throw new Error('too few arrived')
    expect(() => verified(first, bytes(30))).toThrow('No matching signature found')
    verified(second, bytes(30))
  })

  it.each([
    ['too few bytes', bytes(23)],
    ['too many bytes', bytes(65)],
    ['another prefix', bytes(24).replace('whsec_', 'whpk_')],
    ['no prefix', bytes(24).slice(6)],
    ['nothing after the prefix', 'whsec_'],
    ['the alphabet of URLs', `whsec_${'-_'.repeat(20)}`],
    ['a space', `${bytes(24)} `],
    ['a line end', `${bytes(24)}\n`],
    ['padding within', `whsec_${'AAA='.repeat(10)}`],
    ['bits beyond its bytes', `whsec_${'A'.repeat(31)}B==`],
    ['too much padding', `whsec_${'A'.repeat(40)}===`],
    ['no text', 123_456_789],
    ['no text but a list', ['whsec_confidential']],
  ])('is not %s; what was refused is not repeated', async (_, secret) => {
    const { sandbox, fake } = await open({ clock: noon })
    const before = await sandbox.outbox.signingSecret()
    const answer = await fake.fetch(`${sandbox.controlUrl}/signing-secret`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret }),
    })
    const text = await answer.text()
    expect([answer.status, text]).toEqual([400, expect.stringContaining('secret: expected ')])
    const shown = typeof secret === 'string' ? secret.trim().slice(6) : String(secret)
    if (shown !== '') expect(text).not.toContain(shown)
    expect(await sandbox.outbox.signingSecret()).toBe(before)
  })

  it.each([33, 34, 43, 47].map((length) => [`whsec_${'Q'.repeat(length)}`]))(
    '%s, without its padding, either is refused or signs',
    async (secret) => {
      const [receiver, client] = [await startReceiver(), await open({ clock: noon })]
      const set = await client.sandbox.outbox.setSigningSecret(secret).then(
        () => true,
        () => false,
      )
      await createJob(client, { webhook_url: receiver.url })
      await client.sandbox.clock.advance('5s')
      expect((await onlyDelivery(client)).state).toBe('delivered')
      const [request] = receiver.received
      if (set && request !== undefined)
        expect(() => new Webhook(secret).verify(request.body, request.headers)).not.toThrow()
    },
  )

  it('is shown only by its own route', async () => {
    const lines: string[] = []
    const receiver = await startReceiver()
    receiver.answer(500)
    const client = await open({ clock: noon, log: createLog('debug', (line) => lines.push(line)) })
    const secret = await client.sandbox.outbox.signingSecret()
    await createJob(client, { webhook_url: receiver.url })
    await createJob(client, { webhook_url: 'http://192.0.2.1/' })
    await client.sandbox.clock.advance('1d')
    const own = bytes(40)
    await client.sandbox.outbox.setSigningSecret(own)
    await expect(client.sandbox.outbox.setSigningSecret(`${own}!`)).rejects.toThrow(
      'secret: expected whsec_ and 24 to 64 bytes in base64',
    )
    const bad = await client.fake.fetch(`${client.sandbox.controlUrl}/signing-secret`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: `{"secret":"${own}`,
    })
    const texts = [
      lines.join('\n'),
      await bad.text(),
      JSON.stringify([
        await client.sandbox.outbox.list(),
        await client.sandbox.summary(),
        await client.sandbox.scenarios.list(),
      ]),
      ...receiver.received.map((request) => JSON.stringify(request)),
      (await client.post('/data/analysis/jobs', { ...jobBody, name: 1 })).text,
    ]
    for (const text of texts) for (const hidden of [secret, own]) expect(text).not.toContain(hidden.slice(6))
    expect(lines.length).toBeGreaterThan(2)
  })
})
