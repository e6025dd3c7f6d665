import { hideSecret } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { keyHeader } from '../spec/headers.ts'
import { type Address, addressOf } from './address.ts'
import { type Answer, respondTo } from './answer.ts'
import { arrivalOf } from './arrivals.ts'
import { type AppContext, bindingsOf } from './bindings.ts'
import { noBody } from './body.ts'
import { preflightReply } from './cors.ts'
import { Credential } from './credential.ts'
import { fakeHeadersIn, headerWarnings } from './fake-headers.ts'
import { findSandbox, readSandboxName } from './find-sandbox.ts'
import type { Operation } from './operation.ts'
import { ignoreErrors } from './record.ts'
import { RequestContext, type MatchedRequest, nothingSent, type RequestHeaders } from './request-context.ts'
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
import { canFail, serveWithFaults } from './rules.ts'
import { type AskedFailures, failuresIn } from './scenario-header.ts'

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
  const asked = toMatchedRequest(service, c, address, operation)
  const named = readSandboxName(asked)
  const ctx = new RequestContext(findSandbox(service.sandboxes, named.name, asked.credential), asked)
  // Before the guard, so that a page can read why the request itself is refused.
  const preflight = preflightReply(ctx)
  if (preflight !== undefined) return respondTo(c, toAnswer(ctx, preflight))
  const refusal = bindingsOf(c).guard?.refusalOfHost(c.req.raw.headers.get('Host'))
  if (refusal !== undefined) {
    const details = hideSecret(refusal, asked.credential.secret)
    return respondTo(c, refuseOutside(service, new ApiError('invalid_request', details), asked.headers))
  }
  if (named.refusal !== undefined) return respondTo(c, refuseMisnamed(service, ctx, named.refusal))
  const { lastUsed } = ctx.sandbox
  const failures = askedFailures(service, ctx)
  if (failures !== undefined || canFail(ctx.settings)) {
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

/** The failures that a request asks for; undefined for none. Few requests have a header that is meant for the fake. */
function askedFailures({ log }: Service, { headers, sandbox, method }: RequestContext): AskedFailures | undefined {
  const names = fakeHeadersIn(headers.sent)
  if (names.length === 0) return undefined
  ignoreErrors(() => {
    for (const warning of headerWarnings(names)) log.warn(`${sandbox.name}: ${method}: ${warning}`)
  })
  return failuresIn(headers)
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

function toMatchedRequest(
  { sandboxes: { journals } }: Service,
  c: AppContext,
  address: Address,
  operation: Operation | undefined,
): MatchedRequest {
  const { req } = c
  const { incoming, onRecord } = bindingsOf(c)
  return {
    method: req.method,
    address,
    operation,
    parameters: operation === undefined ? nothingSent.parameters : toParameters(c, operation),
    headers: toRequestHeaders(c),
    credential: new Credential(req.raw.headers.get(keyHeader)),
    arrival: onRecord === undefined ? arrivalOf(incoming?.socket, journals) : undefined,
    onRecord,
  }
}

function toParameters({ req }: AppContext, { pathParameters }: Operation): MatchedRequest['parameters'] {
  const values: Record<string, string> = {}
  for (const name of Object.keys(pathParameters)) values[name] = req.param(name) ?? ''
  return values
}

function toRequestHeaders(c: AppContext): RequestHeaders {
  // Not its `Headers`, which hold the connection: a request may outlive it.
  const sent = bindingsOf(c).incoming?.rawHeaders ?? [...c.req.raw.headers].flat()
  return { get: (name) => valueOf(sent, name), sent }
}

/** The value of a header; null for none. Most that are asked for were not sent, and `Headers` takes seven times as long to say so. */
function valueOf(sent: readonly string[], name: string): string | null {
  let value: string | null = null
  for (let at = 0; at < sent.length; at += 2) {
    const other = sent[at]
    if (other?.length !== name.length || other.toLowerCase() !== name.toLowerCase()) continue
    value = value === null ? (sent[at + 1] ?? '') : `${value}, ${sent[at + 1]}`
  }
  return value
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
