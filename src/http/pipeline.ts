import type { ApiKey } from '../engine/keys.ts'
import { defaultSandbox, type Sandboxes } from '../engine/sandboxes.ts'
import type { Log } from '../lib/log.ts'
import { ApiError } from '../spec/api-error.ts'
import { keyHeader } from '../spec/headers.ts'
import { authenticate } from './authenticate.ts'
import { noBody, readBytes, type SentBody } from './body.ts'
import { errorReply } from './errors.ts'
import { type Asked, Exchange } from './exchange.ts'
import type { Operation } from './operation.ts'
import { lackedPermission } from './permission.ts'
import { noHeaders, type Reply } from './reply.ts'
import { respond } from './respond.ts'
import { describeUnmatched, unmatched } from './unmatched.ts'

/** What the pipeline needs of the fake. */
export interface Service {
  readonly sandboxes: Sandboxes
  readonly operations: readonly Operation[]
  readonly log: Log
}

/**
 * Serves one request, straight: sandbox, key, quota, permission, validation, handler, envelope.
 * Synchronous but for operations that take a body. A defect is answered with internal_error.
 */
export function serve(service: Service, request: Request, asked: Asked): Response | Promise<Response> {
  const exchange = new Exchange(service.sandboxes.look(asked.address.sandbox), asked)
  if (asked.operation?.body !== undefined) return serveWithBody(service, exchange, request)
  try {
    return finish(service, exchange, run(service, exchange, admit(service, exchange, request), noBody))
  } catch (error) {
    return refuse(service, exchange, error)
  }
}

async function serveWithBody(service: Service, exchange: Exchange, request: Request): Promise<Response> {
  try {
    const key = admit(service, exchange, request)
    const sent = await readSent(request)
    exchange.takeInstant()
    return finish(service, exchange, run(service, exchange, key, sent))
  } catch (error) {
    return refuse(service, exchange, error)
  }
}

/** Answers what never became a request of a sandbox: a message that is not HTTP, or a defect outside the pipeline. */
export function refuseOutside(service: Service, error: unknown): Response {
  const address = { sandbox: defaultSandbox, prefix: '', path: '/', query: '' }
  const asked: Asked = { method: 'GET', address, operation: undefined, id: '' }
  const refusal = error instanceof ApiError ? error : internal(service, error)
  quietly(() => service.log.warn(`outside a request: ${refusal.message}`))
  return answer(new Exchange(service.sandboxes.default, asked), refusal)
}

/** Lets a request in by its key and its quota. A sandbox is kept from the first request that is let in. */
function admit({ sandboxes }: Service, exchange: Exchange, request: Request): ApiKey {
  const key = authenticate(exchange.sandbox, exchange.assume, request.headers.get(keyHeader))
  if (!(key instanceof ApiError)) exchange.key = key
  const exceeded = exchange.count()
  // The register is asked for an order only where two checks fail.
  if (exceeded && (exchange.key !== undefined || exchange.assume('checkOrder') === 'quota_first')) {
    throw new ApiError('rate_limit_exceeded', `the quota of ${exchange.quota.limit} requests an hour is used up`)
  }
  if (key instanceof ApiError) throw key
  if (!sandboxes.keep(exchange.sandbox)) throw oneTooMany(sandboxes, exchange.sandbox.name)
  return key
}

function oneTooMany({ max }: Sandboxes, name: string): ApiError {
  const details = `this fake holds ${max} sandboxes, its bound, so ${JSON.stringify(name)} was not made; none is dropped to make room`
  return new ApiError('service_unavailable', details)
}

async function readSent(request: Request): Promise<SentBody | ApiError> {
  try {
    return { bytes: await readBytes(request), contentType: request.headers.get('Content-Type') }
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function run({ operations }: Service, exchange: Exchange, key: ApiKey, sent: SentBody | ApiError): Reply {
  const { operation, assume } = exchange
  if (operation === undefined || isRefusedHead(exchange)) throw unmatched(exchange, operations)
  const prepare = (): (() => string) => {
    if (sent instanceof ApiError) throw sent
    return operation.prepare(exchange, sent)
  }
  const lacked = lackedPermission(assume, key, operation.permission)
  if (lacked !== undefined) throw deny(exchange, key, lacked, prepare)
  const handle = prepare()
  return { status: operation.status(assume), body: handle(), headers: noHeaders }
}

function isRefusedHead({ method, assume }: Exchange): boolean {
  return method === 'HEAD' && assume('headRequests') === 'method_not_allowed'
}

/** The refusal of a request whose key may not, unless the request is wrong too and the register puts that first. */
function deny({ assume, trace }: Exchange, key: ApiKey, lacked: string, prepare: () => unknown): unknown {
  const before = trace.save()
  let wrong: unknown
  try {
    prepare()
  } catch (error) {
    wrong = error
  }
  const asked = trace.save()
  trace.restore(before)
  if (wrong !== undefined && assume('checkOrder') === 'request_before_permission') {
    trace.merge(asked)
    return wrong
  }
  return new ApiError('authorization_error', `the API key ${JSON.stringify(key.name)} lacks the permission ${lacked}`)
}

function finish(service: Service, exchange: Exchange, reply: Reply): Response {
  const response = respond(exchange, reply)
  tell(service, exchange, reply.status, 'success')
  return response
}

function refuse(service: Service, exchange: Exchange, error: unknown): Response {
  const refusal = error instanceof ApiError ? error : internal(service, error)
  const response = answer(exchange, refusal)
  quietly(() => {
    const hint = describeUnmatched(refusal, exchange, service.operations)
    if (hint !== undefined) service.log.warn(hint)
  })
  tell(service, exchange, response.status, refusal.code)
  return response
}

function answer(exchange: Exchange, refusal: ApiError): Response {
  return respond(exchange, errorReply(exchange.assume, refusal), refusal.code)
}

function internal({ log }: Service, error: unknown): ApiError {
  quietly(() => {
    log.error(`a defect of cloudsec-fake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  })
  return new ApiError('internal_error', 'the fake failed to serve this request; its console says why')
}

function tell({ log }: Service, exchange: Exchange, status: number, outcome: string): void {
  quietly(() => {
    log.debug(() => {
      const { sandbox, method, address, key, trace } = exchange
      const who = key === undefined ? 'no key' : `key ${key.id}`
      return `${sandbox.name}: ${method} ${address.path} (${who}) ${status} ${outcome} [${trace.ids().join(' ')}]`
    })
  })
}

/** Does what may fail without the answer to a request failing with it. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // A log that cannot be written has nowhere to say so.
  }
}
