import type { IncomingMessage, ServerResponse } from 'node:http'
import { deflateRawSync, gzipSync } from 'node:zlib'

import { serveListener } from './other-server.ts'

/** An answer of a broken or malicious service. */
export type Hostile = (outgoing: ServerResponse, asked: { readonly incoming: IncomingMessage; number: number }) => void

const type = { 'Content-Type': 'application/json' }

const json =
  (body: unknown, headers: Record<string, string> = {}, status = 200): Hostile =>
  (outgoing) =>
    void outgoing.writeHead(status, { ...type, ...headers }).end(typeof body === 'string' ? body : JSON.stringify(body))

/** Sends raw bytes. @param ends false leaves the connection open */
const raw =
  (bytes: string | Buffer, ends = true): Hostile =>
  ({ socket }) => {
    socket?.write(bytes)
    if (ends) socket?.end()
  }

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n'

const paged = (count: number) => ({ total_items: count, total_pages: 1, current_page: 1, items_per_page: 100 })

const page = (data: unknown, pagination: unknown = paged(1)) => ({ status: 'success', data, pagination })

const error = (code: string, more: object = {}) => ({
  status: 'error',
  error: { code, message: 'm', details: 'd', ...more },
})

const limited = (after: string): Hostile => json(error('rate_limit_exceeded'), { 'Retry-After': after }, 429)

const record = (more: object) => ({ id: '085eb948-ff2a-4f15-bd84-c172cd02afba', name: 'web', type: 'vm', ...more })

/** A page with a valid record and an odd record. */
const odd = (more: object): Hostile => json(page([record({}), record(more)], paged(2)))

const quota = (remaining: string, reset: string) => ({
  'X-Rate-Limit-Limit': '1000',
  'X-Rate-Limit-Remaining': remaining,
  'X-Rate-Limit-Reset': reset,
})

const levels = 20_000
const deep = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const escapes = '\u001B]0;owned\u0007\u001B[2J\u009B31m\r\nHTTP'

/** 300 KB that decompress to 300 MB, in members of 10 MB. */
const bomb = Buffer.concat(Array<Buffer>(30).fill(gzipSync(Buffer.alloc(10_000_000, ' '))))

const compressed =
  (bytes: Buffer, encoding: string): Hostile =>
  (outgoing) =>
    void outgoing.writeHead(200, { ...type, 'Content-Encoding': encoding }).end(bytes)

export const answers: Readonly<Record<string, Hostile>> = {
  'Retry-After: 0': limited('0'),
  'Retry-After: 1e99': limited('1e99'),
  'a thousand 100 Continue': raw(`${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)}${head}Content-Length: 2\r\n\r\n{}`),
  'an upgrade that nobody asked for': raw(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
  ),
  'status 600': raw('HTTP/1.1 600 Odd\r\nContent-Length: 0\r\n\r\n'),
  'no HTTP': raw('SSH-2.0-OpenSSH_9.2\r\n'),
  'two lengths': raw(`${head}Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}...`),
  '5,000 headers': raw(`${head}${Array.from({ length: 5000 }, (_, at) => `x-${at}: a\r\n`).join('')}\r\n{}`),
  'a header of 1 MB': raw(`${head}X-Long: ${'a'.repeat(1_000_000)}\r\n\r\n{}`),
  'gzip that is none': compressed(Buffer.from('{"status":"success"}'), 'gzip'),
  'gzip that is cut off': compressed(gzipSync('{"status":"success"}').subarray(0, 15), 'gzip'),
  'deflate without its head': compressed(deflateRawSync('{}'), 'deflate'),
  'an encoding that nobody knows': compressed(Buffer.from('{}'), 'snappy'),
  'a gzip bomb': compressed(bomb, 'gzip'),
  'an endless body': (outgoing) => {
    outgoing.writeHead(200, type)
    const more = (): void => {
      while (!outgoing.destroyed && outgoing.write(' '.repeat(65_536)));
    }
    outgoing.on('drain', more)
    more()
  },
  'a body that breaks off': raw(`${head}Content-Length: 100\r\n\r\n{"status"`),
  'a closed connection': ({ socket }) => socket?.destroy(),
  'a page in HTML': (outgoing) =>
    void outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>Sign in</html>'),
  nothing: (outgoing) => void outgoing.writeHead(200, type).end(),
  'no content': (outgoing) => void outgoing.writeHead(204).end(),
  'a redirect to itself': (outgoing, { incoming: { url = '' } }) =>
    void outgoing.writeHead(302, { Location: url }).end(),
  'a redirect to a file': (outgoing) => void outgoing.writeHead(301, { Location: 'file:///etc/passwd' }).end(),
  'UTF-16': json(Buffer.from(JSON.stringify(page([])), 'utf16le').toString('latin1')),
  'no more than a bracket': json('['.repeat(1_000_000)),
  'null for an envelope': json('null'),
  'NaN for totals': json('{"status":"success","data":[],"pagination":{"total_items":NaN,"total_pages":NaN}}'),
  'totals of 1e308': json(page([record({})], { ...paged(1e308), total_pages: 1e308 })),
  'texts for totals': json(page([record({})], { ...paged(1), total_pages: 'all' })),
  'items that are none': json(page([null, 5, 'a', [], [record({})], record({})])),
  'a record of 20,000 levels': json(
    `{"status":"success","data":[${JSON.stringify(record({})).slice(0, -1)},"x":${deep}}],"pagination":${JSON.stringify(paged(1))}}`,
  ),
  'fields named __proto__': json(
    `{"__proto__":{"status":"success"},"status":"success","data":[{"__proto__":{"id":"x"},"constructor":1,"toString":2,"id":"a"}],"pagination":{"__proto__":1}}`,
  ),
  'half a character in an id': odd({ id: '\uD800' }),
  'ids that lead elsewhere': json(
    page([record({ id: '..' }), record({ id: '' }), record({ id: '../jobs' }), record({ id: 5 })], paged(4)),
  ),
  'escape sequences in texts': json(page([record({ id: escapes, name: escapes, [escapes]: escapes })])),
  'escape sequences in an error': json(error(escapes, { message: escapes, details: escapes }), {}, 400),
  'a hundred records of 100 fields': json(
    page(
      Array.from({ length: 100 }, (_, at) =>
        record({ id: `r-${at}`, ...Object.fromEntries(Array.from({ length: 100 }, (_, of) => [`f${of}`, of])) }),
      ),
      paged(100),
    ),
  ),
  'pages that never end': (outgoing, { number }) =>
    json(page([record({ id: `id-${number}` })], { ...paged(3), total_pages: 1e9 }))(outgoing, {
      incoming: outgoing.req,
      number,
    }),
  'a page that links to itself': json({
    ...page([record({})], { ...paged(1e6), total_pages: 1e4 }),
    next_page: '/v1/cloud/resources?page=1',
  }),
  'a quota of the year 5138': json(page([record({})]), quota('1', '99999999999999')),
  'a quota that is used up, without an end': json(page([record({})]), quota('0', '')),
  'a date of another calendar': json(page([record({})]), { ...quota('1', '1'), Date: 'Someday' }),
}

/** Starts a malicious service. @param soundAnswers the number of valid answers before @returns also the number of requests so far */
export async function serveHostile(answer: Hostile, soundAnswers = 0) {
  let number = 0
  const origin = await serveListener((incoming: IncomingMessage, outgoing: ServerResponse) => {
    incoming.resume()
    outgoing.on('error', () => {})
    number += 1
    if (number > soundAnswers) return answer(outgoing, { incoming, number })
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(page([])))
  })
  return { origin, asked: () => number }
}
