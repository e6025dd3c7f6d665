import type { ApiKey } from '../auth/keys.ts'
import type { Permissions } from '../auth/permission.ts'
import { inOnePiece } from '../lib/body.ts'
import type { Log } from '../lib/log.ts'
import type { RecordAdmin } from '../sandbox/define-record-admin.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import type { ErrorCode } from '../spec/errors.ts'
import type { Answer } from './answer.ts'
import { authenticate } from './authenticate.ts'
import { maxBodyBytes, readBytes, type SentBody } from './body.ts'
import { errorReply } from './errors.ts'
import type { Operation } from './operation.ts'
import { ignoreErrors, record } from './record.ts'
import { noHeaders, type Reply } from './reply.ts'
import { noNames, type RequestContext } from './request-context.ts'
import { headersOf, toAnswer } from './respond.ts'
import { describeUnmatched, nearestOperations, unmatched } from './unmatched.ts'

/** The parts of a fake that serve requests. */
export interface Service {
  readonly sandboxes: Sandboxes
  readonly operations: readonly Operation[]
  /** The permissions that the operations need. */
  readonly permissions: Permissions
  /** The tags of the OpenAPI document: the areas of the API. */
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** Loads the code that changes records. */
  readonly recordAdmins: () => Promise<readonly RecordAdmin[]>
  readonly log: Log
  /** Aborted when the fake starts to stop: it lets go of requests that hang. */
  readonly stopping: AbortSignal
  /** Aborted when the fake has ended: requests that still wait give up. */
  readonly ended: AbortSignal
}

/** Authenticates a request, counts it on its quota, and keeps its sandbox if its key is valid. @throws ApiError where the fake holds too many sandboxes */
export function runFirstChecks({ sandboxes }: Service, ctx: RequestContext): void {
  authenticate(ctx)
  ctx.consumeQuota()
  if (ctx.key !== undefined && !sandboxes.register(ctx.sandbox)) throw oneTooMany(sandboxes, ctx.sandbox.name)
}

/** Lets in a request that passed the first checks. @throws ApiError for any other */
export function admit({ key, keyRefusal, quota, assume }: RequestContext): ApiKey {
  // It asks the register for an order only where two checks fail.
  if (quota.isExceeded && (key !== undefined || assume('checkOrder') === 'quota_first')) {
    throw new ApiError('rate_limit_exceeded', `the quota of ${quota.limit} requests an hour is used up`)
  }
  if (key === undefined) throw keyRefusal ?? new Error('the first checks come before')
  return key
}

function oneTooMany({ max }: Sandboxes, name: string): ApiError {
  const details = `this fake holds ${max} sandboxes, its bound, so ${JSON.stringify(name)} was not made; none is dropped to make room`
  return new ApiError('service_unavailable', details)
}

/** Reads the body of a request, or the reason why it cannot. */
export async function readSent(ctx: RequestContext, request: Request): Promise<SentBody | ApiError> {
  try {
    const bytes = await readBytes(request, maxBodyBytes)
    ctx.sent = { bytes, contentType: ctx.headers.contentType }
    return ctx.sent
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Serves a request that passed the first checks: permission, validation, handler. @throws ApiError */
export function handle(
  { operations, permissions }: Service,
  ctx: RequestContext,
  key: ApiKey,
  sent: SentBody | ApiError,
): Reply {
  const { operation, assume } = ctx
  if (operation === undefined || isRefusedHead(ctx)) throw unmatched(ctx, operations)
  const lacked = permissions.lacked(assume, key, operation.permission)
  if (lacked !== undefined) throw forbid(ctx, operation, lacked, sent)
  if (sent instanceof ApiError) throw sent
  const body = operation.serve(ctx, sent)
  return { status: operation.status(assume), body, headers: noHeaders }
}

function isRefusedHead({ method, assume }: RequestContext): boolean {
  return method === 'HEAD' && assume('headRequests') === 'method_not_allowed'
}

/** The error of a request that its key does not allow. Where the request is wrong too, the register says which error comes first. */
function forbid(ctx: RequestContext, operation: Operation, lacked: string, sent: SentBody | ApiError): unknown {
  const { assume, used, key } = ctx
  const before = used.copy()
  const wrong = sent instanceof ApiError ? sent : errorOf(() => operation.check(ctx, sent))
  if (wrong !== undefined && assume('checkOrder') === 'request_before_permission') return wrong
  used.restore(before)
  if (wrong !== undefined) used.add('checkOrder')
  return new ApiError('authorization_error', `the API key ${JSON.stringify(key?.name)} lacks the permission ${lacked}`)
}

function errorOf(check: () => unknown): unknown {
  try {
    check()
    return undefined
  } catch (error) {
    return error
  }
}

/** Responds with an error, or with internal_error to a defect. */
export function respondWithError(service: Service, ctx: RequestContext, error: unknown): Answer {
  const refusal = error instanceof ApiError ? error : toInternalError(service, error)
  const near = ctx.operation === undefined ? nearestOperations(ctx, service.operations) : noNames
  const reply = errorReply(ctx.assume, refusal, ctx.credential.secret)
  const sent = respond(service, ctx, reply, refusal.code, near)
  ignoreErrors(() => {
    const hint = describeUnmatched(ctx, service.operations, near)
    if (hint !== undefined) service.log.warn(hint)
  })
  return sent
}

/** Responds to a request. @param code the error; undefined for a success. @param nearest similar operations, where none matched */
export function respond(
  service: Service,
  ctx: RequestContext,
  reply: Reply,
  code?: ErrorCode,
  nearest: readonly string[] = noNames,
): Answer {
  const headers = headersOf(ctx, reply, code)
  const { status } = reply
  const body = ctx.method === 'HEAD' ? null : reply.body
  record(service, ctx, { status, headers, body, code, served: code === undefined, nearest })
  return { status, headers, body: body === null ? null : inOnePiece(body) }
}

/** The response to an error outside the requests of sandboxes. */
export function answer(ctx: RequestContext, refusal: ApiError): Answer {
  return toAnswer(ctx, errorReply(ctx.assume, refusal, ctx.credential.secret), refusal.code)
}

/** Logs a defect. @returns the error for the client */
export function toInternalError({ log }: Service, error: unknown): ApiError {
  ignoreErrors(() => {
    log.error(`a defect of cloudsec-fake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  })
  return new ApiError('internal_error', 'the fake failed to serve this request; its console says why')
}
