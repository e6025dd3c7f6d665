import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'

import { describeInvalidSandbox, originOf } from '../http/address.ts'
import { credentialIn } from '../http/admission.ts'
import { uncached } from '../http/answer.ts'
import { prefixes } from '../http/api-app.ts'
import { recordControlAnswered } from '../http/connections.ts'
import { sandboxHeader } from '../http/headers.ts'
import { bindingsOf } from '../http/request-context.ts'
import type { Address, AppContext, Bindings, ControlAccess } from '../http/types.ts'
import { matchSchemaOf } from '../journal/verify.ts'
import { InputError, shorten } from '../lib/input-error.ts'
import { jsonPieces } from '../lib/json-pieces.ts'
import { lazily, memoize } from '../lib/lazily.ts'
import type { Log } from '../lib/log.ts'
import { didYouMean } from '../lib/nearest.ts'
import { describeRoutes, methodsAt, toRoutePath } from '../lib/path-template.ts'
import { readBy } from '../lib/read-by.ts'
import { hideSecret } from '../lib/secrets.ts'
import { defaultSandbox, isSandboxName } from '../sandbox/sandboxes.ts'
import { jsonType, keyHeader } from '../spec/headers.ts'
import { inTurns } from '../time/turns.ts'
import { type KnownForms, noBody } from './endpoints/endpoint.ts'
import { loopbackGuard } from './guard.ts'
import { register } from './handlers/sandboxes.ts'
import { controlPath } from './path.ts'
import { Problem, type ProblemKind, problems, problemType } from './problem.ts'
import { isReading, readJson, readQuery } from './read-request.ts'
import type { AnyRequest, ControlRoute, ControlService } from './route.ts'
import { controlRoutes } from './routes.ts'

interface ControlEnv {
  Bindings: Bindings & { readonly address: Address }
}

type ControlContext = Context<ControlEnv>

/** Most programs mount a fake at one path. */
const maxMounts = 8

/** Creates the app of the control plane, where each endpoint is a route. Each request passes the guard first. */
export function createControlApp(service: ControlService) {
  const routes = controlRoutes(service)
  const knownFor = formsOf(service)
  // For the read-only token.
  const keyless: ControlService = { ...service, apiKey: () => undefined, secretOf: () => undefined }
  const answer = async (c: ControlContext, route?: ControlRoute): Promise<Response> => {
    const { address } = c.env
    const request = c.req.raw
    try {
      const isReader = admit(c, route)
      if (route === undefined) throw unmatched(request.method, address, routes)
      const known = knownFor(address.sandbox)
      const value = await serve(c, route, { service: isReader ? keyless : service, routes, known })
      if (!(value instanceof Response)) return await toResponse(route.status ?? 200, value)
      // Nothing reads or cancels the body of an answer to HEAD.
      if (request.method === 'HEAD') await value.body?.cancel()
      return value
    } catch (error) {
      return toProblem(service.log, error, credentialIn(request.headers.get(keyHeader)).secret)
    } finally {
      recordControlAnswered(c.env)
    }
  }
  const own = new Hono<ControlEnv>()
  for (const route of routes) own.on(route.method, toRoutePath(route.path), (c) => answer(c, route))
  const root = routes.find(({ path }) => path === '')
  // Another app may mount the fake, at any path.
  const appAt = memoize((mount: string) => {
    const app = new Hono<ControlEnv>()
    for (const prefix of prefixes) {
      const base = mount + prefix + controlPath
      app.route(base, own)
      // A slash may end the path of the control plane itself.
      app.get(`${base}/`, (c) => answer(c, root))
    }
    app.notFound((c) => answer(c))
    return app
  }, maxMounts)
  return (c: AppContext, address: Address): Response | Promise<Response> =>
    appAt(address.mount).fetch(c.req.raw, { ...bindingsOf(c), address })
}

function formsOf({ sandboxes, operations, permissions }: ControlService): (sandbox: string | undefined) => KnownForms {
  const match = lazily(() => matchSchemaOf(operations.map(({ id }) => id)))
  return (sandbox = defaultSandbox) => ({
    match,
    permission: () => z.enum(permissions.names),
    scenario: () => sandboxes.getOrCreate(sandbox).scenarios.scenarioSchema,
  })
}

/** Authorizes a request. @returns true for the read-only token @throws Problem or InputError */
function admit({ env: { address, guard = loopbackGuard }, req }: ControlContext, route?: ControlRoute): boolean {
  const access = accessTo(req.raw, route)
  const isReader = guard.authorize(req.raw, access)
  const misnamed = describeInvalidSandbox(address)
  if (misnamed !== undefined) throw new InputError(misnamed)
  if (access !== 'open') refuseHeader(req.raw, address)
  return isReader
}

