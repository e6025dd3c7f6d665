import { hideSecret } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { type Address, findSandbox, readSandboxName } from './address.ts'
import { admit, credentialIn, runFirstChecks } from './admission.ts'
import { type Answer, complete, preflightAnswer, respondTo } from './answer.ts'
import { type AppContext, bindingsOf, sentHeadersOf } from './bindings.ts'
import { noBody } from './body.ts'
import { connectionOf } from './connections.ts'
import { errorAnswer } from './errors.ts'
import { headerWarnings } from './fake-headers.ts'
import type { Operation } from './operation.ts'
import { RequestContext, unknownRequest } from './request-context.ts'
import {
  errorOf,
  handle,
  ignoreErrors,
  respond,
  respondWithError,
  type Service,
  toRefusal,
} from './request-handling.ts'
import { serveLater } from './rules.ts'

/**
 * Serves one request: sandbox, key, quota, permission, validation, handler, envelope.
 * It waits only for a body, and for the rules of scenarios where there are any. It responds to a defect with internal_error.
 * @param operation the one that Hono matched; undefined where none has the method and path
 */
export function serve(
  service: Service,
  c: AppContext,
  address: Address,
  operation: Operation | undefined,
): Response | Promise<Response> {
  const headers = sentHeadersOf(c)
  const credential = credentialIn(headers.authorization)
  const named = readSandboxName(address, headers)
  const { incoming, onRecord } = bindingsOf(c)
  const ctx = new RequestContext(findSandbox(service.sandboxes, named.name, credential, headers), {
    method: c.req.method,
    address,
    operation,
    id: operation === undefined ? '' : (c.req.param('id') ?? ''),
    headers,
    credential,
    connection: onRecord === undefined ? connectionOf(incoming?.socket) : undefined,
    newestBefore: service.sandboxes.journals.last,
    onRecord,
  })
  const early = refuseStranger(service, c, ctx) ?? refuseMisnamed(service, ctx, named.refusal)
  return early === undefined ? serveIn(service, ctx, c) : respondTo(c, early)
}

function serveIn(service: Service, ctx: RequestContext, c: AppContext): Response | Promise<Response> {
  const { lastUsed } = ctx.sandbox
  const failures = ctx.headers.hasOfFake && asksForFailures(service, ctx) ? ctx.headers : undefined
  if (failures !== undefined || !ctx.settings.isQuiet || ctx.operation?.body !== undefined) {
    return lastUsed.during(serveLater(service, ctx, failures, c))
  }
  lastUsed.touch()
  try {
    runFirstChecks(service.sandboxes, ctx)
    return respondTo(c, respond(service, ctx, handle(service, ctx, admit(ctx), noBody)))
  } catch (error) {
    return respondTo(c, respondWithError(service, ctx, error))
  }
}

/** Answers the question of a browser if a page may send a request, and refuses a host that is not served; undefined for any other request. */
function refuseStranger(service: Service, c: AppContext, ctx: RequestContext): Answer | undefined {
  const { headers, credential } = ctx
  // Before the guard, so that a page can read why the request itself is refused.
  const preflight = preflightAnswer(ctx)
  if (preflight !== undefined) return complete(ctx, preflight)
  const refusal = bindingsOf(c).guard?.refusalOfHost(headers.host)
  if (refusal === undefined) return undefined
  return refuseOutside(service, new ApiError('invalid_request', hideSecret(refusal, credential.secret)), headers)
}

/** Refuses a request that misnames its sandbox. A valid key keeps the sandbox, and with it the journal that says why. */
function refuseMisnamed(service: Service, ctx: RequestContext, refusal: ApiError | undefined): Answer | undefined {
  if (refusal === undefined) return undefined
  ctx.sandbox.lastUsed.touch()
  return respondWithError(service, ctx, errorOf(() => runFirstChecks(service.sandboxes, ctx)) ?? refusal)
}

/** True if a request brings failures. Headers of the fake that it does not know are logged. */
function asksForFailures({ log }: Service, { headers, sandbox, method }: RequestContext): boolean {
  ignoreErrors(() => {
    for (const warning of headerWarnings(headers.sent)) log.warn(`${sandbox.name}: ${method}: ${warning}`)
  })
  return headers.scenario !== null || headers.effect !== null
}

/** The answer to a message that is not HTTP, to a host that is not served, or to a defect outside the pipeline. */
export function refuseOutside(service: Service, error: unknown, headers = unknownRequest.headers): Answer {
  const refusal = toRefusal(service, error)
  ignoreErrors(() => service.log.warn(`outside a request: ${refusal.message}`))
  const ctx = new RequestContext(service.sandboxes.default, { ...unknownRequest, headers })
  return complete(ctx, errorAnswer(ctx.assume, refusal), refusal.code)
}
