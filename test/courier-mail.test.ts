import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { InputError } from '../src/lib/input-error.ts'
import { composeMail, type Mail } from '../src/notifications/transport/compose-mail.ts'
import {
  type OpenTransport,
  type TransportOptions,
  createTransport,
} from '../src/notifications/transport/create-transport.ts'
import { startTcp } from './support/destination.ts'
import { parseMime } from './support/mime.ts'
import { startSmtp } from './support/smtp.ts'

const envelope = { from: 'fake@cloudsec.example', to: 'me@example.com' }

const mail: Mail = {
  from: { name: 'Cloud Security', address: 'fake@cloudsec.example' },
  to: { address: 'me@example.com' },
  subject: 'Job job_1 completed',
  text: 'Job job_1 completed.\n\nhttps://example.com/?a=1&b=<2>\n',
  messageId: '<evt_1@cloudsec.example>',
  dateMs: 1_782_864_000_000,
}

/** A courier that is closed once the test is over. */
function start(smtp: string | undefined, options: Partial<TransportOptions> = {}): OpenTransport {
  const courier = createTransport({ allowHosts: [], timeoutMs: 2000, smtp, ...options })
  onTestFinished(() => courier.close())
  return courier
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
    const courier = start(`smtp://localhost:${port}`)
    const sent = [
      await composeMail({ ...mail, subject: 'Grüße', text: '.\n..\nä\n.' }),
      Buffer.from('Subject: dots\r\n\r\n.\r\n..\r\n.a\r\n\r\n.\r\n'),
      Buffer.from('Subject: other bytes\r\n\r\n\xff\xfe\x00\x80\r\n', 'latin1'),
      Buffer.from(`Subject: long\r\n\r\n${'0123456789\r\n'.repeat(100_000)}`),
      Buffer.from('----Subject: in a larger buffer\r\n\r\nb\r\n----').subarray(4, -4),
    ]
    for (const [i, message] of sent.entries()) {
      expect(await courier.mail(message, envelope)).toEqual({
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

  it('with a wrong password fails without telling it, and nothing is written', async () => {
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
    const courier = start(`smtp://127.0.0.1:${port}`)
    const message = await composeMail(mail)
    const refused = await courier.mail(message, { ...envelope, to: 'nobody@example.com' })
    expect(refused).toMatchObject({ kind: 'failed', reason: 'the SMTP server answered 550 5.1.1 No such user' })
    expect(await courier.mail(message, envelope)).toMatchObject({ kind: 'sent' })
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
    const courier = start(`smtp://127.0.0.1:${port}`)
    const expected = { kind: 'failed', reason: `not an e-mail address: ${JSON.stringify(to)}` }
    expect(await courier.mail(await composeMail(mail), { ...envelope, to })).toMatchObject(expected)
    expect(await courier.mail(await composeMail(mail), { ...envelope, from: to })).toMatchObject(expected)
    expect(messages).toEqual([])
  })
})

describe('a mail server', () => {
  it('that is down: the message fails, and the next one is tried anew', async () => {
    const courier = start('smtp://127.0.0.1:1')
    const message = await composeMail(mail)
    const down = { kind: 'failed', reason: 'connection refused' }
    expect(await courier.mail(message, envelope)).toMatchObject(down)
    expect(await courier.mail(message, envelope)).toMatchObject(down)
  })

  it('that says nothing, or drips: the message fails in time', async () => {
    const { port } = await startSmtp({ onConnect: () => {} })
    const courier = start(`smtp://127.0.0.1:${port}`, { timeoutMs: 150 })
    const startedAt = performance.now()
    const outcome = await courier.mail(await composeMail(mail), envelope)
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'no answer within 150ms' })
    expect(performance.now() - startedAt).toBeLessThan(500)
  })

  it('that ends each connection: the message fails', async () => {
    const { port } = await startTcp((socket) => socket.destroy(), 'connection')
    const courier = start(`smtp://127.0.0.1:${port}`)
    const outcome = await courier.mail(await composeMail(mail), envelope)
    expect(outcome).toMatchObject({
      kind: 'failed',
      reason: expect.stringMatching(/connection (?:was )?(?:closed|reset)/i),
    })
  })

  it('that ended the connection meanwhile gets the message over another one', async () => {
    const { port, messages, end } = await startSmtp()
    const courier = start(`smtp://127.0.0.1:${port}`)
    expect(await courier.mail(await composeMail(mail), envelope)).toMatchObject({ kind: 'sent' })
    await end()
    expect(await courier.mail(await composeMail(mail), envelope)).toMatchObject({ kind: 'sent' })
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
    const courier = start(`smtp://127.0.0.1:${port}`)
    expect(await courier.mail(await composeMail(mail), envelope)).toMatchObject({ kind: 'sent' })
    expect(await courier.mail(await composeMail(mail), envelope)).toMatchObject({ kind: 'sent' })
    expect(messages).toHaveLength(2)
  })

  it.each([
    ['smtp', { disabledCommands: [] }],
    ['smtps', { secure: true }],
  ])('of %s with a certificate that nobody vouches for gets nothing', async (scheme, options) => {
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
          }, 60)
        })
      },
    })
    const courier = start(`smtp://127.0.0.1:${port}`, { timeoutMs: 400 })
    const message = await composeMail(mail)
    const outcomes = await Promise.all(Array.from({ length: 14 }, () => courier.mail(message, envelope)))
    expect(outcomes.filter(({ kind }) => kind === 'sent')).toHaveLength(14)
    expect(most).toBe(2)
  })

  it('is left at once when the courier closes', async () => {
    const { port, open } = await startSmtp({ onMailFrom: () => {} })
    const courier = start(`smtp://127.0.0.1:${port}`, { timeoutMs: 60_000 })
    const message = await composeMail(mail)
    const outcomes = Promise.all([1, 2, 3].map(() => courier.mail(message, envelope)))
    await expect.poll(open, { interval: 5 }).toBe(2)
    await courier.close()
    const stopped = { kind: 'failed', reason: 'the fake was stopped' }
    expect(await outcomes).toMatchObject([stopped, stopped, stopped])
    expect(await courier.mail(message, envelope)).toMatchObject(stopped)
    await expect.poll(open, { interval: 5 }).toBe(0)
  })

  it('has no connection left when the courier is closed', async () => {
    const { port, open } = await startSmtp()
    const courier = start(`smtp://127.0.0.1:${port}`)
    await courier.mail(await composeMail(mail), envelope)
    expect(open()).toBe(1)
    await courier.close()
    await expect.poll(open, { interval: 5 }).toBe(0)
    await expect
      .poll(() => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCPSocket')), { interval: 5 })
      .toEqual([])
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

describe('a composed message', () => {
  const headers = (changes: Partial<Mail> = {}) =>
    [
      ['auto-submitted', 'auto-generated'],
      ['from', 'Cloud Security <fake@cloudsec.example>'],
      ['to', 'me@example.com'],
      ['subject', changes.subject ?? 'Job job_1 completed'],
      ['message-id', '<evt_1@cloudsec.example>'],
      ['date', 'Wed, 01 Jul 2026 00:00:00 +0000'],
      ['mime-version', '1.0'],
      ['content-type', expect.stringMatching(/^multipart\/alternative; +boundary="[^"]+"$/)],
    ] as const

  it('has its text as plain text and as HTML', async () => {
    const parsed = parseMime(await composeMail(mail))
    expect(parsed.headers).toEqual(headers())
    const text = mail.text.replaceAll('\n', '\r\n')
    expect(parsed.parts).toEqual([
      { type: 'text/plain; charset=utf-8', text },
      { type: 'text/html; charset=utf-8', text: expect.stringContaining('https://example.com/?a=1&amp;b=&lt;2&gt;') },
    ])
  })

  it('is the same for the same mail, and another for another', async () => {
    const [first, second] = await Promise.all([composeMail(mail), composeMail(structuredClone(mail))])
    expect(Buffer.from(first).equals(second)).toBe(true)
    const boundaries = await Promise.all(
      [mail, { ...mail, text: `${mail.text}.` }].map(
        async (one) => /boundary="(.*)"/.exec(String(await composeMail(one)))?.[1],
      ),
    )
    expect(new Set(boundaries).size).toBe(2)
  })

  it('is ASCII in lines that every server takes', async () => {
    const message = Buffer.from(
      await composeMail({
        ...mail,
        from: { name: 'Jürgen “J” Müller, 株式会社', address: 'fake@cloudsec.example' },
        to: { name: 'Мария', address: 'me@bücher.example' },
        subject: `Prüfung ${'ä'.repeat(300)} 🦊`,
        text: `${'🦊'.repeat(1000)}\n${'x'.repeat(2000)}`,
      }),
    )
    expect(message.every((byte) => byte < 128)).toBe(true)
    const lines = message.toString().split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(78)
    expect(message.toString().replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(message.toString().endsWith('\r\n')).toBe(true)
    const parsed = parseMime(message)
    expect(parsed.headers).toContainEqual(['from', 'Jürgen “J” Müller, 株式会社 <fake@cloudsec.example>'])
    expect(parsed.headers).toContainEqual(['to', 'Мария <me@xn--bcher-kva.example>'])
    expect(parsed.headers).toContainEqual(['subject', `Prüfung ${'ä'.repeat(300)} 🦊`])
    expect(parsed.parts[0]?.text).toBe(`${'🦊'.repeat(1000)}\r\n${'x'.repeat(2000)}`)
  })

  it.each([
    ['a word of the subject', { subject: `Job ${'x'.repeat(5000)} completed` }],
    ['a subject that is one word', { subject: 'x'.repeat(5000) }],
    ['a word that a line has room for', { subject: `Job ${'x'.repeat(900)} completed` }],
    ['a subject of many words', { subject: 'many words '.repeat(500) }],
    ['a line of the text', { text: 'x'.repeat(5000) }],
    ['a line of the text with spaces', { text: 'x '.repeat(5000) }],
    ['a line of markup', { text: '<'.repeat(5000) }],
  ])('has no line above 998 characters, however long is %s', async (_, fields) => {
    const message = await composeMail({ ...mail, ...fields })
    const lines = Buffer.from(message).toString('latin1').split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998)
    const { headers, parts } = parseMime(message)
    const subject = headers.find(([name]) => name === 'subject')?.[1].trim()
    expect(subject).toBe({ ...mail, ...fields }.subject.trim().replace(/x{901,}/, `${'x'.repeat(900)}…`))
    expect(parts[0]?.text.trim()).toBe({ ...mail, ...fields }.text.replaceAll('\n', '\r\n').trim())
  })

  it('has both parts where the text is empty', async () => {
    const { parts } = parseMime(await composeMail({ ...mail, text: '' }))
    expect(parts.map(({ type }) => type)).toEqual(['text/plain; charset=utf-8', 'text/html; charset=utf-8'])
  })

  it.each(['\r\n', '\n', '\r', '\u2028', '\u0085', '\v', '\f', '\0'])('takes no header after %j', async (end) => {
    const bad = `a${end}Bcc: you@example.com${end}${end}body`
    const { headers } = parseMime(
      await composeMail({
        from: { name: bad, address: `fake@cloudsec.example${bad}` },
        to: { name: bad, address: `me@example.com${bad}` },
        subject: bad,
        text: 'text',
        messageId: bad,
        dateMs: 0,
      }),
    )
    expect(headers.map(([name]) => name)).toEqual([
      'auto-submitted',
      'from',
      'to',
      'subject',
      'message-id',
      'date',
      'mime-version',
      'content-type',
    ])
  })

  it('takes no part from its text, whatever that says', async () => {
    const composed = String(await composeMail(mail))
    const boundary = /boundary="(.*)"/.exec(composed)?.[1] ?? ''
    const text = `a\r\n--${boundary}\r\nContent-Type: text/html\r\n\r\n<b>\r\n--${boundary}--\r\n`
    const { parts } = parseMime(await composeMail({ ...mail, text }))
    expect(parts).toHaveLength(2)
    expect(parts[0]?.text).toBe(text)
  })

  it('has two parts and its own headers, whatever it says', async () => {
    // What means something to mail, and what some take for white space.
    const text = (characters: string) => fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength: 90 })
    const field = text('ab:;,.=?_-@<>()"\\ \t\r\n\v\0\u0085\u00a0\u2028\u3000ä株🦊')
    const body = text('ab .=-<\t\r\n\0äж株🦊')
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(field, field, field, field),
        body,
        async ([name, address, subject, messageId], text) => {
          const box = { name, address: `a${address}@b.example` }
          const changed = { ...mail, from: box, to: box, subject: `a${subject}`, messageId, text }
          const [message, again] = [await composeMail(changed), await composeMail(changed)]
          const { headers: found, parts } = parseMime(message)
          expect(found.map(([key]) => key)).toEqual(headers().map(([key]) => key))
          expect(parts.map((part) => part.type)).toEqual(['text/plain; charset=utf-8', 'text/html; charset=utf-8'])
          expect(parts[0]?.text.trimEnd()).toBe(text.replaceAll(/\r\n?|\n/g, '\r\n').trimEnd())
          expect(Buffer.from(message).equals(again)).toBe(true)
        },
      ),
      { numRuns: 100 },
    )
  })
})
