import type { ApiKey } from '../auth/keys.ts'
import type { Permissions } from '../auth/permission.ts'
import type { Log } from '../lib/log.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { type Answer, noHeaders } from './answer.ts'
import { readBytes, type SentBody } from './body.ts'
import { authenticate } from './credential.ts'
import { errorAnswer } from './errors.ts'
import type { Operation } from './operation.ts'
import { ignoreErrors, record } from './record.ts'
import { noNames, type RequestContext } from './request-context.ts'
import { complete } from './respond.ts'
import { nearestOperations, unmatched, warnOfUnmatched } from './unmatched.ts'

/** The parts of a fake that serve requests. */
export interface Service {
  readonly sandboxes: Sandboxes
  readonly operations: readonly Operation[]
  readonly permissions: Permissions
  /** The tags of the OpenAPI document: the areas of the API. */
  readonly tags: readonly { readonly name: string; readonly description: string }[]
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
  if (ctx.key === undefined || sandboxes.register(ctx.sandbox)) return
  const details = `this fake holds ${sandboxes.max} sandboxes, its bound, so ${JSON.stringify(ctx.sandbox.name)} was not made; none is dropped to make room`
  throw new ApiError('service_unavailable', details)
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

/** Reads the body of a request, or the reason why it cannot. */
export async function readSent(ctx: RequestContext, request: Request): Promise<SentBody | ApiError> {
  try {
    ctx.sent = { bytes: await readBytes(request), contentType: ctx.headers.contentType }
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
): Answer {
  const { operation, assume } = ctx
  if (operation === undefined) throw unmatched(ctx, operations)
  if (ctx.method === 'HEAD' && assume('headRequests') === 'method_not_allowed') throw unmatched(ctx, operations)
  const lacked = permissions.lacked(assume, key, operation.permission)
  if (lacked !== undefined) throw forbid(ctx, operation, lacked, sent)
  if (sent instanceof ApiError) throw sent
  const body = operation.serve(ctx, sent)
  return { status: operation.status(assume), body, headers: noHeaders }
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

/** What some work throws; undefined for nothing. */
export function errorOf(check: () => unknown): unknown {
  try {
    check()
    return undefined
  } catch (error) {
    return error
  }
}

/** Responds with an error, or with internal_error to a defect. */
export function respondWithError(service: Service, ctx: RequestContext, error: unknown): Answer {
  const refusal = toRefusal(service, error)
  const near = ctx.operation === undefined ? nearestOperations(ctx, service.operations) : noNames
  const sent = respond(service, ctx, errorAnswer(ctx.assume, refusal, ctx.credential.secret), refusal.code, near)
  ignoreErrors(() => warnOfUnmatched(service, ctx, near))
  return sent
}

/** What the journal shows of each request that was served. */
const success = { code: undefined, served: true } as const

/** Responds to a request. @param code the error; undefined for a success @param nearest similar operations, where none matched */
export function respond(
  service: Service,
  ctx: RequestContext,
  answer: Answer,
  code?: ErrorCode,
  nearest: readonly string[] = noNames,
): Answer {
  const completed = complete(ctx, answer, code)
  record(service, ctx, completed, code === undefined ? success : { code, served: false, nearest })
  return completed
}

/** The error for the client. A defect is logged. */
export function toRefusal({ log }: Service, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  ignoreErrors(() => {
    log.error(`a defect of cloudsec-fake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  })
  return new ApiError('internal_error', 'the fake failed to serve this request; its console says why')
}
