import type { ApiKey } from '../auth/keys.ts'
import type { Permissions } from '../auth/permission.ts'
import { type JournalEntry, latin1, scenariosOf } from '../journal/entry.ts'
import type { Log } from '../lib/log.ts'
import { hideSecrets } from '../lib/secrets.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { type Answer, complete, noHeaders } from './answer.ts'
import { readBytes, type SentBody } from './body.ts'
import { recordAnswered } from './connections.ts'
import { errorAnswer, nearestOperations, unmatched, warnOfUnmatched } from './errors.ts'
import type { Operation } from './operation.ts'
import { noNames, type RequestContext } from './request-context.ts'
import type { Upstream } from './upstream.ts'

export interface Service {
  readonly sandboxes: Sandboxes
  readonly operations: readonly Operation[]
  readonly permissions: Permissions
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly recordAdmins: () => Promise<readonly RecordAdmin[]>
  readonly log: Log
  /** Forwards requests of operations to a real service; undefined if the fake serves them. */
  readonly upstream?: Upstream | undefined
  /** Aborted when the fake begins to stop: it ends hanging requests. */
  readonly stopping: AbortSignal
  /** Aborted when the fake has stopped: it cancels waiting requests. */
  readonly ended: AbortSignal
}

export async function readRequestBody(ctx: RequestContext, request: Request): Promise<SentBody | ApiError> {
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
  const lacked = permissions.missingPermission(assume, key, operation.permission)
  if (lacked !== undefined) throw forbid(ctx, operation, lacked, sent)
  if (sent instanceof ApiError) throw sent
  const body = operation.serve(ctx, sent)
  return { status: operation.status(assume), body, headers: noHeaders }
}

/** The error of a request whose key lacks the permission. If the request is invalid too, the register decides which error comes first. */
function forbid(ctx: RequestContext, operation: Operation, lacked: string, sent: SentBody | ApiError): unknown {
  const { assume, used, key } = ctx
  const before = used.copy()
  const wrong = sent instanceof ApiError ? sent : errorOf(() => operation.check(ctx, sent))
  if (wrong !== undefined && assume('checkOrder') === 'request_before_permission') return wrong
  used.restore(before)
  if (wrong !== undefined) used.add('checkOrder')
  return new ApiError('authorization_error', `the API key ${JSON.stringify(key?.name)} lacks the permission ${lacked}`)
}

export function errorOf(check: () => unknown): unknown {
  try {
    check()
    return undefined
  } catch (error) {
    return error
  }
}

export function respondWithError(service: Service, ctx: RequestContext, error: unknown): Answer {
  const refusal = toRefusal(service, error)
  const near = ctx.operation === undefined ? nearestOperations(ctx, service.operations) : noNames
  const sent = respond(service, ctx, errorAnswer(ctx.assume, refusal, ctx.credential.secret), refusal.code, near)
  ignoreErrors(() => warnOfUnmatched(service, ctx, near))
  return sent
}

const success = { code: undefined, served: true } as const

/** Responds to a request. @param code the error; undefined for a success @param nearest similar operations, if none matched */
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

export function toRefusal({ log }: Service, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  ignoreErrors(() => {
    log.error(`a defect of cloudsec-fake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  })
  return new ApiError('internal_error', 'the fake failed to serve this request; its console says why')
}

/** The client may have sent a body that was not read. */
const unread = { request: true, response: false }

type SeenAnswer = Pick<Answer, 'headers' | 'body'> & Pick<JournalEntry, 'status'>

type Outcome = Pick<JournalEntry, 'code' | 'served'> & Partial<Pick<JournalEntry, 'fault' | 'nearest'>>

export function record({ sandboxes, log }: Service, ctx: RequestContext, seen: SeenAnswer, outcome: Outcome): void {
  // A defect may occur after the answer was recorded. The error that replaces the answer then gets its own entry.
  if (ctx.entry.number > 0) ctx.entry = { ...ctx.entry }
  const { sandbox, entry, sent, bindings } = ctx
  const endMs = ctx.stop()
  entry.key = ctx.key?.id
  entry.status = seen.status
  entry.code = outcome.code
  entry.fault = outcome.fault
  entry.served = outcome.served
  entry.responseHeaders = seen.headers
  entry.responseBody = entry.method === 'HEAD' ? null : seen.body
  entry.nearest = outcome.nearest ?? noNames
  if (sent !== undefined) entry.requestBody = latin1(sent.bytes)
  else if (ctx.operation?.body !== undefined) entry.cut = unread
  sandboxes.limits.requests.add(entry)
  if (sandboxes.isCurrent(sandbox) && sandbox.journal.add(entry)) bindings.onRecord?.(entry)
  recordAnswered(entry, endMs)
  ignoreErrors(() => {
    log.request?.(() => describe(ctx))
    log.debug(() => {
      const key = entry.key === undefined ? 'no key' : `key ${entry.key}`
      return `${describe(ctx)} ${key} [${entry.used.ids().join(' ')}]`
    })
  })
}

function describe({ sandbox, entry, credential }: RequestContext): string {
  const { method, status, code, fault, durationMs } = entry
  const path = hideSecrets(entry.path, credential.secret)
  const answer = [status ?? 'no answer', code ?? [], fault ?? []].flat().join(' ')
  const facts = [`${Math.round(durationMs * 10) / 10} ms`, `sandbox ${sandbox.name}`, ...scenariosOf(entry)]
  return `${method} ${path} → ${answer} (${facts.join(', ')})`
}

/** Runs work whose failure must not affect the response, such as writing a log. */
export function ignoreErrors(work: () => void): void {
  errorOf(work)
}
