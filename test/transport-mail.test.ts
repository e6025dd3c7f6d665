import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { InputError } from '../src/lib/input-error.ts'
import { composeMail } from '../src/notifications/transport/compose-mail.ts'
import {
  type OpenTransport,
  type TransportOptions,
  createTransport,
} from '../src/notifications/transport/create-transport.ts'
import { startTcp } from './support/destination.ts'
import { mail } from './support/mailing.ts'
import { startSmtp } from './support/smtp.ts'

const envelope = { from: 'fake@cloudsec.example', to: 'me@example.com' }

/** A transport that is closed once the test is over. */
function start(smtp: string | undefined, options: Partial<TransportOptions> = {}): OpenTransport {
  const transport = createTransport({ allowHosts: [], timeoutMs: 2000, smtp, ...options })
  onTestFinished(() => transport.close())
  return transport
}

describe('a message', () => {
  it('without a server is not sent', async () => {
    expect(await start(undefined).mail(await composeMail(mail), envelope)).toEqual({
      kind: 'unsent',
      reason: 'there is no SMTP server; --smtp names one',
    })
  })

  it('arrives byte by byte', async () => {
    const { port, messages } = await startSmtp()
    const transport = start(`smtp://localhost:${port}`)
    const sent = [
      await composeMail({ ...mail, subject: 'Grüße', text: '.\n..\nä\n.' }),
      Buffer.from('Subject: dots\r\n\r\n.\r\n..\r\n.a\r\n\r\n.\r\n'),
      Buffer.from('Subject: other bytes\r\n\r\n\xff\xfe\x00\x80\r\n', 'latin1'),
      Buffer.from(`Subject: long\r\n\r\n${'0123456789\r\n'.repeat(100_000)}`),
      Buffer.from('----Subject: in a larger buffer\r\n\r\nb\r\n----').subarray(4, -4),
    ]
    for (const [i, message] of sent.entries()) {
      expect(await transport.mail(message, envelope)).toEqual({
        kind: 'sent',
        response: `250 queued as ${i + 1}`,
        durationMs: expect.any(Number),
      })
    }
    expect(messages).toHaveLength(sent.length)
    for (const [i, { from, to, bytes }] of messages.entries()) {
      expect({ from, to }).toEqual({ from: envelope.from, to: [envelope.to] })
      expect(bytes.equals(sent[i] ?? Buffer.of()), `message ${i}`).toBe(true)
    }
  })

  it('goes with the password where there is one', async () => {
    const logins: unknown[] = []
    const { port, messages } = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _, done) => {
        logins.push([username, password])
        done(null, { user: username })
      },
    })
    const smtp = `smtp://me%40x:p%40ss%2Fw%C3%B6rd%3A%20@127.0.0.1:${port}/`
    expect(await start(smtp).mail(await composeMail(mail), envelope)).toMatchObject({ kind: 'sent' })
    expect(logins).toEqual([['me@x', 'p@ss/wörd: ']])
    expect(messages).toHaveLength(1)
  })

  it('with a wrong password fails without showing it, and nothing is written', async () => {
    const written = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) => vi.spyOn(console, name))
    const password = 'hünter2/ 2'
    const { port, messages } = await startSmtp({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password = '' }, _, done) => {
        const forms = [
          password,
          encodeURIComponent(String(password)),
          btoa(unescape(encodeURIComponent(String(password)))),
        ]
        done(new Error(`no\r\nuser has ${forms.join(' or ')}`))
      },
    })
    const smtp = `smtp://me:${encodeURIComponent(password)}@127.0.0.1:${port}`
    expect(await start(smtp).mail(await composeMail(mail), envelope)).toEqual({
      kind: 'failed',
      reason: 'the SMTP server answered 535 no user has … or … or …',
      durationMs: expect.any(Number),
    })
    expect(messages).toEqual([])
    expect(written.flatMap((spy) => spy.mock.calls)).toEqual([])
  })

  it('to whom the server does not know fails, and the next one is sent', async () => {
    const { port, messages } = await startSmtp({
      onRcptTo: ({ address }, _, done) => {
        done(
          address.startsWith('nobody') ? Object.assign(new Error('5.1.1 No such user'), { responseCode: 550 }) : null,
        )
      },
    })
    const transport = start(`smtp://127.0.0.1:${port}`)
    const message = await composeMail(mail)
    const refused = await transport.mail(message, { ...envelope, to: 'nobody@example.com' })
    expect(refused).toMatchObject({ kind: 'failed', reason: 'the SMTP server answered 550 5.1.1 No such user' })
    expect(await transport.mail(message, envelope)).toMatchObject({ kind: 'sent' })
    expect(messages).toHaveLength(1)
  })

  it('that the server does not take fails', async () => {
    const { port } = await startSmtp({
      onData: (stream, _, done) => {
        stream.resume().on('end', () => done(Object.assign(new Error('4.3.1 full'), { responseCode: 452 })))
      },
    })
    expect(await start(`smtp://127.0.0.1:${port}`).mail(await composeMail(mail), envelope)).toMatchObject({
      kind: 'failed',
      reason: 'the SMTP server answered 452 4.3.1 full',
    })
  })

  it.each([
    'me@example.com\r\nRCPT TO:<you@example.com>',
    'me@example.com, you@example.com',
    'me@example.com>, <you@example.com',
    'Me <me@example.com>',
    'group: me@example.com;',
    'me@example.com(you)',
    'me@you@example.com',
    'me',
    '@',
    '',
  ])('to %j, which is no address, is not sent', async (to) => {
    const { port, messages } = await startSmtp()
    const transport = start(`smtp://127.0.0.1:${port}`)
    const expected = { kind: 'failed', reason: `not an e-mail address: ${JSON.stringify(to)}` }
    expect(await transport.mail(await composeMail(mail), { ...envelope, to })).toMatchObject(expected)
    expect(await transport.mail(await composeMail(mail), { ...envelope, from: to })).toMatchObject(expected)
    expect(messages).toEqual([])
  })
})

