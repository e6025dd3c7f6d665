import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished } from 'vitest'

/** A message as it arrived. */
interface ArrivedMessage {
  readonly from: string
  readonly to: readonly string[]
  readonly bytes: Buffer
}

/** A mail server on 127.0.0.1 until the test is over; it asks for no password and offers no TLS. */
export async function startSmtp(options: SMTPServerOptions = {}) {
  const messages: ArrivedMessage[] = []
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 50,
    disableReverseLookup: true,
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const from = mailFrom === false ? '' : mailFrom.address
        messages.push({ from, to: rcptTo.map(({ address }) => address), bytes: Buffer.concat(chunks) })
        done(null, `queued as ${messages.length}`)
      })
    },
    ...options,
  })
  // Clients that break off cause errors here, which do not matter.
  server.on('error', () => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => new Promise((resolve) => server.close(resolve)))
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('not an address of TCP')
  const open = (): number => server.connections.size
  /** Ends all connections, as a server does that has waited for long. */
  const end = async (): Promise<void> => {
    for (const connection of server.connections) connection.close()
    await expect.poll(open, { interval: 5 }).toBe(0)
  }
  return { port: address.port, messages, open, end }
}
