import { tryDecodeURIComponent } from 'hono/utils/url'

import type { Address } from '../http/address.ts'
import { type AppContext, bindingsOf } from '../http/bindings.ts'
import { BodyTooLarge, isJson, readBytes } from '../http/body.ts'
import { Credential } from '../http/credential.ts'
import { InputError, quote, shorten } from '../lib/input-error.ts'
import { describeRoutes, matchPath, methodsAt } from '../lib/match-path.ts'
import { didYouMean } from '../lib/nearest.ts'
import { parseJson, whyNoJson } from '../lib/parse-json.ts'
import { hideSecret } from '../lib/secrets.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import { jsonType, keyHeader } from '../spec/headers.ts'
import { loopbackGuard } from './guard.ts'
import { controlPath } from './path.ts'
import { kindOf, Problem, problems, problemType } from './problem.ts'
import type { ControlRoute, ControlService } from './route.ts'
import { controlRoutes } from './routes/all.ts'

/** A request that a route serves. */
interface Routed {
  readonly request: Request
  readonly route: ControlRoute
  /** The `{name}` of the path; empty where the path has none. */
  readonly name: string
  /** Of the sandbox. */
  readonly sandbox: string
  /** The query as sent. */
  readonly query: string
  /** Scheme, host and port, and the path that the app is mounted at. */
  readonly origin: string
}

/** Answers a request to the control plane. */
type ControlHandler = (c: AppContext, address: Address) => Promise<Response>

/**
 * Makes the handler of everything below the path of the control plane.
 * Every request goes through the guard before anything else.
 */
export function createControlHandler(service: ControlService): ControlHandler {
  const routes = controlRoutes(service)
  return async (c, { path, mount, sandbox = defaultSandbox, query }) => {
    const request = c.req.raw
    try {
      const below = path.slice(controlPath.length).replace(/^\/$/, '')
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const route = routes.find((other) => other.method === method && matchPath(other.path, below)?.before === '')
      const guard = bindingsOf(c).guard ?? loopbackGuard
      guard.admitToControl(request, route?.open === true)
      if (route === undefined) throw unmatched(request.method, below, routes)
      const name = tryDecodeURIComponent(matchPath(route.path, below)?.parameters['name'] ?? '')
      const origin = new URL(request.url).origin + mount
      return await serve(service, { request, route, name, sandbox, query, origin })
    } catch (error) {
      return toProblem(service, error, new Credential(request.headers.get(keyHeader)).secret)
    }
  }
}

async function serve(service: ControlService, { request, route, name, ...asked }: Routed): Promise<Response> {
  const { sandboxes } = service
  checkMediaType(request)
  const query = readQuery(route, asked.query)
  const body = await readJson(request, route.maxBodyBytes)
  await route.prepare?.()
  const sandbox = sandboxes.getOrCreate(asked.sandbox)
  const served = Promise.resolve(
    route.serve({
      service,
      sandbox,
      name,
      query,
      origin: asked.origin,
      body,
      header: (name) => request.headers.get(name),
      signal: request.signal,
    }),
  )
  // What was changed is kept at once, before anything else can look for the sandbox.
  if ((route.keeps ?? !isReading(request)) && !sandboxes.register(sandbox)) {
    // Nobody waits for a failure of it.
    served.catch(() => {})
    sandbox.close()
    throw new Problem(
      'unavailable',
      `this fake holds ${sandboxes.max} sandboxes, its bound; ${quote(sandbox.name)} was not made`,
    )
  }
  const value = await sandbox.lastUsed.during(served)
  if (!(value instanceof Response)) return toResponse(route.status ?? 200, jsonType, value)
  // Nobody reads the body of an answer to HEAD, nor lets go of it.
  if (request.method === 'HEAD') await value.body?.cancel()
  return value
}

const isReading = ({ method }: Request): boolean => method === 'GET' || method === 'HEAD'

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** A form of a foreign page can send any type but this one. */
function checkMediaType(request: Request): void {
  const sent = request.headers.get('Content-Type')
  if (isJson(sent) || !(writes.has(request.method) || (request.method === 'DELETE' && sent !== null))) return
  const got = sent === null ? 'none' : quote(sent)
  throw new Problem(
    'mediaType',
    `Content-Type: expected ${jsonType} of ${request.method}, even without a body, got ${got}`,
  )
}

function readQuery({ query = {} }: ControlRoute, text: string): Readonly<Record<string, string>> {
  const known = Object.keys(query)
  const sent = [...new URLSearchParams(text)]
  for (const [name] of sent) {
    if (known.includes(name)) continue
    throw new InputError(`${shorten(name)}: not a query parameter of this path.${didYouMean(name, known)}`)
  }
  return Object.fromEntries(sent)
}

async function readJson(request: Request, most: number | undefined): Promise<unknown> {
  // The body of a request that has one is not touched before it is read: a stream that nobody reads holds up its connection.
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

/** @param secret what the request sent to prove who it is: no answer repeats it */
function toProblem({ log }: ControlService, error: unknown, secret: string): Response {
  const kind = kindOf(error) ?? 'defect'
  if (kind === 'defect') log.error(`a defect of cloudsec-fake: ${error instanceof Error ? error.stack : String(error)}`)
  const { status, title } = problems[kind]
  const told = kind === 'defect' ? 'its console says why' : undefined
  const detail = hideSecret(told ?? (error instanceof Error ? error.message : String(error)), secret)
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
