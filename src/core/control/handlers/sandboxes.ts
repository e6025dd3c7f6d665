import { prefixOf } from '../../http/address.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { didYouMean } from '../../lib/nearest.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { defaultSandbox, type Sandboxes } from '../../sandbox/sandboxes.ts'
import { formatInstant } from '../../time/instant.ts'
import { sandboxEndpoints, type SandboxInfo } from '../endpoints/sandboxes.ts'
import { tlsEndpoints } from '../endpoints/tls.ts'
import { baseOrigin, urlsOf } from '../path.ts'
import { Problem } from '../problem.ts'
import { type RequestBasics, toRoutes } from '../route.ts'
import { shown } from './requests.ts'
import { countsOf, validKey } from './state.ts'

function toSandbox({ service, origin }: RequestBasics, sandbox: Sandbox): SandboxInfo {
  const { name, lastUsed, scenarios, storage } = sandbox
  return {
    name,
    ...urlsOf(baseOrigin(origin, service.tls()?.origin) + prefixOf(name), origin + prefixOf(name)),
    apiKey: validKey(sandbox, service.apiKey()),
    createdAt: formatInstant(lastUsed.createdMs, 'milliseconds'),
    lastUsedAt: formatInstant(lastUsed.usedMs, 'milliseconds'),
    scenarios: [...scenarios.activeAt()],
    counts: countsOf(service.recordAdmins, sandbox),
    storedBytes: storage.usedBytes,
  }
}

/** Registers a sandbox. @throws Problem if the fake has no room for it; then it is closed */
export function register(sandboxes: Sandboxes, sandbox: Sandbox): void {
  if (sandboxes.register(sandbox)) return
  sandbox.close()
  const detail = `this fake holds ${sandboxes.max} sandboxes, its limit; ${quote(sandbox.name)} was not created`
  throw new Problem('unavailable', detail)
}

function create({ service: { sandboxes } }: RequestBasics, name = sandboxes.drawName()): Sandbox {
  if (sandboxes.has(name))
    throw new InputError(`a sandbox ${quote(name)} already exists`, { kind: 'taken', field: 'name' })
  const sandbox = sandboxes.getOrCreate(name)
  register(sandboxes, sandbox)
  return sandbox
}

function remove({ service: { sandboxes } }: RequestBasics, name: string): void {
  if (name === defaultSandbox) {
    const why = 'it serves the plain base URL; POST /reset resets it'
    throw new InputError(`${quote(name)} cannot be deleted, since ${why}`, { kind: 'taken', field: 'sandboxes' })
  }
  if (sandboxes.delete(name)) return
  const known = sandboxes.list().map((sandbox) => sandbox.name)
  throw new InputError(`none is named ${quote(name)}.${didYouMean(name, known)}`, {
    kind: 'unknown',
    field: 'sandboxes',
  })
}

/** Every sandbox serves these for the whole fake. */
export const sandboxRoutes = toRoutes(sandboxEndpoints, {
  listSandboxes: (request) => ({
    items: shown(request.service.sandboxes.list(), (sandbox) => toSandbox(request, sandbox)),
  }),
  createSandbox: (request) => toSandbox(request, create(request, request.body?.name)),
  deleteSandbox: (request) => remove(request, request.path.name),
})

export const tlsRoutes = toRoutes(tlsEndpoints, {
  showTls: ({ service }) => {
    const tls = service.tls()
    if (tls !== undefined) return tls
    const reason = 'this fake serves no https; start one with --tls, or by startFake({ tls: true })'
    throw new InputError(reason, { kind: 'unknown', field: 'tls' })
  },
})
