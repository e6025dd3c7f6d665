import { tryDecodeURIComponent } from 'hono/utils/url'
import * as z from 'zod/mini'

import type { Address } from '../http/address.ts'
import { type AppContext, bindingsOf } from '../http/bindings.ts'
import { BodyTooLarge, isJson, readBytes } from '../http/body.ts'
import { Credential } from '../http/credential.ts'
import { matchSchemaOf } from '../journal/verify.ts'
import { InputError, quote, shorten } from '../lib/input-error.ts'
import { lazily } from '../lib/lazily.ts'
import { didYouMean } from '../lib/nearest.ts'
import { parseJson, whyNoJson } from '../lib/parse-json.ts'
import { describeRoutes, matchPath, methodsAt } from '../lib/path-template.ts'
import { readBy } from '../lib/read-by.ts'
import { hideSecret } from '../lib/secrets.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import { jsonType, keyHeader } from '../spec/headers.ts'
import { type Endpoint, type KnownForms, noBody } from './endpoints/endpoint.ts'
import { loopbackGuard } from './guard.ts'
import { controlPath } from './path.ts'
import { kindOf, Problem, problems, problemType } from './problem.ts'
import { register } from './register.ts'
import type { AnyRequest, ControlRoute, ControlService } from './route.ts'
import { controlRoutes } from './routes.ts'

/** A request and the route that serves it. */
interface Routed extends Pick<AnyRequest, 'path' | 'origin'> {
  readonly request: Request
  readonly route: ControlRoute
  /** Name of the sandbox. */
  readonly sandbox: string
  /** The query as sent. */
  readonly query: string
}

/** Answers a request to the control plane. */
type ControlHandler = (c: AppContext, address: Address) => Promise<Response>

/** Creates the handler of every path below that of the control plane. Each request passes the guard first. */
export function createControlHandler(service: ControlService): ControlHandler {
  const routes = controlRoutes(service.recordAdmins)
  const serve = createServe(service)
  return async (c, { path, mount, sandbox = defaultSandbox, query }) => {
    const request = c.req.raw
    try {
      const below = path.slice(controlPath.length).replace(/^\/$/, '')
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const route = routes.find((other) => other.method === method && matchPath(other.path, below)?.before === '')
      const guard = bindingsOf(c).guard ?? loopbackGuard
      guard.admitToControl(request, route?.open === true)
      if (route === undefined) throw unmatched(request.method, below, routes)
      const values = Object.entries(matchPath(route.path, below)?.parameters ?? {})
      const parameters = Object.fromEntries(values.map(([name, value]) => [name, tryDecodeURIComponent(value)]))
      const origin = new URL(request.url).origin + mount
      return await serve({ request, route, path: parameters, sandbox, query, origin })
    } catch (error) {
      return toProblem(service, error, new Credential(request.headers.get(keyHeader)).secret)
    }
  }
}

/** Creates the function that runs the handler of a route. */
function createServe(service: ControlService): (routed: Routed) => Promise<Response> {
  const { sandboxes, operationIds, permissions } = service
  const match = lazily(() => matchSchemaOf(operationIds))
  return async ({ request, route, path, origin, ...asked }) => {
    checkMediaType(request)
    const query = readQuery(route, asked.query)
    const content = await readJson(request, route.maxBodyBytes)
    await route.prepare?.()
    const sandbox = sandboxes.getOrCreate(asked.sandbox)
    const known: KnownForms = {
      get match() {
        return match()
      },
      get permission() {
        return z.enum(permissions.names)
      },
      get scenario() {
        return sandbox.scenarios.scenarioSchema
      },
    }
    const header = (name: string): string | null => request.headers.get(name)
    const { signal } = request
    const body = readBy(route.body?.(known) ?? noBody(), content, 'the body')
    // An error that a handler throws, rather than rejects with, leaves a new sandbox unregistered.
    const served = Promise.resolve(route.handle({ service, sandbox, known, header, origin, signal, path, query, body }))
    // Otherwise Node would report the failure of a request that is refused next.
    served.catch(() => {})
    // At once, before another request can look the sandbox up.
    if (route.createsSandbox ?? !isReading(request)) register(sandboxes, sandbox)
    const value = await sandbox.lastUsed.during(served)
    if (!(value instanceof Response)) return toResponse(route.status ?? 200, jsonType, value)
    // The body of an answer to HEAD is never read or cancelled.
    if (request.method === 'HEAD') await value.body?.cancel()
    return value
  }
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** The form of a foreign page can send any type but this one. */
function checkMediaType(request: Request): void {
  const sent = request.headers.get('Content-Type')
  if (isJson(sent) || !(writes.has(request.method) || (request.method === 'DELETE' && sent !== null))) return
  const got = sent === null ? 'none' : quote(sent)
  throw new Problem(
    'mediaType',
    `Content-Type: expected ${jsonType} of ${request.method}, even without a body, got ${got}`,
  )
}

function readQuery({ query = {} }: Endpoint, text: string): Readonly<Record<string, string>> {
  const known = Object.keys(query)
  const sent = [...new URLSearchParams(text)]
  for (const [name] of sent) {
    if (known.includes(name)) continue
    throw new InputError(`${shorten(name)}: not a query parameter of this path.${didYouMean(name, known)}`)
  }
  return Object.fromEntries(sent)
}

async function readJson(request: Request, most: number | undefined): Promise<unknown> {
  // Even a look at the body starts a stream, and a stream without a reader holds up its connection.
  if (isReading(request)) return undefined
  const bytes = await readBytes(request, most).catch((error: unknown) => {
    if (error instanceof BodyTooLarge) throw new Problem('tooLarge', error.details)
    throw error instanceof ApiError ? new InputError(error.details) : error
  })
  if (bytes.length === 0) return undefined
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`the body: not valid JSON (${whyNoJson(error)})`)
  }
}

function toResponse(
  status: number,
  type: string,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const shared = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', ...headers }
  if (value === undefined) return new Response(null, { status: 204, headers: shared })
  return new Response(JSON.stringify(value), { status, headers: { 'Content-Type': type, ...shared } })
}

/** @param secret the credential of the request: no answer repeats it */
function toProblem({ log }: ControlService, error: unknown, secret: string): Response {
  const kind = kindOf(error) ?? 'defect'
  if (kind === 'defect') log.error(`a defect of cloudsec-fake: ${error instanceof Error ? error.stack : String(error)}`)
  const { status, title } = problems[kind]
  const message = error instanceof Error ? error.message : String(error)
  const detail = kind === 'defect' ? 'its console says why' : hideSecret(message, secret)
  const { headers, members } = error instanceof Problem ? error : { headers: {}, members: {} }
  return toResponse(status, problemType, { type: 'about:blank', title, status, detail, ...members }, headers)
}

/** The refusal of a request that no route serves. @param path below that of the control plane */
function unmatched(method: string, path: string, routes: readonly ControlRoute[]): Problem {
  const shown = controlPath + path
  const allowed = methodsAt(path, routes)
  if (allowed.length > 0) {
    const detail = `${method}: expected ${allowed.join(', ')} for ${shown}`
    return new Problem('method', detail, { Allow: allowed.join(', ') })
  }
  const known = describeRoutes(routes, controlPath)
  const asked = `${method} ${shown}`
  return new Problem('unknown', `${shorten(asked)}: no such path.${didYouMean(asked, known)}`)
}
