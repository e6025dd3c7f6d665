import { tryDecodeURIComponent } from 'hono/utils/url'
import * as z from 'zod/mini'

import type { Address } from '../http/address.ts'
import { type Access, type AppContext, bindingsOf } from '../http/bindings.ts'
import { Credential } from '../http/credential.ts'
import { misnamedSandbox } from '../http/find-sandbox.ts'
import { sandboxHeader } from '../http/sandbox-headers.ts'
import { matchSchemaOf } from '../journal/verify.ts'
import { InputError, quote, shorten } from '../lib/input-error.ts'
import { lazily } from '../lib/lazily.ts'
import { orKnown } from '../lib/nearest.ts'
import { matchPath } from '../lib/path-template.ts'
import { readBy } from '../lib/read-by.ts'
import { formsAt, namesIn } from '../lib/schema-fields.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox, isSandboxName } from '../sandbox/sandboxes.ts'
import { keyHeader } from '../spec/headers.ts'
import { type KnownForms, noBody } from './endpoints/endpoint.ts'
import { loopbackGuard } from './guard.ts'
import { controlPath } from './path.ts'
import { isReading, readJson } from './read-body.ts'
import { register } from './register.ts'
import { type Form, formOf, pretty, toProblem, toResponse } from './respond.ts'
import type { AnyRequest, ControlRoute, ControlService } from './route.ts'
import { controlRoutes } from './routes.ts'
import { unmatched } from './unmatched.ts'

/** A request and the route that serves it. */
interface Routed extends Pick<AnyRequest, 'service' | 'path' | 'origin'> {
  readonly request: Request
  readonly route: ControlRoute
  /** Name of the sandbox. */
  readonly sandbox: string
  /** The query as sent. */
  readonly query: string
  readonly form: Form
}

/** Answers a request to the control plane. */
type ControlHandler = (c: AppContext, address: Address) => Promise<Response>

/** Creates the handler of every path below that of the control plane. Each request passes the guard first. */
export function createControlHandler(service: ControlService): ControlHandler {
  const routes = controlRoutes(service)
  const serve = createServe(service)
  // For a token that only reads.
  const keyless: ControlService = { ...service, apiKey: () => undefined }
  return async (c, address) => {
    const { path, mount, prefix, sandbox = defaultSandbox, query } = address
    const request = c.req.raw
    const form = formOf(request, query)
    try {
      const below = path.slice(controlPath.length).replace(/^\/$/, '')
      const method = request.method === 'HEAD' ? 'GET' : request.method
      const route = routes.find((other) => other.method === method && matchPath(other.path, below)?.before === '')
      const guard = bindingsOf(c).guard ?? loopbackGuard
      const access = accessTo(request, route)
      const served = guard.admitToControl(request, access) ? keyless : service
      const misnamed = misnamedSandbox(address)
      if (misnamed !== undefined) throw new InputError(misnamed)
      if (access !== 'open') refuseHeader(request, address)
      if (route === undefined) throw unmatched(request.method, prefix + controlPath, below, routes)
      const values = Object.entries(matchPath(route.path, below)?.parameters ?? {})
      const parameters = Object.fromEntries(values.map(([name, value]) => [name, tryDecodeURIComponent(value)]))
      const origin = new URL(request.url).origin + mount
      return await serve({ request, route, path: parameters, sandbox, query, origin, form, service: served })
    } catch (error) {
      return toProblem(service.log, error, new Credential(request.headers.get(keyHeader)).secret, form)
    }
  }
}

function accessTo(request: Request, route: ControlRoute | undefined): Access {
  if (route?.open === true) return 'open'
  return isReading(request) && route?.isSecret !== true ? 'reading' : 'whole'
}

/** Refuses a request that names its sandbox where only the API looks: it would show or change the sandbox default. */
function refuseHeader({ headers }: Request, { sandbox, path }: Address): void {
  const name = headers.get(sandboxHeader)
  if (sandbox !== undefined || name === null || name === defaultSandbox) return
  const right = `/@${isSandboxName(name) ? name : 'NAME'}${path}`
  throw new InputError(`expected the sandbox in the path, ${shorten(right)}; only the API reads this header`, {
    field: sandboxHeader,
  })
}

/** Creates the function that runs the handler of a route. */
function createServe({ sandboxes, operations, permissions }: ControlService): (routed: Routed) => Promise<Response> {
  const match = lazily(() => matchSchemaOf(operations.map(({ id }) => id)))
  return async ({ request, route, path, origin, form, service, ...asked }) => {
    const known: KnownForms = {
      get match() {
        return match()
      },
      get permission() {
        return z.enum(permissions.names)
      },
      get scenario() {
        return sandboxes.getOrCreate(asked.sandbox).scenarios.scenarioSchema
      },
    }
    const query = readQuery(route, known, asked.query)
    const content = await readJson(request, route.maxBodyBytes)
    await route.prepare?.()
    const sandbox = sandboxes.getOrCreate(asked.sandbox)
    const header = (name: string): string | null => request.headers.get(name)
    const { signal } = request
    const body = readBy(route.body?.(known) ?? noBody(), content, 'the body')
    // An error that a handler throws, rather than rejects with, leaves a new sandbox unregistered.
    const search = asked.query
    const served = Promise.resolve(
      route.handle({ service, sandbox, known, header, origin, search, signal, path, query, body }),
    )
    // Otherwise Node would report the failure of a request that is refused next.
    served.catch(() => {})
    // At once, before another request can look the sandbox up.
    if (route.createsSandbox ?? !isReading(request)) register(sandboxes, sandbox)
    const value = await during(route, sandbox, served)
    if (!(route.isAside ?? isReading(request))) sandbox.journal.beginChapter()
    if (!(value instanceof Response)) return await toResponse(route.status ?? 200, value, form)
    // The body of an answer to HEAD is never read or cancelled.
    if (request.method === 'HEAD') await value.body?.cancel()
    return value
  }
}

/** Keeps a sandbox in use while a request is served. What balances fakes asks again and again if they are ready: that is no use. */
function during<T>({ open = false }: ControlRoute, { lastUsed }: Sandbox, served: Promise<T>): Promise<T> {
  return open ? served : lastUsed.during(served)
}

function readQuery(route: ControlRoute, forms: KnownForms, text: string): Readonly<Record<string, string>> {
  const { query = {}, filters = {} } = route
  const known = [...Object.keys(query), ...Object.keys(filters), pretty]
  const { [pretty]: form = '', ...sent } = Object.fromEntries(new URLSearchParams(text))
  for (const name of Object.keys(sent)) {
    if (known.includes(name)) continue
    const body = route.partOf ?? (route.documentedBody ?? route.body)?.(forms)
    const isInBody = body !== undefined && namesIn(formsAt(body, [])).includes(name)
    const why = isInBody ? ', but a field of the body' : orKnown([name], known)
    throw new InputError(`not a query parameter of this path${why}`, { field: shorten(name) })
  }
  if (['', 'true', 'false'].includes(form)) return sent
  throw new InputError(`expected true, false or no value, got ${quote(form)}`, { field: pretty })
}
