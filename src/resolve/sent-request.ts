import { fillPath } from '../lib/path-template.ts'
import { tryJson } from '../lib/try-json.ts'
import { jsonType, keyScheme } from '../spec/headers.ts'
import type { ProbeRequest, RecordedExchange } from './recorded-exchange.ts'

/** The part of an operation that probes need. */
export interface ProbedOperation {
  readonly id: string
  readonly method: string
  /** Relative to the base address (`/cloud/resources/{id}`). */
  readonly path: string
}

/** A request of a probe with every default filled in. */
export interface SentRequest extends Required<
  Pick<ProbeRequest, 'operation' | 'method' | 'id' | 'query' | 'key' | 'scheme'>
> {
  /** Relative to the base address, without the query. */
  readonly path: string
  readonly body: string | undefined
  readonly contentType: string | undefined
  readonly contentEncoding: ProbeRequest['contentEncoding']
  readonly origin: string | undefined
  readonly preflight: string | undefined
}

export function toSent(
  operations: readonly ProbedOperation[],
  {
    operation,
    method,
    id = '',
    query = '',
    body,
    contentType,
    contentEncoding,
    key = 'main',
    scheme = keyScheme,
    origin,
    preflight,
  }: ProbeRequest,
): SentRequest {
  const declared = operations.find((other) => other.id === operation)
  if (declared === undefined) throw new Error(`no operation ${operation}`)
  return {
    operation,
    method: method ?? declared.method,
    path: fillPath(declared.path, { id }),
    id,
    query,
    body,
    contentType: contentType ?? (body === undefined ? undefined : jsonType),
    contentEncoding,
    key,
    scheme,
    origin,
    preflight,
  }
}

/** Says if a request may create a record: every POST with a JSON body may. */
export function mayCreate({ method, body }: SentRequest): boolean {
  return method === 'POST' && tryJson(body ?? '') !== undefined
}

export function isResponseTo(request: SentRequest, seen: RecordedExchange): boolean {
  const names = [
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
  // A browser sends an Origin with every request to another origin. It matters only to a probe that sends one.
  const isOfOrigin = request.origin === undefined || request.origin === seen.origin
  const query = [...new URLSearchParams(request.query)].flat()
  const isSame = names.every((name) => request[name] === seen[name])
  return isOfOrigin && isSame && query.join('&') === seen.query.flat().join('&')
}