describe('a mail server', () => {
  it('that is down: the message fails, and the next one is tried again', async () => {
    const transport = start('smtp://127.0.0.1:1')
    const message = await composeMail(mail)
    const down = { kind: 'failed', reason: 'connection refused' }
    expect(await transport.mail(message, envelope)).toMatchObject(down)
    expect(await transport.mail(message, envelope)).toMatchObject(down)
  })

  it('that says nothing, or drips: the message fails in time', async () => {
    const { port } = await startSmtp({ onConnect: () => {} })
    const message = await composeMail(mail)
    // The first of two that fails has the shorter time.
    const outcome = await Promise.race(
      [150, 20_000].map((timeoutMs) => start(`smtp://127.0.0.1:${port}`, { timeoutMs }).mail(message, envelope)),
    )
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'no answer within 150ms' })
  })

  it('that ends each connection: the message fails', async () => {
    const { port } = await startTcp((socket) => socket.destroy(), 'connection')
    const transport = start(`smtp://127.0.0.1:${port}`)
    const outcome = await transport.mail(await composeMail(mail), envelope)
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/connection (?:was )?(?:closed|reset)/i),
    })
  })

  it('that ended the connection meanwhile gets the message over another one', async () => {
    const { port, messages, end } = await startSmtp()
    const transport = start(`smtp://127.0.0.1:${port}`)
    expect(await transport.mail(await composeMail(mail), envelope)).toMatchObject({ kind: 'sent' })
    await end()
    expect(await transport.mail(await composeMail(mail), envelope)).toMatchObject({ kind: 'sent' })
    expect(messages).toHaveLength(2)
  })

  it('that ends the connection when the next message comes gets it over another one', async () => {
    let begun = 0
    const { port, messages, end } = await startSmtp({
      onMailFrom: (_, __, done) => {
        begun += 1
        if (begun === 2) void end()
        else done()
      },
    })
    const transport = start(`smtp://127.0.0.1:${port}`)
    expect(await transport.mail(await composeMail(mail), envelope)).toMatchObject({ kind: 'sent' })
    expect(await transport.mail(await composeMail(mail), envelope)).toMatchObject({ kind: 'sent' })
    expect(messages).toHaveLength(2)
  })

  it.each([
    ['smtp', { disabledCommands: [] }],
    ['smtps', { secure: true }],
  ])('of %s with an untrusted certificate gets nothing', async (scheme, options) => {
    const { port, messages } = await startSmtp(options)
    const outcome = await start(`${scheme}://localhost:${port}`).mail(await composeMail(mail), envelope)
    expect(outcome).toMatchObject({ kind: 'failed', reason: expect.stringMatching(/^certificate: /) })
    expect(messages).toEqual([])
  })

  it('gets two messages at once at the most, and each has its own time', async () => {
    let [now, most] = [0, 0]
    const { port } = await startSmtp({
      onData: (stream, _, done) => {
        now += 1
        most = Math.max(most, now)
        stream.resume().on('end', () => {
          setTimeout(() => {
            now -= 1
            done()
          }, 250)
        })
      },
    })
    const transport = start(`smtp://127.0.0.1:${port}`, { timeoutMs: 1500 })
    const message = await composeMail(mail)
    const outcomes = await Promise.all(Array.from({ length: 14 }, () => transport.mail(message, envelope)))
    expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(14)
    expect(most).toBe(2)
  })

  it('is left at once when the transport closes', async () => {
    const { port, open } = await startSmtp({ onMailFrom: () => {} })
    const transport = start(`smtp://127.0.0.1:${port}`, { timeoutMs: 60_000 })
    const message = await composeMail(mail)
    const outcomes = Promise.all([1, 2, 3].map(() => transport.mail(message, envelope)))
    await expect.poll(open, { interval: 5 }).toBe(2)
    await transport.close()
    const stopped = { kind: 'failed', reason: 'the fake was stopped' }
    expect(await outcomes).toMatchObject([stopped, stopped, stopped])
    expect(await transport.mail(message, envelope)).toMatchObject(stopped)
    await expect.poll(open, { interval: 5 }).toBe(0)
  })

  it('has no connection left when the transport is closed', async () => {
    const { port, open } = await startSmtp()
    const transport = start(`smtp://127.0.0.1:${port}`, { timeoutMs: 600_000 })
    await transport.mail(await composeMail(mail), envelope)
    expect(open()).toBe(1)
    await transport.close()
    await expect.poll(open, { interval: 5 }).toBe(0)
  })

  it.each([
    '',
    'localhost:25',
    'smtp:localhost:25',
    'smtp://',
    'smtp://:25',
    'smtp://me:secret@',
    'smtp://host:port',
    'smtp://host:99999',
    'http://me:secret@host:25',
    'smtp://me:secret@host:25/path',
    'smtp://me:secret@host:25?logger=true&debug=true',
    'smtp://me:secret@host:25#a',
    'smtp://me:secret%@host:25',
    'smtp://me:secret@ho st:25',
    'smtp://me:secret@ho%20st:25',
  ])('is not at %j', (smtp) => {
    const create = () => createTransport({ allowHosts: [], smtp })
    expect(create).toThrow(InputError)
    expect(create).toThrow(
      /^smtp: expected smtp:\/\/host:port or smtps:\/\/host:port, with user:password@ before the host where the server asks for it$/,
    )
  })

  it.each(['smtp://localhost', 'smtps://mail.example', 'smtp://[::1]:25', 'smtp://me@höst.example:25/'])(
    'may be at %s',
    (smtp) => {
      expect(() => createTransport({ allowHosts: [], smtp })).not.toThrow()
    },
  )
})
