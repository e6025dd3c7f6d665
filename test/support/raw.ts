import { connect, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'

/**
 * Sends raw bytes to a fake, and reads until the connection ends.
 * @param waits keeps the client's side open until the answer begins. Default: false
 */
export async function sendRaw(baseUrl: string, message: string, { waits = false } = {}): Promise<string> {
  const socket = openSocket(baseUrl)
  // TLS does not support half-closed connections.
  const endsFirst = !baseUrl.startsWith('https:')
  if (waits || !endsFirst) socket.write(message)
  else socket.end(message)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    if (endsFirst) socket.end()
  }
  return text
}

/** Opens a connection to a fake, with TLS for https. Other tests check the certificate. */
export function openSocket(url: string, options: ConnectionOptions = {}): Socket {
  const { protocol, hostname, port } = new URL(url)
  const address = { port: Number(port), host: hostname.replaceAll(/[[\]]/g, '') }
  return protocol === 'https:' ? connectTls({ ...address, rejectUnauthorized: false, ...options }) : connect(address)
}

/** An HTTP/1.1 request head with the full-access key and `Connection: close`. */
export function requestHead(method: string, target: string, host = '127.0.0.1'): string {
  return `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer csf_full_access\r\nConnection: close\r\n\r\n`
}
