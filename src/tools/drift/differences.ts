import type { Choice } from '../../core/assumptions/register.ts'
import type { JsonObject } from '../../core/lib/merge-patch.ts'
import { bodilessStatuses } from '../../core/spec/errors.ts'
import { defaultPageSize, maxPageSize } from '../../core/spec/limits.ts'
import { dateFields } from '../resolve/requests.ts'
import { type Answer, isForm } from './corpus.ts'
import { type Form, seenIn } from './form.ts'
import { type Mismatch, mismatchesOf, resolved } from './mismatches.ts'

/** A part of an answer that a document does not allow. */
export interface Difference extends Omit<Mismatch, 'problem'> {
  readonly problem: Mismatch['problem'] | 'header' | 'status' | 'body' | 'order' | 'page size'
}

/** Answers with the same operation, status and shape. A document judges them alike. */
export interface Shape extends Answer {
  readonly answers: number
}

/** @param responses of the operation @param listOrder the order of lists, which a document cannot express */
export function differencesOf(
  shape: Shape,
  document: JsonObject,
  responses: JsonObject,
  listOrder: Choice<'listOrder'>,
): readonly Difference[] {
  const { status, answers: seen, body, contentType } = shape
  if (bodilessStatuses.has(status)) return []
  if (!isForm(body)) {
    const came = body === 'text' ? 'text that is not JSON' : body
    return [{ problem: 'body', path: [], expected: 'JSON', came, seen }]
  }
  const read = (documented: string): Response => readResponse(document, responses[documented], documented, body)
  const own = Object.hasOwn(responses, status) ? read(String(status)) : undefined
  const response = own?.hasSameEnvelope === true ? own : closest(Object.keys(responses).map(read), own)
  if (response === undefined) return []
  const others = [
    ...(response.documented === String(status)
      ? []
      : [['status', [':status'], response.documented, String(status)] as const]),
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

type Response = ReturnType<typeof readResponse>

function readResponse(document: JsonObject, value: unknown, documented: string, body: Form) {
  const { content, headers } = resolved(document, value)
  const media = resolved(document, content)
  const type = Object.keys(media)[0] ?? ''
  const found = mismatchesOf(document, resolved(document, media[type])['schema'], body)
  const atTop = found.filter(({ problem, path }) => path.length === 1 && (problem === 'missing' || problem === 'value'))
  // A record without its envelope may have a field of the same name.
  const isBare = atTop.length > 1 && atTop.some(({ problem }) => problem === 'missing')
  const bare = { path: [], expected: 'the envelope', came: 'an object without it', seen: seenIn(body) }
  return {
    documented,
    type,
    headers: resolved(document, headers),
    /** True if the top-level fields match, whatever they contain. */
    hasSameEnvelope: atTop.length === 0,
    count: found.length,
    found: isBare ? [{ problem: 'body', ...bare } as const] : found,
  }
}

/** The documented response that is closest to an answer. Another status wins only if its envelope matches. */
function closest(all: readonly Response[], own: Response | undefined): Response | undefined {
  const [best] = all.toSorted((a, b) => Number(b.hasSameEnvelope) - Number(a.hasSameEnvelope) || a.count - b.count)
  return best?.hasSameEnvelope === true ? best : (own ?? best)
}

/** Headers that reveal nothing about the service: from HTTP itself, browsers, proxies and clouds. */
const genericHeader = new RegExp(
  `^(?:${[
    'accept-ranges|age|allow|alt-svc|cache-control|connection|content-.*|date|etag|expires|keep-alive|last-modified|link|location',
    'pragma|server|set-cookie|trailer|transfer-encoding|upgrade|vary|via|warning|www-authenticate|:.*',
    'access-control-.*|cross-origin-.*|nel|permissions-policy|referrer-policy|report-to|reporting-endpoints|server-timing',
    'strict-transport-security|timing-allow-origin|x-content-type-options|x-frame-options|x-xss-protection',
    'cf-.*|fly-.*|x-(?:amz|amzn|azure|cache|cloud|envoy|goog|ms|served|timer|vercel)\\b.*|traceparent|tracestate',
    'x-powered-by|x-request-id|x-correlation-id|x-runtime|\\*',
  ].join('|')})$`,
)

const isServiceHeader = (header: string): boolean => !genericHeader.test(header)

function headersIn({ headers }: Shape, document: JsonObject, documented: JsonObject): readonly Other[] {
  const known = new Map(
    Object.entries(documented).map(([name, header]) => [name.toLowerCase(), resolved(document, header)]),
  )
  const missing = [...known].filter(([name, { required }]) => required === true && !headers.includes(name))
  const unknown = headers.filter((name) => !known.has(name) && isServiceHeader(name))
  return [
    ...missing.map(([name]): Other => ['header', ['headers', name], 'always', 'nothing']),
    ...unknown.map((name): Other => ['header', ['headers', name], 'no such header', 'a header']),
  ]
}

function pagingIn({ paging }: Shape): readonly Other[] {
  if (paging === undefined) return []
  const { limit, items_per_page: size } = paging
  const max = Math.min(limit ?? defaultPageSize, maxPageSize)
  if (size === max) return []
  const [expected, came] =
    limit === undefined
      ? [`${defaultPageSize} without a limit`, String(size)]
      : [`the limit, to ${maxPageSize}`, size < max ? `at most ${size}` : String(size)]
  return [['page size', ['pagination', 'items_per_page'], expected, came]]
}

const directions = { newest_first: 'desc', oldest_first: 'asc', by_id: 'asc' } as const

function orderIn({ order = [] }: Shape, listOrder: Choice<'listOrder'>): readonly Other[] {
  const fields = listOrder === 'by_id' ? ['id'] : dateFields
  const found = order.find((entry) => fields.some((field) => entry.startsWith(`${field} `)))
  if (found === undefined || found.endsWith(` ${directions[listOrder]}`)) return []
  return [['order', ['data'], listOrder, found]]
}
