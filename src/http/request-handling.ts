import type { ApiKey } from '../auth/keys.ts'
import type { Permissions } from '../auth/permission.ts'
import { inOnePiece, type Written } from '../lib/body.ts'
import type { Log } from '../lib/log.ts'
import { hideSecrets } from '../lib/secrets.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import type { ErrorCode } from '../spec/errors.ts'
import type { Answer, AnswerHeaders } from './answer.ts'
import { authenticate } from './authenticate.ts'
import { maxBodyBytes, readBytes, type SentBody } from './body.ts'
import { errorReply } from './errors.ts'
import type { Operation } from './operation.ts'
import { noHeaders, type Reply } from './reply.ts'
import type { RequestContext } from './request-context.ts'
import { headersOf } from './respond.ts'
import { describeUnmatched, nearestOperations, unmatched } from './unmatched.ts'

/** What the pipeline needs of the fake. */
export interface Service {
  readonly sandboxes: Sandboxes
  readonly operations: readonly Operation[]
  /** The permissions that the operations need. */
  readonly permissions: Permissions
  /** The tags of the OpenAPI document: the areas of the API. */
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly recordAdmins: readonly RecordAdmin[]
  readonly log: Log
  /** Aborted once the fake is to stop: what hangs is let go. */
  readonly stopping: AbortSignal
  /** Aborted once the fake has ended: what still waits then gives up. */
  readonly ended: AbortSignal
}

/** What is known of a request before it is let in. */
export interface Identified {
  /** The key of the request, or why it has none that is valid. */
  readonly key: ApiKey | ApiError
  /** Whether the request is one too many for its quota. */
  readonly exceeded: boolean
}

/** Finds the key of a request, and counts the request on its quota. A sandbox is kept from the first request that has a valid key. */
export function identify({ sandboxes }: Service, ctx: RequestContext): Identified {
  const key = authenticate(ctx.sandbox, ctx.assume, ctx.credential)
  if (key instanceof ApiError) return { key, exceeded: ctx.count() }
  ctx.key = key
  const exceeded = ctx.count()
  if (!sandboxes.register(ctx.sandbox)) throw oneTooMany(sandboxes, ctx.sandbox.name)
  return { key, exceeded }
}

/** Lets a request in by its key and its quota. @throws ApiError where it has no valid key or is one too many */
export function consumeQuota(ctx: RequestContext, { key, exceeded }: Identified): ApiKey {
  // The register is asked for an order only where two checks fail.
  if (exceeded && (ctx.key !== undefined || ctx.assume('checkOrder') === 'quota_first')) {
    throw new ApiError('rate_limit_exceeded', `the quota of ${ctx.quota.limit} requests an hour is used up`)
  }
  if (key instanceof ApiError) throw key
  return key
}

function oneTooMany({ max }: Sandboxes, name: string): ApiError {
  const details = `this fake holds ${max} sandboxes, its bound, so ${JSON.stringify(name)} was not made; none is dropped to make room`
  return new ApiError('service_unavailable', details)
}