function accessTo(request: Request, route: ControlRoute | undefined): ControlAccess {
  if (route?.open === true) return 'open'
  return isReading(request) && route?.isSecret !== true ? 'reading' : 'whole'
}

async function serve(
  { env: { address }, req }: ControlContext,
  route: ControlRoute,
  parts: Pick<AnyRequest, 'service' | 'routes' | 'known'>,
): Promise<unknown> {
  const { sandbox: name = defaultSandbox, query: search, mount } = address
  const { sandboxes } = parts.service
  const request = req.raw
  const query = readQuery(route, search)
  const content = await readJson(request, route.maxBodyBytes)
  await route.prepare?.()
  const sandbox = sandboxes.getOrCreate(name)
  const body = readBy(route.body?.(parts.known) ?? noBody(), content, 'the body')
  const origin = originOf(request) + mount
  // An error that a handler throws, rather than rejects with, leaves a new sandbox unregistered.
  const handled = route.handle({ ...parts, sandbox, request, origin, search, path: req.param(), query, body })
  const served = Promise.resolve(handled)
  // Otherwise Node would report an unhandled rejection where `register` throws.
  served.catch(() => {})
  // Now, before another request can look up the sandbox.
  if (route.createsSandbox ?? !isReading(request)) register(sandboxes, sandbox)
  // A health check of a load balancer is no use of a sandbox.
  const value = await (route.open === true ? served : sandbox.lastUsed.during(served))
  if (!(route.leavesAnswersUnchanged ?? isReading(request))) sandbox.journal.raiseControlRevision()
  return value
}

/** Refuses a sandbox header, which only the API reads: the request would act on the sandbox default. */
function refuseHeader({ headers }: Request, { sandbox, path }: Address): void {
  const name = headers.get(sandboxHeader)
  if (sandbox !== undefined || name === null || name === defaultSandbox) return
  const right = shorten(`/@${isSandboxName(name) ? name : 'NAME'}${path}`)
  const reason = `expected the sandbox in the path, ${right}; only the API reads this header`
  throw new InputError(reason, { field: sandboxHeader })
}

/** The problem of an unmatched request, with the methods of its path or the nearest paths. */
function unmatched(method: string, address: Address, routes: readonly ControlRoute[]): Problem {
  const base = address.prefix + controlPath
  const path = address.path.slice(controlPath.length).replace(/^\/$/, '')
  const allowed = methodsAt(path, routes).join(', ')
  if (allowed !== '') {
    return new Problem('method', `${method}: expected ${allowed} for ${base}${path}`, { headers: { Allow: allowed } })
  }
  const refusal = `${shorten(`${method} ${base}${path}`)}: no such path`
  const others = routes.filter((route) => route.path !== '')
  const near = didYouMean(`${method} ${path}`, describeRoutes(others, ''))
  return new Problem('unknown', `${refusal}.${near.replaceAll(' /', ` ${base}/`) || ` GET ${base} lists all`}`)
}

/** Creates a JSON answer in turns; 204 without a value. */
async function toResponse(status: number, value: unknown): Promise<Response> {
  if (value === undefined) return new Response(null, { status: 204, headers: uncached })
  const pieces = await inTurns(jsonPieces(value), (piece) => Buffer.from(piece))
  return new Response(Buffer.concat(pieces), { status, headers: { 'Content-Type': jsonType, ...uncached } })
}

function kindOf(error: unknown): ProblemKind {
  return error instanceof Problem || error instanceof InputError ? error.kind : 'defect'
}

/** The answer to a request that failed. @param secret the credential of the request: no answer repeats it */
function toProblem(log: Log, error: unknown, secret: string): Response {
  const kind = kindOf(error)
  const isDefect = kind === 'defect' || !(error instanceof Error)
  if (isDefect) log.error(`a defect of cloudsec-fake: ${error instanceof Error ? error.stack : String(error)}`)
  const { status, title } = problems[kind]
  const detail = isDefect ? 'see the log of the fake' : hideSecret(error.message, secret)
  const about =
    error instanceof InputError && error.field !== undefined ? { field: hideSecret(error.field, secret) } : {}
  const { headers, members } = error instanceof Problem ? error.parts : {}
  const text = JSON.stringify({ type: 'about:blank', title, status, detail, ...about, ...members })
  return new Response(text, { status, headers: { 'Content-Type': problemType, ...uncached, ...headers } })
}
