import { decide, type Deciding } from '../assumptions/decided-by.ts'
import { conventionalStatuses, errorStatuses, methodNotAllowedStatus } from '../assumptions/error-statuses.ts'
import type { Profile } from '../assumptions/register.ts'
import { shorten } from '../lib/input-error.ts'
import { keysOf } from '../lib/keys-of.ts'
import { nameRule } from '../lib/name-form.ts'
import { nearest } from '../lib/nearest.ts'
import { describeRoutes, methodsAt } from '../lib/path-template.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import { hideSecret, hideSecrets } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { type ErrorCode, errorDescriptions } from '../spec/errors.ts'
import { versionPath } from '../spec/version.ts'
import { noHeaders } from './answer.ts'
import type { Answer, Operation, RequestContext, Service } from './types.ts'

export const statusOf = ({ errorStatus }: Profile, code: ErrorCode): number => errorStatuses[errorStatus][code]

const magicIds = keysOf(conventionalStatuses)
  .filter((code) => code !== 'invalid_request')
  .map((code) => [String(conventionalStatuses[code]).padStart(12, '0'), code] as const)
// Two codes with one status would share an id.
requireDistinct(magicIds, ([ending]) => ending, 'magic ids')

/** The error of each magic id, by the last twelve digits of the id: its conventional status. invalid_request has none: any malformed id causes it. */
export const magicCodes: ReadonlyMap<string, ErrorCode> = new Map(magicIds)

/** Writes an error in the envelope (§2.1, §7). @param secret the secret of the request, which the error hides (none) */
export function errorAnswer(ctx: Deciding, error: ApiError, secret = ''): Answer {
  const { code } = error
  const message = errorDescriptions[code]
  ctx.decidedBy.add('errorStatus')
  const status = statusOf(ctx.choices, code)
  const allowed = error.allowed && ctx.choices.errorStatus !== 'always_200' ? error.allowed : undefined
  const details = decide(ctx, 'errorDetails') === 'specific' ? hideSecret(error.details, secret) : `${message}.`
  return {
    status: allowed === undefined ? status : methodNotAllowedStatus,
    headers: allowed !== undefined && decide(ctx, 'allowHeader') === 'present' ? allowHeader(ctx, allowed) : noHeaders,
    body: JSON.stringify({ status: 'error', error: { code, message, details } }),
  }
}

function allowHeader(ctx: Deciding, declared: readonly string[]) {
  const withHead = declared.includes('GET') && decide(ctx, 'headRequests') === 'as_get'
  return { Allow: [...declared, ...(withHead ? ['HEAD'] : [])].join(', ') }
}

function methodsOf({ address: { path } }: RequestContext, operations: readonly Operation[]): readonly string[] {
  return path.startsWith(`${versionPath}/`) ? methodsAt(path.slice(versionPath.length), operations) : []
}

export function unmatched(ctx: RequestContext, operations: readonly Operation[]): ApiError {
  const { address, method } = ctx
  const allowed = methodsOf(ctx, operations)
  if (allowed.length === 0) {
    return new ApiError('resource_not_found', `${shorten(address.prefix + address.sentPath)}: no such path`)
  }
  const details = `${method}: not a method of this path, which has ${allowed.join(', ')}`
  const isKnown = decide(ctx, 'methodNotAllowed') === 'invalid_request_405'
  return isKnown
    ? new ApiError('invalid_request', details, undefined, { allowed })
    : new ApiError('resource_not_found', details)
}

export function nearestOperations({ method, address }: RequestContext, operations: readonly Operation[]) {
  return nearest(`${method} ${address.sentPath}`, describeRoutes(operations, versionPath))
}

export function warnOfUnmatched({ operations, log }: Service, ctx: RequestContext): void {
  if (ctx.operation !== undefined || methodsOf(ctx, operations).length > 0) return
  const near = ctx.entry.nearest
  const asked = ctx.address.sentPath
  const elsewhere = asked.startsWith(`${versionPath}/`) ? 'no operation is near' : `the API is below ${versionPath}/`
  const known = near.length > 0 ? `nearest: ${near.join(', ')}` : elsewhere
  const hint = asked.startsWith('/@') ? `a sandbox is named by ${nameRule}` : known
  const line = `${ctx.sandbox.name}: ${ctx.method} ${shorten(asked)} matches no operation; ${hint}`
  log.warn(hideSecrets(line, ctx.credential.secret))
}

/** The error to answer: a defect becomes internal_error, and the console shows it. */
export function toRefusal({ log }: Pick<Service, 'log'>, error: unknown): ApiError {
  if (error instanceof ApiError) return error
  ignoreErrors(() => {
    log.error(`a defect of cloudsec-fake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  })
  return new ApiError('internal_error', 'the fake failed to serve this request; its console says why')
}

/** Runs work whose failure must not affect the response, such as writing a log. */
export function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // The client gets its answer all the same.
  }
}
