import { once } from 'node:events'
import { get as httpsGet } from 'node:https'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'

import { onTestFinished } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { noon } from './answers.ts'
import { serve } from './served.ts'

type Options = Parameters<typeof serve>[0]

/** Starts a fake that serves https, for one test. */
export const startSecure = (options: Options = {}) => serve({ clock: noon, tls: true, ...options })

/** The certificate authority of a fake. */
export async function authorityOf(fake: Fake): Promise<string> {
  const { ca } = await fake.tls.show()
  if (ca === null) throw new Error('no authority')
  return ca
}

/** Sends an https request to a server with a certificate of the fake's authority. */
export async function getBy(
  fake: Fake,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  const key = { Authorization: `Bearer ${fake.apiKey}` }
  const options = { ca: await authorityOf(fake), agent: false, method, headers: { ...key, ...headers } }
  return await new Promise((resolve, reject) => {
    const request = httpsGet(url, options, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode, text }))
    })
    request.on('error', reject)
  })
}

/** Opens a connection, and waits for its handshake. */
export async function handshake(fake: Fake, ca: string, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const { port } = new URL(fake.baseUrl)
  const socket = connect({ port: Number(port), host: '127.0.0.1', ca, ...options })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

/** The error code of a handshake; `none` for a success. */
export async function codeOfHandshake(fake: Fake, ca: string, options?: ConnectionOptions): Promise<unknown> {
  try {
    const socket = await handshake(fake, ca, options)
    socket.destroy()
    return 'none'
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}
