import type { ApiKey } from '../engine/keys.ts'
import { defaultSandbox, type Sandboxes } from '../engine/sandboxes.ts'
import type { Log } from '../lib/log.ts'
import { ApiError } from '../spec/api-error.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { keyHeader } from '../spec/headers.ts'
import { type Address, parseAddress } from './address.ts'
import { authenticate } from './authenticate.ts'
import { readBytes } from './body.ts'
import { errorReply } from './errors.ts'
import { Exchange } from './exchange.ts'
import type { Operation, SentBody } from './operation.ts'
import { holds, permissionName } from './permission.ts'
import type { Reply } from './reply.ts'
import { respond } from './respond.ts'
import { describeUnmatched, unmatched } from './unmatched.ts'

/** What the pipeline needs of the fake. */
export interface Service {
  readonly sandboxes: Sandboxes
  readonly operations: readonly Operation[]
  readonly log: Log
}

/** The part of a request that the pipeline is told by the router. */
export interface Match {
  /** The operation; undefined where no operation has this method and path. */
  readonly operation: Operation | undefined
  /** The `{id}` of the path, decoded. */
  readonly id: string
}

const retryable: ReadonlySet<ErrorCode> = new Set(['rate_limit_exceeded', 'service_unavailable'])

/**
 * Serves one request, straight: sandbox, key, quota, permission, validation, handler, envelope.
 * Synchronous but for operations that take a body. Never throws and never rejects.
 */
export function serve(service: Service, request: Request, match: Match): Response | Promise<Response> {
  const address = parseAddress(request.url)
  const sandbox = service.sandboxes.get(address.sandbox)
  if (sandbox === undefined) return refuseSandbox(service, request.method, address)
  const exchange = new Exchange(sandbox, address, request.method)
  if (match.operation?.body !== undefined) return serveWithBody(service, exchange, request, match)
  try {
    const key = admit(exchange, request)
    return finish(service, exchange, run(service, exchange, match, key, undefined))
  } catch (error) {
    return refuse(service, exchange, error)
  }
}

async function serveWithBody(service: Service, exchange: Exchange, request: Request, match: Match): Promise<Response> {
  try {
    const key = admit(exchange, request)
    const sent = await readSent(request)
    return finish(service, exchange, run(service, exchange, match, key, sent))
  } catch (error) {
    return refuse(service, exchange, error)
  }
}

/** Answers a request that never became one: a message that is not HTTP, or an address that is no URL. */
export function refuseMalformed(service: Service, reason: string): Response {
  const address = { sandbox: defaultSandbox, prefix: '', path: '/', query: '' }
  const exchange = new Exchange(service.sandboxes.default, address, 'GET')
  const error = new ApiError('invalid_request', reason)
  service.log.warn(`malformed request: ${reason}`)
  return respond(exchange, errorReply(exchange.assume, error), false)
}

function admit(exchange: Exchange, request: Request): ApiKey {
  const key = authenticate(exchange.sandbox, exchange.assume, request.headers.get(keyHeader))
  const invalid = key instanceof ApiError ? key : undefined
  const { exceeded, limit } = exchange.count(key instanceof ApiError ? undefined : key)
  // The register is asked for an order only where two checks fail.
  if (exceeded && (invalid === undefined || exchange.assume('checkOrder') === 'quota_first')) {
    throw new ApiError('rate_limit_exceeded', `the quota of ${limit} requests an hour is used up`)
  }
  if (key instanceof ApiError) throw key
  return key
}

function run(
  service: Service,
  exchange: Exchange,
  match: Match,
  key: ApiKey,
  sent: SentBody | ApiError | undefined,
): Reply {
  const { operation, id } = match
  const refusedHead = exchange.method === 'HEAD' && exchange.assume('headRequests') === 'method_not_allowed'
  if (operation === undefined || refusedHead) throw unmatched(exchange, service.operations)
  const denied = deny(exchange, operation, key)
  let handle: () => Reply
  try {
    if (sent instanceof ApiError) throw sent
    handle = operation.prepare(exchange, id, sent)
  } catch (error) {
    if (denied !== undefined && exchange.assume('checkOrder') !== 'request_before_permission') throw denied
    throw error
  }
  if (denied !== undefined) throw denied
  return handle()
}

function deny(exchange: Exchange, operation: Operation, key: ApiKey): ApiError | undefined {
  const needed = permissionName(exchange.assume, operation.permission)
  if (holds(key, needed)) return undefined
  return new ApiError('authorization_error', `the API key ${JSON.stringify(key.name)} lacks the permission ${needed}`)
}

async function readSent(request: Request): Promise<SentBody | ApiError> {
  try {
    return { bytes: await readBytes(request), contentType: request.headers.get('Content-Type') }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function finish({ log }: Service, exchange: Exchange, reply: Reply, code?: ErrorCode): Response {
  const response = respond(exchange, reply, code !== undefined && retryable.has(code))
  log.debug(() => {
    const { sandbox, method, address, decidedBy } = exchange
    return `${sandbox.name}: ${method} ${address.path} ${reply.status} ${code ?? 'success'} [${decidedBy.join(' ')}]`
  })
  return response
}

function refuse(service: Service, exchange: Exchange, error: unknown): Response {
  const refusal = error instanceof ApiError ? error : internal(service, error)
  const hint = describeUnmatched(refusal, exchange, service.operations)
  if (hint !== undefined) service.log.warn(hint)
  return finish(service, exchange, errorReply(exchange.assume, refusal), refusal.code)
}

function internal({ log }: Service, error: unknown): ApiError {
  log.error(`a defect of cloudsec-fake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return new ApiError('internal_error', 'the fake failed to serve this request; its console says why')
}

/** Answers a request for a sandbox too many, by the default one: none of its own was made. */
function refuseSandbox(service: Service, method: string, address: Address): Response {
  const { most, default: sandbox } = service.sandboxes
  const details = `this fake holds ${most} sandboxes, its bound, so ${JSON.stringify(address.sandbox)} was not made; none is dropped to make room`
  return refuse(service, new Exchange(sandbox, address, method), new ApiError('service_unavailable', details))
}
