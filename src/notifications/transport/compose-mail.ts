import { hash } from 'node:crypto'

import { formatHttpDate } from '../../time/instant.ts'
import type { Delivery } from '../delivery.ts'

/** The sender of e-mails: a name that no network resolves (RFC 6761). */
const from = { name: 'cloudsec-fake', address: 'notifications@cloudsec-fake.test' }

/**
 * Composes an e-mail as a complete MIME message (RFC 5322), with its text as plain text and as HTML.
 * The same mail gives the same characters, all of them ASCII. No field of it can add a header or a part.
 */
export async function composeMail(
  mail: Pick<Delivery, 'id' | 'to' | 'subject' | 'body' | 'createdMs'>,
): Promise<string> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const { id, to, subject, body, createdMs: dateMs } = mail
  const messageId = `<${id}@cloudsec-fake.test>`
  // No text can contain its own hash, so none can end its part.
  const hashed = JSON.stringify({ from, to: { address: to }, subject, text: body, messageId, dateMs })
  // RFC 5322 ends lines with CRLF; nodemailer would leave out an empty part.
  const text = body.replaceAll(/\r\n?|\n/g, '\r\n') || '\r\n'
  const composer = new MailComposer({
    from,
    // Without white space: nodemailer would break the line there.
    to: { name: '', address: to.replaceAll(/[\s\p{Cc}]/gu, '') },
    subject: shortenWords(subject),
    messageId: messageId.slice(1, -1),
    date: formatHttpDate(dateMs).replace('GMT', '+0000'),
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
    html: toHtml(text),
    baseBoundary: hash('sha256', hashed).slice(0, 32),
  })
  return (await composer.compile().build()).toString('latin1')
}

/** Most characters of a word in a header: a header is folded between words, and a line of RFC 5322 has at most 998. */
const mostInWord = 900

function shortenWords(text: string): string {
  return text.replaceAll(new RegExp(`(\\S{${mostInWord}})\\S+`, 'gu'), '$1…')
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export const mailStyle = 'white-space: pre-wrap'

function toHtml(text: string): string {
  const escaped = text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
  return `<!doctype html>\r\n<html><body><p style="${mailStyle}">${escaped}</p></body></html>\r\n`
}
