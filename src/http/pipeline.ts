import { hideSecret } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { type Address, addressOf } from './address.ts'
import { type Answer, respondTo } from './answer.ts'
import { type AppContext, bindingsOf, sentHeadersOf } from './bindings.ts'
import { noBody } from './body.ts'
import { connectionOf } from './connections.ts'
import { preflightReply } from './cors.ts'
import { type Credential, credentialIn } from './credential.ts'
import { headerWarnings } from './fake-headers.ts'
import { findSandbox, readSandboxName } from './find-sandbox.ts'
import type { Operation } from './operation.ts'
import { ignoreErrors } from './record.ts'
import { type MatchedRequest, nothingSent, RequestContext } from './request-context.ts'
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
  const { guard, incoming, onRecord } = bindingsOf(c)
  const headers = sentHeadersOf(c)
  const credential = credentialIn(headers.authorization)
  const named = readSandboxName(address, headers)
  const ctx = new RequestContext(findSandbox(service.sandboxes, named.name, credential), {
    method: c.req.method,
    address,
    operation,
    parameters: operation === undefined ? nothingSent.parameters : toParameters(c, operation),
    headers,
    credential,
    connection: onRecord === undefined ? connectionOf(incoming?.socket) : undefined,
    onRecord,
  })
  // Before the guard, so that a page can read why the request itself is refused.
  const preflight = preflightReply(ctx)
  if (preflight !== undefined) return respondTo(c, toAnswer(ctx, preflight))
  const refusal = guard?.refusalOfHost(headers.host)
  if (refusal !== undefined) return respondTo(c, refuseOutside(service, hostRefusal(refusal, credential), headers))
  if (named.refusal !== undefined) return respondTo(c, refuseMisnamed(service, ctx, named.refusal))
  const { lastUsed } = ctx.sandbox
  const failures = headers.hasOfFake ? askedFailures(service, ctx) : undefined
  if (failures !== undefined || !ctx.settings.isQuiet) {
    return lastUsed.during(serveWithFaults(service, ctx, failures, c))
  }
  if (operation?.body !== undefined) return lastUsed.during(serveWithBody(service, ctx, c))
  lastUsed.touch()
  try {
    const key = admit(ctx, runFirstChecks(service, ctx))
    return respondTo(c, respond(service, ctx, handle(service, ctx, key, noBody)))
  } catch (error) {
    return respondTo(c, respondWithError(service, ctx, error))
  }
}

function hostRefusal(reason: string, { secret }: Credential): ApiError {
  return new ApiError('invalid_request', hideSecret(reason, secret))
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

function toParameters({ req }: AppContext, { pathParameters }: Operation): MatchedRequest['parameters'] {
  const values: Record<string, string> = {}
  for (const name in pathParameters) values[name] = req.param(name) ?? ''
  return values
}

async function serveWithBody(service: Service, ctx: RequestContext, c: AppContext): Promise<Response> {
  try {
    const key = admit(ctx, runFirstChecks(service, ctx))
    const sent = await readSent(ctx, c.req.raw)
    ctx.takeInstant()
    return respondTo(c, respond(service, ctx, handle(service, ctx, key, sent)))
  } catch (error) {
    return respondTo(c, respondWithError(service, ctx, error))
  }
}

/** The response to a message that is not HTTP, to a host that is not served, or to a defect outside the pipeline. */
export function refuseOutside(service: Service, error: unknown, headers = nothingSent.headers): Answer {
  const asked = { method: 'GET', address: addressOf('/'), operation: undefined, ...nothingSent, headers }
  const refusal = error instanceof ApiError ? error : toInternalError(service, error)
  ignoreErrors(() => service.log.warn(`outside a request: ${refusal.message}`))
  return answer(new RequestContext(service.sandboxes.default, asked), refusal)
}
