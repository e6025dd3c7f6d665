import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'

import { listen } from './destination.ts'

/** Starts a server that is not a fake, until the test ends. @returns its origin */
export async function serveListener(listener: RequestListener): Promise<string> {
  const { port } = await listen(createServer(listener))
  return `http://127.0.0.1:${port}`
}

/** An origin without a listener. */
export async function freeOrigin(): Promise<string> {
  const server = createServer()
  const { port } = await listen(server)
  server.close()
  await once(server, 'close')
  return `http://127.0.0.1:${port}`
}

/** The body of a request, as text. */
export async function readBody(incoming: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of incoming) body += String(chunk)
  return body
}

/** Forwards a request to a fake, as a proxy does. @param text its body, if it was read before */
export async function forward(
  incoming: IncomingMessage,
  { baseUrl }: { readonly baseUrl: string },
  text?: string,
): Promise<Response> {
  const body = text ?? (await readBody(incoming))
  const names = ['authorization', 'content-type', 'origin', 'access-control-request-method'] as const
  const sent = names.flatMap((name) => {
    const value = incoming.headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const { method = '', url = '' } = incoming
  return fetch(new URL(url, baseUrl), {
    method,
    headers: Object.fromEntries(sent),
    ...(body === '' ? {} : { body }),
  })
}
