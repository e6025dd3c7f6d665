import { hideSecret } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { type Address, addressOf } from './address.ts'
import { type Answer, respondTo } from './answer.ts'
import { type AppContext, bindingsOf, sentHeadersOf } from './bindings.ts'
import { noBody } from './body.ts'
import { connectionOf } from './connections.ts'
import { preflightReply } from './cors.ts'
import { credentialIn } from './credential.ts'
import { headerWarnings } from './fake-headers.ts'
import { findSandbox, readSandboxName } from './find-sandbox.ts'
import type { Operation } from './operation.ts'
import { ignoreErrors } from './record.ts'
import { type AskedRequest, nothingSent, RequestContext } from './request-context.ts'
import {
  answer,
  respond,
  runFirstChecks,
  readSent,
  admit,
  respondWithError,
  handle,
  type Service,
  toInternalError,
} from './request-handling.ts'
import { toAnswer } from './respond.ts'
import { serveWithFaults } from './rules.ts'
import type { AskedFailures } from './scenario-header.ts'

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
  const asked = toAskedRequest(service, c, address, operation)
  const named = readSandboxName(address, asked.headers)
  const ctx = new RequestContext(findSandbox(service.sandboxes, named.name, asked), asked)
  const refused = refuseStranger(service, c, ctx) ?? (named.refusal && refuseMisnamed(service, ctx, named.refusal))
  if (refused !== undefined) return respondTo(c, refused)
  const { lastUsed } = ctx.sandbox
  const failures = asked.headers.hasOfFake ? askedFailures(service, ctx) : undefined
  if (failures !== undefined || !ctx.settings.isQuiet) {
    return lastUsed.during(serveWithFaults(service, ctx, failures, c))
  }
  if (operation?.body !== undefined) return serveWithBody(service, ctx, c)
  lastUsed.touch()
  try {
    runFirstChecks(service, ctx)
    const key = admit(ctx)
    return respondTo(c, respond(service, ctx, handle(service, ctx, key, noBody)))
  } catch (error) {
    return respondTo(c, respondWithError(service, ctx, error))
  }
}

function toAskedRequest(
  { sandboxes }: Service,
  c: AppContext,
  address: Address,
  operation: Operation | undefined,
): AskedRequest {
  const { incoming, onRecord } = bindingsOf(c)
  const headers = sentHeadersOf(c)
  return {
    method: c.req.method,
    address,
    operation,
    parameters: operation === undefined ? nothingSent.parameters : toParameters(c, operation),
    headers,
    credential: credentialIn(headers.authorization),
    connection: onRecord === undefined ? connectionOf(incoming?.socket) : undefined,
    newestBefore: sandboxes.journals.last,
    onRecord,
  }
}

/** Answers the question of a browser if a page may send a request, and refuses a host that is not served; undefined for any other request. */
function refuseStranger(service: Service, c: AppContext, ctx: RequestContext): Answer | undefined {
  const { headers, credential } = ctx
  // Before the guard, so that a page can read why the request itself is refused.
  const preflight = preflightReply(ctx)
  if (preflight !== undefined) return toAnswer(ctx, preflight)
  const refusal = bindingsOf(c).guard?.refusalOfHost(headers.host)
  if (refusal === undefined) return undefined
  return refuseOutside(service, new ApiError('invalid_request', hideSecret(refusal, credential.secret)), headers)
}

/** The failures that a request asks for; undefined for none. Headers of the fake that it does not know are logged. */
function askedFailures({ log }: Service, { headers, sandbox, method }: RequestContext): AskedFailures | undefined {
  ignoreErrors(() => {
    for (const warning of headerWarnings(headers.sent)) log.warn(`${sandbox.name}: ${method}: ${warning}`)
  })
  return headers.scenario === null && headers.effect === null ? undefined : headers
}

/** Refuses a request that misnames its sandbox. A valid key keeps the sandbox, and with it the journal that says why. */
function refuseMisnamed(service: Service, ctx: RequestContext, refusal: ApiError): Answer {
  ctx.sandbox.lastUsed.touch()
  let error: unknown = refusal
  try {
    runFirstChecks(service, ctx)
  } catch (other) {
    error = other
  }
  return respondWithError(service, ctx, error)
}

function toParameters({ req }: AppContext, { pathParameters }: Operation): AskedRequest['parameters'] {
  const values: Record<string, string> = {}
  for (const name in pathParameters) values[name] = req.param(name) ?? ''
  return values
}

async function serveWithBody(service: Service, ctx: RequestContext, c: AppContext): Promise<Response> {
  const { lastUsed } = ctx.sandbox
  lastUsed.touch()
  try {
    runFirstChecks(service, ctx)
    const key = admit(ctx)
    const sent = await readSent(ctx, c.req.raw)
    ctx.takeInstant()
    return respondTo(c, respond(service, ctx, handle(service, ctx, key, sent)))
  } catch (error) {
    return respondTo(c, respondWithError(service, ctx, error))
  } finally {
    lastUsed.touch()
  }
}

/** The response to a message that is not HTTP, to a host that is not served, or to a defect outside the pipeline. */
export function refuseOutside(service: Service, error: unknown, headers = nothingSent.headers): Answer {
  const asked = { method: 'GET', address: addressOf('/'), operation: undefined, ...nothingSent, headers }
  const refusal = error instanceof ApiError ? error : toInternalError(service, error)
  ignoreErrors(() => service.log.warn(`outside a request: ${refusal.message}`))
  return answer(new RequestContext(service.sandboxes.default, asked), refusal)
}
