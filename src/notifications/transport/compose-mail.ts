import { hash } from 'node:crypto'

import { formatHttpDate } from '../../time/instant.ts'

interface Mailbox {
  /** Shown with the address (no name). */
  readonly name?: string
  readonly address: string
}

export interface Mail {
  readonly from: Mailbox
  readonly to: Mailbox
  readonly subject: string
  /** Plain text; the HTML part is derived from it. */
  readonly text: string
  /** With or without its angle brackets. */
  readonly messageId: string
  /** Unix time in milliseconds. */
  readonly dateMs: number
}

/**
 * Composes a complete MIME message (RFC 5322), with its text as plain text and as HTML.
 * The same mail gives the same bytes. No field of it can add a header or a part.
 */
export async function composeMail(mail: Mail): Promise<Uint8Array> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  // No text can contain its own hash, so none can end its part.
  const boundary = hash('sha256', JSON.stringify(mail)).slice(0, 32)
  // RFC 5322 ends lines with CRLF; nodemailer would leave out an empty part.
  const text = mail.text.replaceAll(/\r\n?|\n/g, '\r\n') || '\r\n'
  const composer = new MailComposer({
    from: toMailbox(mail.from),
    to: toMailbox(mail.to),
    subject: shortenWords(mail.subject),
    messageId: mail.messageId.replaceAll(/[^!-~]|[<>]/g, '') || boundary,
    date: formatHttpDate(mail.dateMs).replace('GMT', '+0000'),
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
    html: toHtml(text),
    baseBoundary: boundary,
  })
  return await composer.compile().build()
}

/** Most characters of a word in a header: a header is folded between words, and a line of RFC 5322 has at most 998. */
const mostInWord = 900

/** Shortens the words that do not fit into a line of a header. */
function shortenWords(text: string): string {
  return text.replaceAll(new RegExp(`(\\S{${mostInWord}})\\S+`, 'gu'), '$1…')
}

/** Removes white space from the address: nodemailer would break the line there. */
function toMailbox({ name = '', address }: Mailbox): Required<Mailbox> {
  return { name, address: address.replaceAll(/[\s\p{Cc}]/gu, '') }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The style of the text in HTML. */
export const mailStyle = 'white-space: pre-wrap'

function toHtml(text: string): string {
  const escaped = text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
  return `<!doctype html>\r\n<html><body><p style="${mailStyle}">${escaped}</p></body></html>\r\n`
}
