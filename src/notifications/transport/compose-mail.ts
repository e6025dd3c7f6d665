import { createHash } from 'node:crypto'

import { formatHttpDate } from '../../time/instant.ts'

/** Somebody who sends or gets mail. */
interface Mailbox {
  /** What is shown beside the address (nothing). */
  readonly name?: string
  readonly address: string
}

/** What a message says. */
export interface Mail {
  readonly from: Mailbox
  readonly to: Mailbox
  readonly subject: string
  /** Plain text; the HTML part is made of it. */
  readonly text: string
  /** With or without its angle brackets. */
  readonly messageId: string
  /** Unix time in milliseconds. */
  readonly dateMs: number
}

/**
 * A complete MIME message of a mail (RFC 5322), with its text as plain text and as HTML.
 * The same mail gives the same bytes; no field of it can add a header or a part.
 */
export async function composeMail(mail: Mail): Promise<Uint8Array> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  // No text can have the hash of itself in it, and so none can end its part.
  const hash = createHash('sha256').update(JSON.stringify(mail)).digest('hex').slice(0, 32)
  // Lines as RFC 5322 has them; a part without content would be left out.
  const text = mail.text.replaceAll(/\r\n?|\n/g, '\r\n') || '\r\n'
  const composer = new MailComposer({
    from: toMailbox(mail.from),
    to: toMailbox(mail.to),
    subject: shortenWords(mail.subject),
    messageId: mail.messageId.replaceAll(/[^!-~]|[<>]/g, '') || hash,
    date: formatHttpDate(mail.dateMs).replace('GMT', '+0000'),
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
    html: toHtml(text),
    baseBoundary: hash,
  })
  return await composer.compile().build()
}

/** Letters of a word in a header that stay: a header is folded between words, and a line of RFC 5322 has at most 998. */
const mostInWord = 900

/** Shortens the words that no line of a header has room for. */
function shortenWords(text: string): string {
  return text.replaceAll(new RegExp(`(\\S{${mostInWord}})\\S+`, 'gu'), '$1…')
}

/** Of an address, nodemailer would break a line at white space that is none to mail. */
function toMailbox({ name = '', address }: Mailbox): Required<Mailbox> {
  return { name, address: address.replaceAll(/[\s\p{Cc}]/gu, '') }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function toHtml(text: string): string {
  const escaped = text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
  return `<!doctype html>\r\n<html><body><p style="white-space: pre-wrap">${escaped}</p></body></html>\r\n`
}
