import { Hono } from 'hono'

import { toRoutePath } from '../lib/path-template.ts'
import { hideSecret } from '../lib/secrets.ts'
import { ApiError } from '../spec/api-error.ts'
import { versionPath } from '../spec/version.ts'
import { type Address, findSandbox, readSandboxName, readAddress } from './address.ts'
import { admit, credentialIn, runFirstChecks } from './admission.ts'
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
import { serveLater } from './rules.ts'

/**
 * Serves one request: sandbox, key, quota, permission, validation, handler, envelope.
 * It waits only for a body, for the rules of scenarios where there are any, and for a real service where it has one. It responds to a defect with internal_error.
 */
export function serve(service: Service, c: AppContext, address: Address, operation: Operation | undefined): Answered {
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
  const early = refuseStranger(service, c, ctx) ?? refuseMisnamed(service, ctx, named.refusal)
  return early === undefined ? serveIn(service, ctx, c) : respondTo(c, early)
}

function serveIn(service: Service, ctx: RequestContext, c: AppContext): Answered {
  const { lastUsed } = ctx.sandbox
  const failures = ctx.headers.hasOfFake && asksForFailures(service, ctx) ? ctx.headers : undefined
  if (failures !== undefined || !ctx.settings.isQuiet || ctx.operation?.body !== undefined || service.upstream) {
    return lastUsed.during(serveLater(service, ctx, failures, c))
  }
  lastUsed.touch()
  try {
    runFirstChecks(service, ctx)
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
  return respondWithError(service, ctx, errorOf(() => runFirstChecks(service, ctx)) ?? refusal)
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

export type App = Hono<AppEnv>

export type Answered = Response | Promise<Response>

export type Handler = (c: AppContext, address: Address) => Answered

/** The prefix of the paths of the sandbox in the path, as Hono declares it. */
const sandboxPrefix = '/:sandbox{@[^/]+}'

export const prefixes = ['', sandboxPrefix]

/**
 * Makes a Hono handler that reads the address first.
 * A first segment such as `/@No!` is not the name of a sandbox: no operation has that path.
 * @param path of the route below the prefixes, with a fixed number of segments
 */
export function atAddress(service: Service, path: string, handler: Handler): (c: AppContext) => Answered {
  const segments = path.split('/').length - 1
  return (c) => {
    const address = readAddress(c, segments)
    return address.path.startsWith('/@') ? serve(service, c, address, undefined) : handler(c, address)
  }
}

/** Makes an app of the operations of the API: each has one handler, and no middleware runs before or after it. */
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
 * Routes a path below the prefix of a sandbox as the path without it: every route of a fake is below both prefixes. So Hono can
 * take its fast router, which knows no parameter beside the first segments of other routes.
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
