import { connect, type Socket } from 'node:net'

import { quote } from '../../lib/input-error.ts'
import { lazily } from '../../lib/lazily.ts'
import { CutOff, describeFailure, toLine } from './failure.ts'
import { readSmtpServer, type SmtpServer } from './smtp-server.ts'

/** Most connections to the SMTP server at once. */
export const mostSmtpConnections = 2

/** The sender and recipient that the SMTP server gets; the headers of the message may differ. */
export interface Envelope {
  /** One address, without a name. */
  readonly from: string
  /** One address, without a name. */
  readonly to: string
}

type Opened = (error: Error | null, socket?: { readonly connection: Socket }) => void

/** Sends messages to one SMTP server over persistent connections. */
export class Smtp {
  readonly #server: SmtpServer
  /** The limit of a connection. It lies behind that of a message, which says how long it waited. */
  readonly #idleMs: number
  /** Sockets that nodemailer does not have yet. */
  readonly #connecting = new Set<Socket>()
  readonly #pool = lazily(async () => await this.#createPool())
  #opened: { close(options: { readonly force: boolean }): void } | undefined

  /** @throws InputError as `readSmtpServer` does */
  constructor(address: string, timeoutMs: number) {
    this.#server = readSmtpServer(address)
    this.#idleMs = timeoutMs * 2
  }

  /**
   * Sends a message.
   * @returns the server's reply, in one line
   * @throws CutOff that says what went wrong, without the password, and the reason of the signal once it is aborted
   */
  async send(message: Uint8Array, { from, to }: Envelope, signal: AbortSignal): Promise<string> {
    try {
      const pool = await this.#pool()
      const { response } = await pool.sendMail({
        raw: Buffer.from(message.buffer, message.byteOffset, message.byteLength),
        envelope: { from: toMailbox(from), to: toMailbox(to) },
        signal,
      })
      return toLine(this.#withoutPassword(response))
    } catch (error) {
      signal.throwIfAborted()
      throw new CutOff(toLine(this.#withoutPassword(describeSmtp(error))), { cause: error })
    }
  }

  /** Ends all connections. */
  close(): void {
    this.#opened?.close({ force: true })
    for (const socket of this.#connecting) socket.destroy()
  }

  async #createPool() {
    const { createTransport } = await import('nodemailer')
    const pool = createTransport({
      ...this.#server,
      pool: true,
      maxConnections: mostSmtpConnections,
      // Retries once if the server ended a persistent connection.
      maxRequeues: 1,
      // Does not reveal the name of the machine.
      name: '[127.0.0.1]',
      connectionTimeout: this.#idleMs,
      greetingTimeout: this.#idleMs,
      socketTimeout: this.#idleMs,
      // Ends a connection without waiting for the server.
      socketCloseTimeout: 0,
      getSocket: (_options: unknown, opened: Opened) => this.#openSocket(opened),
    })
    this.#opened = pool
    return pool
  }

  /** Connects through the machine's resolver: nodemailer asks name servers first, which do not know `localhost`. */
  #openSocket(opened: Opened): void {
    const { host, port } = this.#server
    const socket = connect({ host, port, timeout: this.#idleMs })
    const fail = (): void => void socket.destroy(new CutOff('the connection timed out'))
    this.#connecting.add(socket)
    socket.once('close', () => this.#connecting.delete(socket))
    socket.once('error', opened)
    socket.once('timeout', fail)
    socket.once('connect', () => {
      this.#connecting.delete(socket)
      socket.off('error', opened)
      socket.off('timeout', fail)
      opened(null, { connection: socket })
    })
  }

  /** Removes the password: a server may repeat it in any form in which it was sent. */
  #withoutPassword(text: string): string {
    const { user = '', pass = '' } = this.#server.auth ?? {}
    const secrets = [base64(`\0${user}\0${pass}`), base64(pass), encodeURIComponent(pass), pass]
    return secrets.filter((secret) => secret !== '').reduce((line, secret) => line.replaceAll(secret, '…'), text)
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** Writes an address so that nodemailer does not parse it as a list. */
function toMailbox(address: string): { readonly name: string; readonly address: string } {
  if (/^[^\s\p{Cc}<>()"\\,;:@]+@[^\s\p{Cc}<>()"\\,;@]+$/u.test(address)) return { name: '', address }
  throw new CutOff(`not an e-mail address: ${quote(address)}`)
}

function describeSmtp(error: unknown): string {
  if (!(error instanceof Error && 'response' in error && typeof error.response === 'string')) {
    return describeFailure(error)
  }
  return `the SMTP server answered ${error.response}`
}
