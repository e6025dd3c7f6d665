import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { composeMail } from '../src/notifications/transport/compose-mail.ts'
import { parseMime } from './support/mime.ts'

const mail = {
  id: 'evt_1',
  to: 'me@example.com',
  subject: 'Job job_1 completed',
  body: 'Job job_1 completed.\n\nhttps://example.com/?a=1&b=<2>\n',
  createdMs: 1_782_864_000_000,
}

const parsed = async (changes: Partial<typeof mail> = {}) =>
  parseMime(Buffer.from(await composeMail({ ...mail, ...changes }), 'latin1'))

describe('a composed message', () => {
  const headers = [
    ['auto-submitted', 'auto-generated'],
    ['from', '"cloudsec-fake" <notifications@cloudsec-fake.test>'],
    ['to', 'me@example.com'],
    ['subject', 'Job job_1 completed'],
    ['message-id', '<evt_1@cloudsec-fake.test>'],
    ['date', 'Wed, 01 Jul 2026 00:00:00 +0000'],
    ['mime-version', '1.0'],
    ['content-type', expect.stringMatching(/^multipart\/alternative; +boundary="[^"]+"$/)],
  ] as const
  const names = headers.map(([name]) => name)

  it('has its text as plain text and as HTML', async () => {
    const found = await parsed()
    expect(found.headers).toEqual(headers)
    expect(found.parts).toEqual([
      { type: 'text/plain; charset=utf-8', text: mail.body.replaceAll('\n', '\r\n') },
      { type: 'text/html; charset=utf-8', text: expect.stringContaining('https://example.com/?a=1&amp;b=&lt;2&gt;') },
    ])
  })

  it('is the same for the same mail, and has another boundary for another', async () => {
    expect(await composeMail(mail)).toBe(await composeMail(structuredClone(mail)))
    const [one, other] = await Promise.all([composeMail(mail), composeMail({ ...mail, body: `${mail.body}.` })])
    expect(/boundary="(.*)"/.exec(one)?.[1]).not.toBe(/boundary="(.*)"/.exec(other)?.[1])
  })

  it('is ASCII in lines that every server takes', async () => {
    const changes = {
      to: 'me@bücher.example',
      subject: `Prüfung ${'ä'.repeat(300)} 🦊`,
      body: `${'🦊'.repeat(1000)}\n${'x'.repeat(2000)}`,
    }
    const message = await composeMail({ ...mail, ...changes })
    expect(message).toMatch(/^[\0-\x7f]*\r\n$/)
    expect(Math.max(...message.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78)
    expect(message.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const found = await parsed(changes)
    expect(found.headers).toContainEqual(['to', 'me@xn--bcher-kva.example'])
    expect(found.headers).toContainEqual(['subject', changes.subject])
    expect(found.parts[0]?.text).toBe(changes.body.replaceAll('\n', '\r\n'))
  })

  it.each([
    ['a word of the subject', { subject: `Job ${'x'.repeat(5000)} completed` }],
    ['a subject that is one word', { subject: 'x'.repeat(5000) }],
    ['a word that a line has room for', { subject: `Job ${'x'.repeat(900)} completed` }],
    ['a subject of many words', { subject: 'many words '.repeat(500) }],
    ['a line of the text', { body: 'x'.repeat(5000) }],
    ['a line of the text with spaces', { body: 'x '.repeat(5000) }],
    ['a line of markup', { body: '<'.repeat(5000) }],
  ])('has no line above 998 characters, however long is %s', async (_, changes) => {
    const { subject, body } = { ...mail, ...changes }
    const lines = (await composeMail({ ...mail, ...changes })).split('\r\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(998)
    const found = await parsed(changes)
    const shown = found.headers.find(([name]) => name === 'subject')?.[1].trim()
    expect(shown).toBe(subject.trim().replace(/x{901,}/, `${'x'.repeat(900)}…`))
    expect(found.parts[0]?.text.trim()).toBe(body.replaceAll('\n', '\r\n').trim())
  })

  it.each(['\r\n', '\n', '\r', '\u2028', '\u0085', '\v', '\f', '\0'])('takes no header after %j', async (end) => {
    const bad = `a${end}Bcc: you@example.com${end}${end}body`
    const found = await parsed({ to: `me@example.com${bad}`, subject: bad, body: 'text' })
    expect(found.headers.map(([name]) => name)).toEqual(names)
  })

  it('takes no part from its text', async () => {
    const boundary = /boundary="(.*)"/.exec(await composeMail(mail))?.[1] ?? ''
    const body = `a\r\n--${boundary}\r\nContent-Type: text/html\r\n\r\n<b>\r\n--${boundary}--\r\n`
    const { parts } = await parsed({ body })
    expect(parts).toHaveLength(2)
    expect(parts[0]?.text).toBe(body)
  })

  it('has two parts and its own headers, with any content', async () => {
    // Characters with a meaning in mail, and those that some take for white space.
    const text = (characters: string) => fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength: 90 })
    const field = text('ab:;,.=?_-@<>()"\\ \t\r\n\v\0\u0085\u00a0\u2028\u3000ä株🦊')
    await fc.assert(
      fc.asyncProperty(field, field, text('ab .=-<\t\r\n\0äж株🦊'), async (address, subject, body) => {
        const found = await parsed({ to: `a${address}@b.example`, subject: `a${subject}`, body })
        expect(found.headers.map(([name]) => name)).toEqual(names)
        expect(found.parts.map(({ type }) => type)).toEqual(['text/plain; charset=utf-8', 'text/html; charset=utf-8'])
        expect(found.parts[0]?.text.trimEnd()).toBe(body.replaceAll(/\r\n?|\n/g, '\r\n').trimEnd())
      }),
      { numRuns: 100 },
    )
  })
})
