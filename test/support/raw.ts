import { connect } from 'node:net'

/**
 * Sends bytes to a fake as they are, and reads what comes back until the connection ends.
 * @param waits whether the client keeps its side open until the answer begins (it ends that at once)
 */
export async function sendRaw(baseUrl: string, message: string, { waits = false } = {}): Promise<string> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname.replaceAll(/[[\]]/g, ''))
  if (waits) socket.write(message)
  else socket.end(message)
  let text = ''
  for await (const chunk of socket) {
    text += String(chunk)
    socket.end()
  }
  return text
}

/** A request head in HTTP/1.1 that asks for the connection to end, with a key of full access. */
export function requestHead(method: string, target: string, host = '127.0.0.1'): string {
  return `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer csf_full_access\r\nConnection: close\r\n\r\n`
}
