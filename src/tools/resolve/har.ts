import * as z from 'zod/mini'

import { grouped } from '../../core/lib/grouped.ts'
import { matchPath } from '../../core/lib/path-template.ts'
import { readBy } from '../../core/lib/read-by.ts'
import { keyHeader, keyScheme } from '../../core/spec/headers.ts'
import { type RecordedExchange, type KeyName, type ProbedOperation, toRecordedExchange } from './recorded-exchange.ts'

const headers = z.array(z.looseObject({ name: z.string(), value: z.string() }))

const harSchema = z.looseObject({
  log: z.looseObject({
    entries: z.array(
      z.looseObject({
        request: z.looseObject({
          method: z.string(),
          url: z.string(),
          headers,
          postData: z.optional(z.looseObject({ text: z.optional(z.string()) })),
        }),
        response: z.looseObject({
          status: z.int(),
          headers,
          content: z.optional(z.looseObject({ text: z.optional(z.string()), encoding: z.optional(z.string()) })),
        }),
      }),
    ),
  }),
})

type Entry = z.infer<typeof harSchema>['log']['entries'][number]

/**
 * Reads the exchanges of a HAR recording with operations of the document, at the base address that answered most
 * requests. Browsers write recordings without keys; all requests then count as sent with the main key. The key of most
 * requests is the main key, and any other key is spare.
 * @throws InputError for a file that is not a HAR recording
 */
export function readHar(content: unknown, operations: readonly ProbedOperation[]) {
  const { log } = readBy(harSchema, content, 'the recording', 1)
  const all = log.entries.flatMap((entry) => toRecorded(entry, operations))
  const ofService = all.filter(({ seen }) => seen.isServed || seen.code !== undefined)
  const base = mostFrequent(ofService.map((recorded) => recorded.base))
  const accepted = ofService.filter(({ seen }) => seen.code !== 'authentication_error')
  const main = mostFrequent(accepted.flatMap(({ secret }) => secret ?? []))
  const keyOf = ({ seen, secret }: (typeof all)[number]): KeyName => {
    if (secret === main && (main !== undefined || seen.code !== 'authentication_error')) return 'main'
    return secret === undefined ? 'none' : 'spare'
  }
  return {
    seen: all
      .filter((recorded) => recorded.base === base)
      .map((recorded): RecordedExchange => ({ ...recorded.seen, key: keyOf(recorded) })),
    keys: all.flatMap(({ secret }) => secret ?? []),
  }
}

function mostFrequent(texts: readonly string[]): string | undefined {
  const groups = [...grouped(texts, (text) => text)].toSorted(([, a], [, b]) => b.length - a.length)
  return groups[0]?.[0]
}

function toRecorded({ request, response }: Entry, operations: readonly ProbedOperation[]) {
  if (!URL.canParse(request.url)) return []
  const { origin, pathname, searchParams } = new URL(request.url)
  const matches = operations.flatMap((operation) => {
    const match = matchPath(operation.path, pathname)
    return match === undefined ? [] : [{ operation, ...match }]
  })
  const [first] = matches
  if (first === undefined) return []
  const { operation, parameters, before } = matches.find((match) => match.operation.method === request.method) ?? first
  const [, scheme = keyScheme, secret] =
    /^(\S*)\s*(\S.*)?/s.exec(headerOf(request.headers, keyHeader) ?? keyScheme) ?? []
  const seen = toRecordedExchange({
    operation: operation.id,
    method: request.method,
    url: request.url,
    id: parameters['id'] ?? '',
    query: [...searchParams],
    body: request.postData?.text,
    contentType: headerOf(request.headers, 'Content-Type'),
    contentEncoding: headerOf(request.headers, 'Content-Encoding'),
    key: 'main',
    scheme,
    origin: headerOf(request.headers, 'Origin'),
    preflight: headerOf(request.headers, 'Access-Control-Request-Method'),
    status: response.status,
    headers: Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value])),
    text: textOf(response.content),
  })
  return [{ seen, base: origin + before, secret }]
}

function headerOf(all: readonly { readonly name: string; readonly value: string }[], name: string): string | undefined {
  return all.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value
}

function textOf({ text = '', encoding }: NonNullable<Entry['response']['content']> = {}): string {
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text
}
