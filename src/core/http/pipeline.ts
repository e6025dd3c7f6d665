import { Hono } from 'hono'

import { toRoutePath } from '../lib/path-template.ts'
import { hideSecret } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { versionPath } from '../spec/version.ts'
import { type Address, findSandbox, readSandboxName, readAddress } from './address.ts'
import { admit, credentialIn, authenticateAndCount } from './admission.ts'
import { type Answer, complete, preflightAnswer, respondTo } from './answer.ts'
import { type AppContext, bindingsOf, sentHeadersOf, type AppEnv } from './bindings.ts'
import { noBody } from './body.ts'
import { connectionOf } from './connections.ts'
import { errorAnswer } from './errors.ts'
import { headerWarnings } from './headers.ts'
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
import { serveAsync } from './rules.ts'

/**
 * Serves one request: sandbox, key, quota, permission, validation, handler, envelope.
 * It is synchronous unless it waits for a body, rules of scenarios or a real service. A defect is answered with internal_error.
 */
export function serve(
  service: Service,
  c: AppContext,
  address: Address,
  operation: Operation | undefined,
): MaybeAsyncResponse {
  const headers = sentHeadersOf(c)
  const credential = credentialIn(headers.authorization)
  const named = readSandboxName(address, headers)
  const bindings = bindingsOf(c)
  const ctx = new RequestContext(findSandbox(service.sandboxes, named.name, credential, headers), {
    method: c.req.method,
    address,
    operation,
    id: operation === undefined ? '' : (c.req.param('id') ?? ''),
    headers,
    credential,
    connection: bindings.onRecord === undefined ? connectionOf(bindings) : undefined,
    bindings,
  })
  // The preflight comes first, so that a page can read why the request itself is refused.
  const early =
    answerPreflight(ctx) ?? rejectUnknownHost(service, c, ctx) ?? rejectSandboxName(service, ctx, named.refusal)
  return early === undefined ? serveIn(service, ctx, c) : respondTo(c, early)
}

function serveIn(service: Service, ctx: RequestContext, c: AppContext): MaybeAsyncResponse {
  const { lastUsed } = ctx.sandbox
  const failures = ctx.headers.hasFakeHeader && asksForFailures(service, ctx) ? ctx.headers : undefined
  if (failures !== undefined || !ctx.settings.hasNoEffects || ctx.operation?.body !== undefined || service.upstream) {
    return lastUsed.during(serveAsync(service, ctx, failures, c))
  }
  lastUsed.touch()
  try {
    authenticateAndCount(service, ctx)
    return respondTo(c, respond(service, ctx, handle(service, ctx, admit(ctx), noBody)))
  } catch (error) {
    return respondTo(c, respondWithError(service, ctx, error))
  }
}

function answerPreflight(ctx: RequestContext): Answer | undefined {
  const preflight = preflightAnswer(ctx)
  return preflight && complete(ctx, preflight)
}

function rejectUnknownHost(service: Service, c: AppContext, { headers, credential }: RequestContext) {
  const refusal = bindingsOf(c).guard?.checkHost(headers.host)
  if (refusal === undefined) return undefined
  return answerOutsidePipeline(
    service,
    new ApiError('invalid_request', hideSecret(refusal, credential.secret)),
    headers,
  )
}

/** Rejects an invalid sandbox name. A valid key keeps the sandbox, whose journal says why. */
function rejectSandboxName(service: Service, ctx: RequestContext, refusal: ApiError | undefined): Answer | undefined {
  if (refusal === undefined) return undefined
  ctx.sandbox.lastUsed.touch()
  return respondWithError(service, ctx, errorOf(() => authenticateAndCount(service, ctx)) ?? refusal)
}

/** True if the headers of a request ask for failures. Unknown `X-Fake-…` headers are logged. */
function asksForFailures({ log }: Service, { headers, sandbox, method }: RequestContext): boolean {
  ignoreErrors(() => {
    for (const warning of headerWarnings(headers.sent)) log.warn(`${sandbox.name}: ${method}: ${warning}`)
  })
  return headers.scenario !== null || headers.effect !== null
}

/** The answer to a message that is not HTTP, to an unknown host, or to a defect outside the pipeline. */
export function answerOutsidePipeline(service: Service, error: unknown, headers = unknownRequest.headers): Answer {
  const refusal = toRefusal(service, error)
  ignoreErrors(() => service.log.warn(`outside a request: ${refusal.message}`))
  const ctx = new RequestContext(service.sandboxes.default, { ...unknownRequest, headers })
  return complete(ctx, errorAnswer(ctx.assume, refusal), refusal.code)
}

export type App = Hono<AppEnv>

export type MaybeAsyncResponse = Response | Promise<Response>

export type Handler = (c: AppContext, address: Address) => MaybeAsyncResponse

/** The path prefix that names a sandbox, as a pattern of Hono. */
const sandboxPrefix = '/:sandbox{@[^/]+}'

export const prefixes = ['', sandboxPrefix]

/**
 * Creates a Hono handler that reads the address first.
 * A first segment such as `/@No!` does not name a sandbox, so no operation matches.
 * @param path of the route below the prefixes, with a fixed number of segments
 */
export function atAddress(service: Service, path: string, handler: Handler): (c: AppContext) => MaybeAsyncResponse {
  const segments = path.split('/').length - 1
  return (c) => {
    const address = readAddress(c, segments)
    return address.path.startsWith('/@') ? serve(service, c, address, undefined) : handler(c, address)
  }
}

/** Creates the app of all operations: each has one handler, and no middleware. */
export function createApiApp(service: Service): App {
  const app: App = new Hono<AppEnv>()
  app.router = new PrefixRouter(app.router)
  for (const operation of service.operations) {
    const path = versionPath + toRoutePath(operation.path)
    const handler = atAddress(service, path, (c, address) => serve(service, c, address, operation))
    for (const prefix of prefixes) app.on(operation.method, prefix + path, handler)
  }
  return app
}

type Router = App['router']

/**
 * Routes a path without its sandbox prefix: every route exists with and without the prefix. So Hono can use its fast router,
 * which does not support a parameter beside other first segments.
 */
class PrefixRouter implements Router {
  readonly name = 'PrefixRouter'
  readonly #inner: Router

  constructor(inner: Router) {
    this.#inner = inner
  }

  add(...route: Parameters<Router['add']>): void {
    const [, path] = route
    if (!path.startsWith(sandboxPrefix)) this.#inner.add(...route)
  }

  match(method: string, path: string): ReturnType<Router['match']> {
    const end = path.startsWith('/@') ? path.indexOf('/', 2) : 0
    return this.#inner.match(method, end > 2 ? path.slice(end) : path)
  }
}
