import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import { expect, it, onTestFinished } from 'vitest'

import { createLog, type Fake } from '../src/index.ts'
import { authorityOf, codeOfHandshake, startSecure } from './support/tls.ts'

/** A connection to the port of https, of a client that sends nothing yet. */
async function silent(fake: Fake): Promise<Socket> {
  const socket = connect(Number(new URL(fake.baseUrl).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  // A connection that is reset ends too.
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

const endOf = (socket: Socket) => once(socket.resume(), 'close')

it.each(['tls_handshake_cut', 'tls_expired', null] as const)(
  'a client that begins no handshake does not hold up the stop, with %j',
  async (fault) => {
    const fake = await startSecure()
    if (fault !== null) await fake.tls.fault(fault)
    const ended = endOf(await silent(fake))
    await fake.close()
    await expect(ended).resolves.toBeDefined()
  },
)

it('a client that begins no handshake is not waited for without end', async () => {
  const fake = await startSecure()
  await expect(endOf(await silent(fake))).resolves.toBeDefined()
})

it.each([
  ['tls_expired', ''],
  ['tls_handshake_cut', ''],
  ['tls_expired', 'GET / HTTP/1.1\r\n\r\n'],
  ['tls_expired', '\0'],
] as const)('%s hits every connection, also one that sends %j, and then the next is served', async (fault, text) => {
  const lines: string[] = []
  const fake = await startSecure({ log: createLog('info', (line) => lines.push(line)) })
  const ca = await authorityOf(fake)
  await fake.tls.fault(fault, { handshakes: 2 })
  const socket = await silent(fake)
  const ended = endOf(socket)
  socket.end(text)
  await ended
  expect(await fake.tls.show()).toMatchObject({ fault, handshakes: 1 })
  expect(await codeOfHandshake(fake, ca)).toBe(fault === 'tls_expired' ? 'CERT_HAS_EXPIRED' : 'ECONNRESET')
  expect(await codeOfHandshake(fake, ca)).toBe('none')
  expect(lines.filter((line) => line.includes('the handshake of a connection'))).toHaveLength(2)
})
