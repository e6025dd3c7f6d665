import { shorten } from '../lib/input-error.ts'
import { nameRule } from '../lib/name-form.ts'
import { nearest } from '../lib/nearest.ts'
import { describeRoutes, methodsAt } from '../lib/path-template.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { versionPath } from '../spec/version.ts'
import { belowBase } from './address.ts'
import { MethodNotAllowed } from './errors.ts'
import type { Operation } from './operation.ts'
import type { RequestContext } from './request-context.ts'

/** The methods that the path of a request has. */
function methodsOf({ address }: RequestContext, operations: readonly Operation[]): readonly string[] {
  const path = belowBase(address)
  return path === undefined ? [] : methodsAt(path, operations)
}

/** Returns the error for a request that matches no operation. */
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
export function nearestOperations(
  { method, address }: RequestContext,
  operations: readonly Operation[],
): readonly string[] {
  return nearest(`${method} ${address.sentPath}`, describeRoutes(operations, versionPath))
}

/** Describes for the console which operations are nearest to a request, where no operation has its path. */
export function describeUnmatched(
  ctx: RequestContext,
  operations: readonly Operation[],
  near: readonly string[],
): string | undefined {
  if (ctx.operation !== undefined || methodsOf(ctx, operations).length > 0) return undefined
  const asked = ctx.address.sentPath
  return hideSecrets(
    `${ctx.sandbox.name}: ${ctx.method} ${shorten(asked)} matches no operation; ${hintFor(asked, near)}`,
    ctx.credential.secret,
  )
}

function hintFor(asked: string, near: readonly string[]): string {
  if (asked.startsWith('/@')) return `a sandbox is named by ${nameRule}`
  if (near.length > 0) return `nearest: ${near.join(', ')}`
  return asked.startsWith(`${versionPath}/`) ? 'no operation is near' : `the API is below ${versionPath}/`
}
