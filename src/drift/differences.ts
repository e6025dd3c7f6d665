import type { Choice } from '../assumptions/register.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { dateFields } from '../resolve/requests.ts'
import { bodilessStatuses } from '../spec/errors.ts'
import { defaultPageSize, maxPageSize } from '../spec/limits.ts'
import { type Answer, isForm } from './corpus.ts'
import { type Form, seenIn } from './form.ts'
import { type Mismatch, mismatchesOf, resolved } from './mismatches.ts'

/** What a document does not allow in an answer. */
export interface Difference extends Omit<Mismatch, 'problem'> {
  readonly problem: Mismatch['problem'] | 'header' | 'status' | 'body' | 'order' | 'page size'
}

/** Answers of one operation, status and shape, which a document judges in the same way. */
export interface Shape extends Answer {
  readonly answers: number
}

/** @param responses of the operation @param listOrder the order of lists, which no document shows */
export function differencesOf(
  shape: Shape,
  document: JsonObject,
  responses: JsonObject,
  listOrder: Choice<'listOrder'>,
): readonly Difference[] {
  const { status, answers: seen, body, contentType } = shape
  if (bodilessStatuses.has(status)) return []
  if (!isForm(body)) {
    const came = body === 'text' ? 'text that is no JSON' : body
    return [{ problem: 'body', path: [], expected: 'JSON', came, seen }]
  }
  const known = Object.keys(responses).map((documented) =>
    readResponse(document, responses[documented], documented, body),
  )
  const own = known.find(({ documented }) => documented === String(status))
  const [best] = known.toSorted((a, b) => a.found.length - b.found.length)
  if (best === undefined) return []
  // An answer with the status of another one is told by a body that fits there far better.
  const response = own === undefined || best.found.length + 1 < own.found.length ? best : own
  const others = [
    ...(response === own ? [] : [['status', [':status'], response.documented, String(status)] as const]),
    ...(contentType === response.type
      ? []
      : [['header', ['headers', 'content-type'], response.type, contentType ?? 'nothing'] as const]),
    ...headersIn(shape, document, response.headers),
    ...pagingIn(shape),
    ...orderIn(shape, listOrder),
  ]
  return [
    ...response.found,
    ...others.map(([problem, path, expected, came]) => ({ problem, path, expected, came, seen })),
  ]
}

type Other = readonly [problem: Difference['problem'], path: readonly string[], expected: string, came: string]

function readResponse(document: JsonObject, value: unknown, documented: string, body: Form) {
  const { content, headers } = resolved(document, value)
  const media = resolved(document, content)
  const type = Object.keys(media)[0] ?? ''
  const found = mismatchesOf(document, resolved(document, media[type])['schema'], body)
  const isBare = body.kinds['object'] !== undefined && found.filter(isMissingAtTop).length > 1
  const bare = {
    problem: 'body',
    path: [],
    expected: 'the envelope',
    came: 'an object without it',
    seen: seenIn(body),
  } as const
  return { documented, type, headers: resolved(document, headers), found: isBare ? [bare] : found }
}

const isMissingAtTop = ({ problem, path }: Mismatch): boolean => problem === 'missing' && path.length === 1

/** Headers that say nothing of the service: those of HTTP, of browsers, and of proxies and clouds on the way. */
const anyHeader = new RegExp(
  `^(?:${[
    'accept-ranges|age|allow|alt-svc|cache-control|connection|content-.*|date|etag|expires|keep-alive|last-modified|link|location',
    'pragma|server|set-cookie|trailer|transfer-encoding|upgrade|vary|via|warning|www-authenticate|:.*',
    'access-control-.*|cross-origin-.*|nel|permissions-policy|referrer-policy|report-to|reporting-endpoints|server-timing',
    'strict-transport-security|timing-allow-origin|x-content-type-options|x-frame-options|x-xss-protection',
    'cf-.*|fly-.*|x-(?:amz|amzn|azure|cache|cloud|envoy|goog|ms|served|timer|vercel)\\b.*|traceparent|tracestate',
    'x-powered-by|x-request-id|x-correlation-id|x-runtime|\\*',
  ].join('|')})$`,
)

export const isOfService = (header: string): boolean => !anyHeader.test(header)

function headersIn({ headers }: Shape, document: JsonObject, documented: JsonObject): readonly Other[] {
  const known = new Map(
    Object.entries(documented).map(([name, header]) => [name.toLowerCase(), resolved(document, header)]),
  )
  const missing = [...known].filter(([name, { required }]) => required === true && !headers.includes(name))
  const unknown = headers.filter((name) => !known.has(name) && isOfService(name))
  return [
    ...missing.map(([name]): Other => ['header', ['headers', name], 'always', 'nothing']),
    ...unknown.map((name): Other => ['header', ['headers', name], 'no such header', 'a header']),
  ]
}

function pagingIn({ paging }: Shape): readonly Other[] {
  if (paging === undefined) return []
  const { limit, items_per_page: size } = paging
  const most = Math.min(limit ?? defaultPageSize, maxPageSize)
  if (size === most) return []
  const [expected, came] =
    limit === undefined
      ? [`${defaultPageSize} without a limit`, String(size)]
      : [`the limit, to ${maxPageSize}`, size < most ? `at most ${size}` : String(size)]
  return [['page size', ['pagination', 'items_per_page'], expected, came]]
}

const directions = { newest_first: 'desc', oldest_first: 'asc', by_id: 'asc' } as const

function orderIn({ order = [] }: Shape, listOrder: Choice<'listOrder'>): readonly Other[] {
  const found = order.find((entry) => fieldsOf(listOrder).some((field) => entry.startsWith(`${field} `)))
  if (found === undefined || found.endsWith(` ${directions[listOrder]}`)) return []
  return [['order', ['data'], listOrder, found]]
}

/** The fields that each order sorts by. */
const fieldsOf = (listOrder: Choice<'listOrder'>): readonly string[] => (listOrder === 'by_id' ? ['id'] : dateFields)
