import { fillPath } from '../lib/path-template.ts'
import { tryJson } from '../lib/try-json.ts'
import { jsonType, keyScheme } from '../spec/headers.ts'
import type { RecordedExchange } from './recorded-exchange.ts'

/** The key of a request: the given one, one with a single permission, one with a quota that may be used up, or none. */
export type KeyName = 'main' | 'limited' | 'spare' | 'none'

/** A request that a probe makes. */
export interface ProbeRequest {
  /** Id of the operation that has the path. */
  readonly operation: string
  /** The method (that of the operation). */
  readonly method?: string
  /** The `{id}` of the path; empty if it has none. */
  readonly id?: string
  /** The query as sent, without its question mark. */
  readonly query?: string
  readonly body?: string | undefined
  readonly contentType?: string | undefined
  /** The Content-Encoding of the body (none). */
  readonly contentEncoding?: string | undefined
  /** The key that it carries (`main`). */
  readonly key?: KeyName
  /** The scheme of the key as sent (`Bearer`). */
  readonly scheme?: string
  /** The Origin of the page that sends it (none). */
  readonly origin?: string | undefined
  /** Asks, as a browser does before it sends a request of a page, if the page may use this method (no). */
  readonly preflight?: string | undefined
}

/** A request of a probe with every default filled in. */
export type SentRequest = ProbeRequest &
  Required<Pick<ProbeRequest, 'method' | 'id' | 'query' | 'key' | 'scheme'>> & {
    /** Relative to the base address, without the query. */
    readonly path: string
  }

/** The part of an operation that probes need. */
export interface ProbedOperation {
  readonly id: string
  readonly method: string
  /** Relative to the base address (`/cloud/resources/{id}`). */
  readonly path: string
}

export function toSent(operations: readonly ProbedOperation[], asked: ProbeRequest): SentRequest {
  const { operation, id = '', body } = asked
  const declared = operations.find((other) => other.id === operation)
  if (declared === undefined) throw new Error(`no operation ${operation}`)
  const path = fillPath(declared.path, { id })
  const contentType = body === undefined ? undefined : jsonType
  return { method: declared.method, id, query: '', contentType, key: 'main', scheme: keyScheme, ...asked, path }
}

/** Says if a request may create a record: every POST with a JSON body may. */
export function mayCreate({ method, body }: SentRequest): boolean {
  return method === 'POST' && tryJson(body ?? '') !== undefined
}

/** The parts that make two requests the same, beside the query. */
const parts = [
  'operation',
  'method',
  'id',
  'key',
  'body',
  'contentType',
  'contentEncoding',
  'scheme',
  'preflight',
] as const

export function isResponseTo(request: SentRequest, seen: RecordedExchange): boolean {
  // A browser sends an Origin with every request to another origin. It matters only to a probe that sends one.
  const isOfOrigin = request.origin === undefined || request.origin === seen.origin
  const query = [...new URLSearchParams(request.query)].flat()
  const isSame = parts.every((part) => request[part] === seen[part])
  return isOfOrigin && isSame && query.join('&') === seen.query.flat().join('&')
}
