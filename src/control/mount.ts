import { parseAddress } from '../http/address.ts'
import type { App } from '../http/app.ts'
import { BodyTooLarge, isJson, readBytes } from '../http/body.ts'
import type { Wire } from '../http/wire.ts'
import { InputError, quote, shorten } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'
import { parseJson } from '../lib/parse-json.ts'
import { ApiError } from '../spec/api-error.ts'
import { jsonType } from '../spec/headers.ts'
import type { Guard } from './guard.ts'
import { controlPath } from './path.ts'
import { kindOf, Problem, problems, problemType } from './problem.ts'
import type { ControlRoute, ControlService } from './route.ts'
import { controlRoutes } from './routes.ts'

/** What carries a request to the control plane, besides the answer. */
interface ControlWire {
  /** Undefined inside a program, where nobody is a stranger. */
  readonly guard?: Guard | undefined
}

type Wired = ControlWire & Wire

/** What a handler is given. */
interface Context {
  readonly req: { readonly raw: Request }
  readonly env: Wired
}

/**
 * Mounts the control plane on the app of a fake: a handler for each route, and one for whatever else lies below its path.
 * All go through the guard, whichever way a path was written that reached them.
 */
export function mountControl(app: App, service: ControlService): void {
  const all = controlRoutes(service.arrangers, service.operationIds)
  for (const route of all) {
    const paths = route.path === '' ? [controlPath, `${controlPath}/`] : [toPattern(route.path)]
    app.on(route.method, paths, (c) => answer(service, c, route, c.req.param('name') ?? ''))
  }
  const other = (c: Context): Response => refuseUnmatched(service, c, all)
  app.all(controlPath, other)
  app.all(`${controlPath}/*`, other)
}

const toPattern = (path: string): string => controlPath + path.replace('{name}', ':name')

async function answer(
  service: ControlService,
  { req, env }: Context,
  route: ControlRoute,
  name: string,
): Promise<Response> {
  const { sandboxes } = service
  try {
    env.guard?.(req.raw, route.open === true)
    checkMediaType(req.raw)
    const address = parseAddress(req.raw.url)
    const query = readQuery(route, address.query)
    const body = await readJson(req.raw, route.maxBodyBytes)
    await route.prepare?.()
    const sandbox = sandboxes.look(address.sandbox)
    const served = Promise.resolve(
      route.serve({
        service,
        sandbox,
        name,
        query,
        origin: new URL(req.raw.url).origin,
        body,
        header: (name) => req.raw.headers.get(name),
        signal: req.raw.signal,
      }),
    )
    // What was changed is kept at once, before anything else can look for the sandbox.
    if ((route.keeps ?? !isReading(req.raw)) && !sandboxes.keep(sandbox)) {
      // What then fails is told to nobody.
      served.catch(() => {})
      sandbox.close()
      throw new Problem(
        'unavailable',
        `this fake holds ${sandboxes.max} sandboxes, its bound; ${quote(sandbox.name)} was not made`,
      )
    }
    const value = await sandbox.usage.during(served)
    if (!(value instanceof Response)) return toResponse(route.status ?? 200, jsonType, value)
    // Nobody reads the body of an answer to HEAD, nor lets go of it.
    if (req.raw.method === 'HEAD') await value.body?.cancel()
    return value
  } catch (error) {
    return toProblem(service, error)
  }
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
    // What the parser quotes of the body may be a part of a secret.
    const reason = error instanceof Error ? error.message.replace(/, (?:\.\.\.)?".*$/s, '') : 'unreadable'
    throw new InputError(`the body: not valid JSON (${reason})`)
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

function toProblem({ log }: ControlService, error: unknown): Response {
  const kind = kindOf(error) ?? 'defect'
  if (kind === 'defect') log.error(`a defect of cloudsec-fake: ${error instanceof Error ? error.stack : String(error)}`)
  const { status, title } = problems[kind]
  const told = kind === 'defect' ? 'its console says why' : undefined
  const detail = told ?? (error instanceof Error ? error.message : String(error))
  const { headers, members } = error instanceof Problem ? error : { headers: {}, members: {} }
  return toResponse(status, problemType, { type: 'about:blank', title, status, detail, ...members }, headers)
}

/** Answers a request that no route serves. */
function refuseUnmatched(
  service: ControlService,
  { req: { raw }, env }: Context,
  all: readonly ControlRoute[],
): Response {
  try {
    env.guard?.(raw, false)
    throw describeUnmatched(raw, all)
  } catch (error) {
    return toProblem(service, error)
  }
}

function describeUnmatched({ url, method }: Request, all: readonly ControlRoute[]): Problem {
  const path = parseAddress(url).path.slice(controlPath.length).replace(/^\/$/, '')
  const allowed = [...new Set(all.filter((route) => isAt(route.path, path)).map((route) => route.method))]
  if (allowed.length > 0) {
    const detail = `${method}: expected ${allowed.join(', ')} for ${controlPath}${path}`
    return new Problem('method', detail, { Allow: allowed.join(', ') })
  }
  const asked = `${method} ${controlPath}${path}`
  const known = all.map((route) => `${route.method} ${controlPath}${route.path}`)
  return new Problem('unknown', `${shorten(asked)}: no such path.${didYouMean(asked, known)}`)
}

function isAt(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern.split('/'), path.split('/')]
  return (
    expected.length === actual.length &&
    expected.every((part, i) => (part === '{name}' ? actual[i] !== '' : part === actual[i]))
  )
}
