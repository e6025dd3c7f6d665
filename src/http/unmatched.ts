import { shorten } from '../lib/input-error.ts'
import { nameRule } from '../lib/name-form.ts'
import { nearest } from '../lib/nearest.ts'
import { describeRoutes, methodsAt } from '../lib/path-template.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { versionPath } from '../spec/version.ts'
import { MethodNotAllowed } from './errors.ts'
import type { Operation } from './operation.ts'
import type { RequestContext } from './request-context.ts'
import type { Service } from './request-handling.ts'

function methodsOf({ address: { path } }: RequestContext, operations: readonly Operation[]): readonly string[] {
  return path.startsWith(`${versionPath}/`) ? methodsAt(path.slice(versionPath.length), operations) : []
}

export function unmatched(ctx: RequestContext, operations: readonly Operation[]): ApiError {
  const { address, method, assume } = ctx
  const allowed = methodsOf(ctx, operations)
  if (allowed.length === 0) {
    return new ApiError('resource_not_found', `${shorten(address.prefix + address.sentPath)}: no such path`)
  }
  const details = `${method}: not a method of this path, which has ${allowed.join(', ')}`
  const isKnown = assume('methodNotAllowed') === 'invalid_request_405'
  return isKnown ? new MethodNotAllowed(details, allowed) : new ApiError('resource_not_found', details)
}

/** The operations nearest to a request, best first. */
export function nearestOperations({ method, address }: RequestContext, operations: readonly Operation[]) {
  return nearest(`${method} ${address.sentPath}`, describeRoutes(operations, versionPath))
}

/** Logs which operations are nearest to a request, where no operation has its path. */
export function warnOfUnmatched({ operations, log }: Service, ctx: RequestContext, near: readonly string[]): void {
  if (ctx.operation !== undefined || methodsOf(ctx, operations).length > 0) return
  const asked = ctx.address.sentPath
  const elsewhere = asked.startsWith(`${versionPath}/`) ? 'no operation is near' : `the API is below ${versionPath}/`
  const known = near.length > 0 ? `nearest: ${near.join(', ')}` : elsewhere
  const hint = asked.startsWith('/@') ? `a sandbox is named by ${nameRule}` : known
  const line = `${ctx.sandbox.name}: ${ctx.method} ${shorten(asked)} matches no operation; ${hint}`
  log.warn(hideSecrets(line, ctx.credential.secret))
}
