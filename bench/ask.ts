import { request } from 'node:http'

/** A request to a server. */
export interface Asked {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  /** The content; empty for none. */
  readonly body?: string
}

/** The answer of a server. */
export interface Answer {
  readonly status: number
  /** Its headers in their order. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly text: string
}

/** Sends a request over a connection that is kept. @throws Error where the connection breaks */
export async function ask(origin: string, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body = '' } = asked
  return await new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { method, headers }, (incoming) => {
      const names = incoming.rawHeaders
      const pairs = names.flatMap((name, i) => (i % 2 === 0 ? [[name, names[i + 1] ?? ''] as const] : []))
      const status = incoming.statusCode ?? 0
      incoming
        .setEncoding('utf8')
        .toArray()
        .then((chunks) => resolve({ status, headers: pairs, text: chunks.join('') }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}
