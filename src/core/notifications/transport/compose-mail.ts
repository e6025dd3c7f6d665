import { formatHttpDate } from '../../time/instant.ts'
import type { Delivery } from '../delivery.ts'

/** The sender of e-mails: a name that no network resolves (RFC 6761). */
const from = { name: 'cloudsec-fake', address: 'notifications@cloudsec-fake.test' }

type Mail = Pick<Delivery, 'id' | 'to' | 'subject' | 'body' | 'createdMs'>

/**
 * Composes an e-mail as a complete MIME message (RFC 5322) of plain text.
 * Equal mails give equal ASCII text. No field can inject a header.
 */
export async function composeMail({ id, to, subject, body, createdMs }: Mail): Promise<string> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  // RFC 5322 ends lines with CRLF.
  const text = body.replaceAll(/\r\n?|\n/g, '\r\n')
  const mail = new MailComposer({
    from,
    // Without white space, at which nodemailer would break the line.
    to: { name: '', address: to.replaceAll(/[\s\p{Cc}]/gu, '') },
    subject: subject.replaceAll(longWord, '$1…'),
    messageId: `${id}@cloudsec-fake.test`,
    date: formatHttpDate(createdMs).replace('GMT', '+0000'),
    headers: { 'Auto-Submitted': 'auto-generated' },
    text,
  }).compile()
  // Its own build() uses the global setImmediate, which tests may fake, and jsdom lacks.
  const coders = {
    base64: await import('nodemailer/lib/base64'),
    'quoted-printable': await import('nodemailer/lib/qp'),
  }
  const [, coder] = Object.entries(coders).find(([encoding]) => encoding === mail.getTransferEncoding()) ?? []
  const message = `${mail.buildHeaders()}\r\n\r\n${coder?.wrap(coder.encode(text)) ?? text}`
  return message.endsWith('\n') ? message : `${message}\r\n`
}

/** A word that is too long for a header: headers are folded between words, and a line of RFC 5322 has at most 998 characters. */
const longWord = /(\S{900})\S+/gu