/** Reads the body of a request, or why it cannot be had. */
export async function readSent(ctx: RequestContext, request: Request): Promise<SentBody | ApiError> {
  try {
    const bytes = await readBytes(request, maxBodyBytes)
    ctx.sent = { bytes, contentType: request.headers.get('Content-Type') }
    return ctx.sent
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

/** Serves a request that was let in: permission, validation, handler. @throws ApiError */
export function handle(
  { operations, permissions }: Service,
  ctx: RequestContext,
  key: ApiKey,
  sent: SentBody | ApiError,
): Reply {
  const { operation, assume } = ctx
  if (operation === undefined || isRefusedHead(ctx)) throw unmatched(ctx, operations)
  const prepare = (): (() => Written | null) => {
    if (sent instanceof ApiError) throw sent
    return operation.prepare(ctx, sent)
  }
  const lacked = permissions.lacked(assume, key, operation.permission)
  if (lacked !== undefined) throw deny(ctx, key, lacked, prepare)
  const handle = prepare()
  return { status: operation.status(assume), body: handle(), headers: noHeaders }
}

function isRefusedHead({ method, assume }: RequestContext): boolean {
  return method === 'HEAD' && assume('headRequests') === 'method_not_allowed'
}

/** The refusal of a request whose key may not, unless the request is wrong too and the register puts that first. */
function deny({ assume, used }: RequestContext, key: ApiKey, lacked: string, prepare: () => unknown): unknown {
  const before = used.save()
  let wrong: unknown
  try {
    prepare()
  } catch (error) {
    wrong = error
  }
  const asked = used.save()
  used.restore(before)
  if (wrong !== undefined && assume('checkOrder') === 'request_before_permission') {
    used.merge(asked)
    return wrong
  }
  return new ApiError('authorization_error', `the API key ${JSON.stringify(key.name)} lacks the permission ${lacked}`)
}

/** Answers a request that was refused, or that a defect kept from being served. */
export function respondWithError(service: Service, ctx: RequestContext, error: unknown): Answer {
  const refusal = error instanceof ApiError ? error : internal(service, error)
  const near = ctx.operation === undefined ? nearestOperations(ctx, service.operations) : noNames
  const reply = errorReply(ctx.assume, refusal, ctx.credential.secret)
  const sent = respond(service, ctx, reply, refusal.code, near)
  ignoreErrors(() => {
    const hint = describeUnmatched(refusal, ctx, near)
    if (hint !== undefined) service.log.warn(hint)
  })
  return sent
}

const noNames: readonly string[] = []

/** Answers a request. @param code the error; undefined where it was served. @param nearest the operations that come nearest, where none matched */
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
  record(service, ctx, { status, headers, body, code, nearest })
  return { status, headers, body: body === null ? null : inOnePiece(body) }
}

/** What was answered. */
interface Answered {
  readonly headers: AnswerHeaders
  /** Null where the client sees none. */
  readonly status: number | null
  readonly body: Written | null
  readonly code: ErrorCode | undefined
  readonly fault?: string | undefined
  readonly nearest?: readonly string[]
}

/** Keeps a request and its answer in the journal of its sandbox, and tells the log of them. */
export function record({ sandboxes, log }: Service, ctx: RequestContext, answered: Answered): void {
  const {
    sandbox,
    method,
    operation,
    address,
    id,
    key,
    used,
    firedRules: fired,
    headers,
    credential,
    sent,
    nowMs,
    durationMs,
  } = ctx
  const { status, headers: responseHeaders, body, code, fault, nearest = noNames } = answered
  if (sandboxes.isCurrent(sandbox)) {
    sandbox.journal.add({
      atMs: nowMs,
      durationMs,
      operation: operation?.id,
      method,
      path: address.sentPath,
      query: address.query,
      target: id,
      key: key?.id,
      status,
      code,
      fault,
      fired,
      used: used,
      requestHeaders: headers.sent,
      requestBody: sent?.bytes,
      responseHeaders,
      responseBody: method === 'HEAD' ? null : body,
      nearest,
    })
  }
  ignoreErrors(() => {
    log.debug(() => {
      const who = key === undefined ? 'no key' : `key ${key.id}`
      const outcome = [
        status ?? 'no answer',
        code ?? 'success',
        ...(fault === undefined ? [] : [fault]),
        ...fired,
      ].join(' ')
      const path = hideSecrets(address.sentPath, credential.secret)
      return `${sandbox.name}: ${method} ${path} (${who}) ${outcome} [${used.ids().join(' ')}]`
    })
  })
}

/** The answer to a refusal that is no request of a sandbox. */
export function answer(ctx: RequestContext, refusal: ApiError): Answer {
  const reply = errorReply(ctx.assume, refusal, ctx.credential.secret)
  return {
    status: reply.status,
    headers: headersOf(ctx, reply, refusal.code),
    body: reply.body === null ? null : inOnePiece(reply.body),
  }
}

/** Tells the console of a defect. @returns what the client is told */
export function internal({ log }: Service, error: unknown): ApiError {
  ignoreErrors(() => {
    log.error(`a defect of cloudsec-fake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  })
  return new ApiError('internal_error', 'the fake failed to serve this request; its console says why')
}

/** Does what may fail without the answer to a request failing with it. */
export function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // A log that cannot be written has nowhere to say so.
  }
}
