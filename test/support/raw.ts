import { connect, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'

/**
 * Sends bytes to a fake as they are, and reads what comes back until the connection ends.
 * @param waits whether the client keeps its side open until the answer begins (it ends that at once)
 */
export async function sendRaw(baseUrl: string, message: string, { waits = false } = {}): Promise<string> {
  const socket = openSocket(baseUrl)
  // With TLS, no side is left open after the other has ended.
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

/** Opens a connection to a fake, with TLS where its address says so. The certificate is the matter of other tests. */
export function openSocket(url: string, options: ConnectionOptions = {}): Socket {
  const { protocol, hostname, port } = new URL(url)
  const address = { port: Number(port), host: hostname.replaceAll(/[[\]]/g, '') }
  return protocol === 'https:' ? connectTls({ ...address, rejectUnauthorized: false, ...options }) : connect(address)
}

/** A request head in HTTP/1.1 that asks for the connection to end, with a key of full access. */
export function requestHead(method: string, target: string, host = '127.0.0.1'): string {
  return `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer csf_full_access\r\nConnection: close\r\n\r\n`
}
