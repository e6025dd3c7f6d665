import { proxy } from 'hono/proxy'

import { latin1 } from '../journal/entry.ts'
import { networkCode } from '../lib/has-code.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { encodePart } from '../lib/path-template.ts'
import { maxBytes } from '../lib/read-bounded.ts'
import { readingsOf } from '../lib/readings.ts'
import { hideSecret, hideSecrets } from '../lib/secrets.ts'
import { tryJson } from '../lib/try-json.ts'
import { ApiError } from '../spec/api-error.ts'
import { bodilessStatuses, errorCodes } from '../spec/errors.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import type { Status } from '../time/lifecycle.ts'
import { readAnswer, type ReadAnswer } from '../time/read-answer.ts'
import { corsHeaders } from './answer.ts'
import { plainBytes } from './body.ts'
import { editHeaders } from './effects.ts'
import type { Answer, RequestContext, Upstream } from './types.ts'

/** A real service, and how requests are forwarded to it. */
interface Target {
  /** Ends in the version segment, without a slash. */
  readonly url: string
  readonly key: string
  readonly allowsWrites: boolean
}

/** The timeout for a whole answer. */
const answerMs = 15_000

/** The request headers that are forwarded. Any other may be meant for the fake, or contain one of its keys. */
const forwardedHeaders = [
  'Accept',
  'Accept-Language',
  'Content-Encoding',
  'Content-Type',
  'Idempotency-Key',
  'If-Modified-Since',
  'If-None-Match',
  'Traceparent',
  'Tracestate',
  'User-Agent',
  'X-Request-Id',
]

/**
 * The response headers that are not passed on: the fake frames the body and answers CORS, clients get no cookie, and some
 * belong to the connection. `hono/proxy` drops the other hop-by-hop headers.
 */
const droppedHeaders = /^(?:access-control-.*|content-length|proxy-connection|set-cookie)$/

/** @param id unique to this fake: in `Via`, it detects a forwarding loop (RFC 9110, section 7.6.3) */
export function createUpstream({ url, key, allowsWrites }: Target, id: string): Upstream {
  const mark = `1.1 ${id}`
  return async (ctx, { bytes }, given) => {
    const { operation, method, address } = ctx
    if (operation === undefined) throw new Error('only operations are forwarded')
    if (operation.method !== 'GET' && !allowsWrites) {
      throw new ApiError('authorization_error', `${method}: only --allow-writes sends it to the real service`)
    }
    // The template of the path ensures that no id leads to another operation.
    const path = operation.path.replace('{id}', () => encodePart(ctx.id))
    const target = path + (address.query === '' ? '' : `?${address.query}`)
    const via = ctx.headers.get('Via')
    if (via?.includes(mark) === true) throw unavailable('its address leads back to this fake')
    const headers = { ...headersOf(ctx), Via: via === null ? mark : `${via}, ${mark}` }
    // UTF-16 has a zero byte beside each character of a key.
    const body = latin1(plainBytes(ctx, bytes)).replaceAll('\0', '')
    refuseKeys(ctx, [target, body, ...Object.values(headers)])
    const init: RequestInit = {
      method,
      headers: { ...headers, [keyHeader]: `${keyScheme} ${key}` },
      ...(operation.body === undefined ? {} : { body: new Uint8Array(bytes) }),
      redirect: 'manual',
    }
    const limits = { ms: answerMs, bytes: maxBytes.answer, given }
    const answer = await readAnswer(proxy, url + target, init, limits).catch((error: unknown) => {
      throw unavailable(networkCode(error))
    })
    return toAnswer(ctx, answer, key)
  }
}

function headersOf({ headers }: RequestContext): Readonly<Record<string, string>> {
  const sent = forwardedHeaders.map((name) => [name, headers.get(name)] as const)
  return Object.fromEntries(sent.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])))
}

const unavailable = (why: string): ApiError =>
  new ApiError('service_unavailable', `the real service gave no answer to pass on: ${why}`)

/** @throws ApiError if the request contains a key of the fake */
function refuseKeys({ credential }: RequestContext, texts: readonly string[]): void {
  const all = texts.flatMap((text) => readingsOf(text))
  if (all.every((text) => hideSecrets(text, credential.secret) === text)) return
  const place = 'the path, the query, a header or the body'
  throw new ApiError('invalid_request', `${place} has an API key of the fake; nothing was sent to the real service`)
}

function toAnswer(ctx: RequestContext, { response, bytes, text }: ReadAnswer<Response>, key: string): Answer {
  const { status } = response
  const passed = [...response.headers].filter(([name]) => !droppedHeaders.test(name))
  const json = tryJson(text)
  const { error, data } = isJsonObject(json) ? json : {}
  const code = isJsonObject(error) ? errorCodes.find((one) => one === error['code']) : undefined
  if (isJsonObject(data)) ctx.entry.recordStatus = statusNamed(ctx.operation?.statusNames?.of(data, ctx.decidedBy))
  const hasBody = ctx.method !== 'HEAD' && !bodilessStatuses.has(status)
  const headers = Object.fromEntries(passed.map(([name, value]) => [name, hideSecret(value, key)]))
  return {
    status,
    // To a page in a browser, the fake is the server.
    headers: editHeaders(headers, corsHeaders(ctx)),
    body: hasBody ? withoutKey(bytes, key) : null,
    outcome: { code, served: code === undefined && status < 300 },
  }
}

/** Hides the key: a service may repeat it, above all an invalid one. */
function withoutKey(bytes: Uint8Array<ArrayBuffer>, key: string): Uint8Array<ArrayBuffer> {
  const text = latin1(bytes)
  const shown = hideSecret(text, key)
  return shown === text ? bytes : Buffer.from(shown, 'latin1')
}

/** The status of a record by its name in an answer; every other name counts as running. */
function statusNamed(name: string | undefined): Status | undefined {
  if (name === undefined || name === 'failed') return name
  return name === 'completed' || name === 'succeeded' ? 'completed' : 'running'
}
