import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { createLog, type Fake } from '../src/index.ts'
import { authorityOf, codeOfHandshake, startSecure } from './support/tls.ts'

afterEach(() => {
  vi.useRealTimers()
})

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

/** A record of TLS that announces more than follows. */
const unfinished = Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01])

describe('a client that begins no handshake', () => {
  it.each(['tls_handshake_cut', 'tls_expired', null] as const)('does not hold up the stop, with %j', async (fault) => {
    const fake = await startSecure()
    if (fault !== null) await fake.tls.fault(fault)
    const ended = endOf(await silent(fake))
    await fake.close()
    await expect(ended).resolves.toBeDefined()
  })

  it.each(['tls_handshake_cut', null] as const)('is not waited for without end, with %j', async (fault) => {
    const fake = await startSecure()
    if (fault !== null) await fake.tls.fault(fault)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const ended = endOf(await silent(fake))
    // The fake has the connection only after this answer.
    await fetch(`${fake.controlUrl}/ready`)
    vi.advanceTimersByTime(10_000)
    await expect(ended).resolves.toBeDefined()
  })

  it('uses up no fault', async () => {
    const fake = await startSecure()
    await fake.tls.fault('tls_expired', { handshakes: 1 })
    const socket = await silent(fake)
    const ended = endOf(socket)
    socket.end()
    await ended
    expect(await fake.tls.show()).toMatchObject({ fault: 'tls_expired', handshakes: 1 })
    expect(await codeOfHandshake(fake, await authorityOf(fake))).toBe('CERT_HAS_EXPIRED')
    expect(await fake.tls.show()).toMatchObject({ fault: null })
  })
})

describe('a client that speaks no TLS', () => {
  it.each(['tls_expired', 'tls_handshake_cut'] as const)(
    'uses up no fault, and no line of the log: %s',
    async (fault) => {
      const lines: string[] = []
      const fake = await startSecure({ log: createLog('info', (line) => lines.push(line)) })
      const ca = await authorityOf(fake)
      await fake.tls.fault(fault, { handshakes: 1 })
      for (const text of ['GET / HTTP/1.1\r\n\r\n', '\0']) {
        const socket = await silent(fake)
        const ended = endOf(socket)
        socket.end(text)
        await ended
      }
      expect(await fake.tls.show()).toMatchObject({ fault, handshakes: 1 })
      expect(lines.join()).not.toContain('the handshake of a connection')
      expect(await codeOfHandshake(fake, ca)).toBe(fault === 'tls_expired' ? 'CERT_HAS_EXPIRED' : 'ECONNRESET')
      expect(await codeOfHandshake(fake, ca)).toBe('none')
    },
  )
})

describe('a change', () => {
  it('is met by a connection from before it', async () => {
    const fake = await startSecure()
    const ca = await authorityOf(fake)
    const socket = await silent(fake)
    await fake.tls.fault('tls_expired')
    const secure = connectTls({ socket, host: '127.0.0.1', ca })
    const [error] = await once(secure, 'error').catch((reason: unknown) => [reason])
    expect(error).toMatchObject({ code: 'CERT_HAS_EXPIRED' })
  })

  it('ends the handshakes that are under way', async () => {
    const fake = await startSecure()
    const socket = await silent(fake)
    socket.write(unfinished)
    await fetch(`${fake.controlUrl}/ready`)
    const ended = endOf(socket)
    await fake.tls.fault('tls_expired')
    await expect(ended).resolves.toBeDefined()
  })
})
