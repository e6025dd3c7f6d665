import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

import { InputError, quote } from '../core/lib/input-error.ts'
import type { ReceivedWebhook } from '../tools/resolve/session.ts'

/** A webhook is truncated to this length, because anybody who reaches the port can send one. */
const maxCharacters = 65_536

export type ListeningReceiver = Awaited<ReturnType<typeof listenForWebhooks>>

/** Listens for webhooks on the port of an address. It rejects all webhooks at `/refuse` below it. @throws InputError */
export async function listenForWebhooks(url: string) {
  const base = readUrl(url)
  const received: ReceivedWebhook[] = []
  const refusingUrl = new URL(`${base.pathname.replace(/\/$/, '')}/refuse`, base).href
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = base.origin + (incoming.url ?? '/')
    const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    let body = ''
    for await (const chunk of incoming.setEncoding('utf8')) {
      if (body.length < maxCharacters) body = (body + String(chunk)).slice(0, maxCharacters)
    }
    received.push({ url, headers, body })
    outgoing.writeHead(url === refusingUrl ? 500 : 204).end()
  }
  // An aborted request does not count.
  const server = createServer((incoming, outgoing) => void take(incoming, outgoing).catch(() => {}))
  server.listen(Number(base.port === '' ? '80' : base.port))
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new Error(`--webhook-url: cannot listen on port ${base.port}: ${String(error)}`, { cause: error })
  }
  return {
    url: base.href,
    refusingUrl,
    received,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function readUrl(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url !== undefined && url.protocol === 'http:') return url
  const reason = `expected an http URL, such as http://127.0.0.1:9099/, got ${quote(given)}`
  throw new InputError(reason, { field: '--webhook-url' })
}
