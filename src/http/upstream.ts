import { proxy } from 'hono/proxy'

import { UsedAssumptions } from '../assumptions/used.ts'
import { latin1 } from '../journal/entry.ts'
import { toText } from '../lib/body.ts'
import { decodePart } from '../lib/decode-part.ts'
import { networkCode } from '../lib/has-code.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { hideSecret, hideSecrets } from '../lib/secrets.ts'
import { tryJson } from '../lib/try-json.ts'
import { ApiError } from '../spec/api-error.ts'
import { bodilessStatuses, errorCodes } from '../spec/errors.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import { abortAfter } from '../time/abort-after.ts'
import type { Status } from '../time/lifecycle.ts'
import { type Answer, corsHeaders } from './answer.ts'
import type { SentBody } from './body.ts'
import { editHeaders } from './effects.ts'
import type { RequestContext } from './request-context.ts'

/** A real service, and how requests go to it. */
interface Target {
  /** Ends in the version segment, without a slash. */
  readonly url: string
  readonly key: string
  readonly allowsWrites: boolean
}

/** Sends a request to the real service. @returns its answer @throws ApiError where nothing was sent, and where no answer came */
export type Upstream = (ctx: RequestContext, sent: SentBody, given: readonly AbortSignal[]) => Promise<Answer>

/** Most bytes of an answer: each is held in memory as a whole. */
const mostBytes = 16_777_216

/** Longest time until an answer is whole. */
const answerMs = 15_000

/** The headers of a client that go on. Any other may be meant for the fake, or hold a key of it. */
const passedOn = [
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

/** The headers of an answer that do not go on: the fake frames the body, and no cookie goes back. */
const left: ReadonlySet<string> = new Set(['content-length', 'set-cookie'])

export function createUpstream({ url, key, allowsWrites }: Target): Upstream {
  return async (ctx, { bytes }, given) => {
    const { operation, method, address } = ctx
    if (operation === undefined) throw new Error('only the paths of operations go to the service')
    if (operation.method !== 'GET' && !allowsWrites) {
      throw new ApiError('authorization_error', `${method}: only --allow-writes sends it to the real service`)
    }
    // By the template of the path, no id leads to another operation.
    const path = operation.path.replace('{id}', () => encodeURIComponent(ctx.id))
    const target = path + (address.query === '' ? '' : `?${address.query}`)
    const headers = headersOf(ctx)
    refuseKeys(ctx, [target, decodePart(target), latin1(bytes), ...Object.values(headers)])
    const over = abortAfter(answerMs, given, () => unavailable(`it took more than ${answerMs / 1000} seconds`))
    try {
      const response = await proxy(url + target, {
        method,
        headers: { ...headers, [keyHeader]: `${keyScheme} ${key}` },
        ...(operation.body === undefined ? {} : { body: new Uint8Array(bytes) }),
        redirect: 'manual',
        signal: over.signal,
      })
      return toAnswer(ctx, response, await readWhole(response), key)
    } catch (error) {
      throw error instanceof ApiError ? error : unavailable(networkCode(error))
    } finally {
      over.abort()
    }
  }
}

function headersOf({ headers }: RequestContext): Readonly<Record<string, string>> {
  const sent = passedOn.map((name) => [name, headers.get(name)] as const)
  return Object.fromEntries(sent.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])))
}

const unavailable = (why: string): ApiError =>
  new ApiError('service_unavailable', `the real service gave no answer to pass on: ${why}`)

/** @throws ApiError where a key of the fake would leave it */
function refuseKeys({ credential }: RequestContext, texts: readonly string[]): void {
  if (texts.every((text) => hideSecrets(text, credential.secret) === text)) return
  const place = 'the path, the query, a header or the body'
  throw new ApiError('invalid_request', `${place} has an API key of the fake; nothing was sent to the real service`)
}

async function readWhole({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw unavailable(`it has more than ${mostBytes} bytes`)
    chunks.push(chunk)
  }
  // A copy, because a short buffer holds a whole pool of bytes.
  return new Uint8Array(Buffer.concat(chunks))
}

function toAnswer(ctx: RequestContext, response: Response, bytes: Uint8Array<ArrayBuffer>, key: string): Answer {
  const { status } = response
  const passed = [...response.headers].filter(([name]) => !left.has(name))
  const json = tryJson(toText(bytes))
  const { error, data } = isJsonObject(json) ? json : {}
  const code = isJsonObject(error) ? errorCodes.find((one) => one === error['code']) : undefined
  ctx.used.restore(new UsedAssumptions())
  if (isJsonObject(data)) ctx.entry.recordStatus = statusNamed(ctx.operation?.states?.of(data, ctx.used))
  const hasBody = ctx.method !== 'HEAD' && !bodilessStatuses.has(status)
  const headers = Object.fromEntries(passed.map(([name, value]) => [name, hideSecret(value, key)]))
  return {
    status,
    // The page of a browser talks to the fake.
    headers: editHeaders(headers, corsHeaders(ctx)),
    body: hasBody ? withoutKey(bytes, key) : null,
    outcome: { code, served: code === undefined && status < 300 },
  }
}

/** A service may repeat its key, above all a wrong one. */
function withoutKey(bytes: Uint8Array<ArrayBuffer>, key: string): Uint8Array<ArrayBuffer> {
  const text = latin1(bytes)
  const shown = hideSecret(text, key)
  return shown === text ? bytes : Buffer.from(shown, 'latin1')
}

/** The status of a record by its name in an answer; any name of one that goes on is as good as another. */
function statusNamed(name: string | undefined): Status | undefined {
  if (name === undefined || name === 'failed') return name
  return name === 'completed' || name === 'succeeded' ? 'completed' : 'running'
}
