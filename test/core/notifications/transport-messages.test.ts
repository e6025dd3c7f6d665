import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { composeMail } from '../../../src/core/notifications/transport/compose-mail.ts'
import { parseMime } from '../../support/mime.ts'

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
    ['content-transfer-encoding', expect.stringMatching(/^(?:7bit|quoted-printable|base64)$/)],
    ['content-type', 'text/plain; charset=utf-8'],
  ] as const
  const names = headers.map(([name]) => name).toSorted()

  it('has its headers and its text', async () => {
    const found = await parsed()
    expect(Object.fromEntries(found.headers)).toEqual(Object.fromEntries(headers))
    expect(found.text).toBe(mail.body.replaceAll('\n', '\r\n'))
  })

  it('is the same for the same mail', async () => {
    expect(await composeMail(mail)).toBe(await composeMail(structuredClone(mail)))
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
    expect(found.text).toBe(changes.body.replaceAll('\n', '\r\n'))
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
    expect(found.text.trim()).toBe(body.replaceAll('\n', '\r\n').trim())
  })

  it.each(['\r\n', '\n', '\r', '\u2028', '\u0085', '\v', '\f', '\0'])('takes no header after %j', async (end) => {
    const bad = `a${end}Bcc: you@example.com${end}${end}body`
    const found = await parsed({ to: `me@example.com${bad}`, subject: bad, body: 'text' })
    expect(found.headers.map(([name]) => name).toSorted()).toEqual(names)
  })

  it('has its own headers and its text, with any content', async () => {
    // Characters with a meaning in mail, and those that some take for white space.
    const text = (characters: string) => fc.string({ unit: fc.constantFrom(...Array.from(characters)), maxLength: 90 })
    const field = text('ab:;,.=?_-@<>()"\\ \t\r\n\v\0\u0085\u00a0\u2028\u3000ä株🦊')
    await fc.assert(
      fc.asyncProperty(field, field, text('ab .=-<\t\r\n\0äж株🦊'), async (address, subject, body) => {
        const found = await parsed({ to: `a${address}@b.example`, subject: `a${subject}`, body: `${body}.` })
        expect(found.headers.map(([name]) => name).toSorted()).toEqual(names)
        expect(found.text.trimEnd()).toBe(`${body}.`.replaceAll(/\r\n?|\n/g, '\r\n'))
      }),
      { numRuns: 100 },
    )
  })
})
