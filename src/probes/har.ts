import * as z from 'zod/mini'

import { InputError } from '../lib/input-error.ts'
import { describeIssues } from '../lib/issues.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import { codeOf, type Seen } from './exchange.ts'
import { parse } from './sender.ts'
import type { ProbedOperation } from './session.ts'

const headers = z.array(z.looseObject({ name: z.string(), value: z.string() }))

const harSchema = z.looseObject({
  log: z.looseObject({
    entries: z.array(
      z.looseObject({
        request: z.looseObject({
          method: z.string(),
          url: z.url(),
          headers,
          postData: z.optional(z.looseObject({ text: z.optional(z.string()) })),
        }),
        response: z.looseObject({
          status: z.int(),
          headers,
          content: z.looseObject({ text: z.optional(z.string()), encoding: z.optional(z.string()) }),
        }),
      }),
    ),
  }),
})

type Entry = z.infer<typeof harSchema>['log']['entries'][number]

/**
 * The exchanges of a HAR recording that are for operations of the document, whatever host and base path they went to.
 * Where a recording has no key at all, as browsers write it, all requests count as made with one.
 * @throws InputError for what is no HAR recording
 */
export function readHar(content: unknown, operations: readonly ProbedOperation[]): readonly Seen[] {
  const parsed = harSchema.safeParse(content, { reportInput: true })
  if (!parsed.success) throw new InputError(describeIssues(parsed.error.issues.slice(0, 1), 'the recording'))
  const { entries } = parsed.data.log
  const hasKeys = entries.some(({ request }) => headerOf(request.headers, keyHeader) !== undefined)
  return entries.flatMap((entry) => toSeen(entry, operations, hasKeys))
}

function toSeen(entry: Entry, operations: readonly ProbedOperation[], hasKeys: boolean): readonly Seen[] {
  const { request, response } = entry
  const { pathname, searchParams } = new URL(request.url)
  const asked = operations.flatMap((operation) => {
    const id = idIn(operation.path, pathname)
    return id === undefined ? [] : [{ operation, id }]
  })
  const [first] = asked
  if (first === undefined) return []
  const { operation, id } = asked.find((other) => other.operation.method === request.method) ?? first
  const text = textOf(response.content)
  const key = headerOf(request.headers, keyHeader)
  const seen: Seen = {
    operation: operation.id,
    method: request.method,
    url: request.url,
    id,
    query: [...searchParams],
    body: request.postData?.text,
    contentType: headerOf(request.headers, 'Content-Type'),
    key: hasKeys && key === undefined ? 'none' : 'main',
    scheme: key?.split(' ')[0] ?? keyScheme,
    status: response.status,
    headers: Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value])),
    text,
    json: parse(text),
  }
  const isRefused = codeOf(seen) === 'authentication_error' && !hasKeys
  return [isRefused ? { ...seen, key: 'none' } : seen]
}

/** The `{id}` of a path that ends in that of an operation: empty where the operation has none, undefined for another path. */
function idIn(declared: string, path: string): string | undefined {
  const [before = '', after] = declared.split('{id}')
  const start = path.lastIndexOf(before)
  if (after === undefined) return path.endsWith(before) ? '' : undefined
  const id = start === -1 ? '' : path.slice(start + before.length)
  return id === '' || id.includes('/') ? undefined : id
}

function headerOf(all: readonly { readonly name: string; readonly value: string }[], name: string): string | undefined {
  return all.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value
}

function textOf({ text = '', encoding }: Entry['response']['content']): string {
  return encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text
}
