import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { composeMail, type Mail } from '../src/notifications/transport/compose-mail.ts'
import { mail } from './support/mailing.ts'
import { parseMime } from './support/mime.ts'

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

  it('takes no part from its text, with any content', async () => {
    const composed = String(await composeMail(mail))
    const boundary = /boundary="(.*)"/.exec(composed)?.[1] ?? ''
    const text = `a\r\n--${boundary}\r\nContent-Type: text/html\r\n\r\n<b>\r\n--${boundary}--\r\n`
    const { parts } = parseMime(await composeMail({ ...mail, text }))
    expect(parts).toHaveLength(2)
    expect(parts[0]?.text).toBe(text)
  })

  it('has two parts and its own headers, with any content', async () => {
    // Characters with a meaning in mail, and those that some take for white space.
    const text = (characters: string) => fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength: 90 })
    const field = text('ab:;,.=?_-@<>()"\\ \t\r\n\v\0\u0085\u00a0\u2028\u3000ä株🦊')
    const body = text('ab .=-<\t\r\n\0äж株🦊')
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(field, field, field, field),
        body,
        async ([name, address, subject, messageId], text) => {
          const sandbox = { name, address: `a${address}@b.example` }
          const changed = { ...mail, from: sandbox, to: sandbox, subject: `a${subject}`, messageId, text }
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
