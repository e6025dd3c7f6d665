import type * as z from 'zod/mini'

import { prefixOf } from '../../http/address.ts'
import { quote, TakenError, UnknownError } from '../../lib/input-error.ts'
import { didYouMean } from '../../lib/nearest.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { defaultSandbox } from '../../sandbox/sandboxes.ts'
import { versionPath } from '../../spec/version.ts'
import { formatInstant } from '../../time/instant.ts'
import { controlPath } from '../path.ts'
import { Problem } from '../problem.ts'
import { type ControlRequest, defineBodyRoute, defineRoute } from '../route.ts'
import { collectionOf, sandboxRequest, sandboxSchema } from '../schemas.ts'
import { validKey } from './state.ts'

type Asked = Pick<ControlRequest<unknown>, 'service' | 'origin'>

function toSandbox({ service, origin }: Asked, sandbox: Sandbox): z.infer<typeof sandboxSchema> {
  const { name, lastUsed, scenarios, storage } = sandbox
  const address = origin + prefixOf(name)
  return {
    name,
    baseUrl: address + versionPath,
    controlUrl: address + controlPath,
    apiKey: validKey(sandbox, service.apiKey()),
    createdAt: formatInstant(lastUsed.createdMs, 'milliseconds'),
    lastUsedAt: formatInstant(lastUsed.usedMs, 'milliseconds'),
    scenarios: [...scenarios.active],
    counts: Object.fromEntries(service.recordAdmins.map((admin) => [admin.name, admin.count(sandbox)])),
    storedBytes: storage.usedBytes,
  }
}

function create({ service: { sandboxes } }: Asked, name = sandboxes.drawName()): Sandbox {
  if (sandboxes.has(name)) throw new TakenError(`name: there is a sandbox ${quote(name)} already`)
  const sandbox = sandboxes.getOrCreate(name)
  if (sandboxes.register(sandbox)) return sandbox
  sandbox.close()
  throw new Problem('unavailable', `this fake holds ${sandboxes.max} sandboxes, its bound; ${quote(name)} was not made`)
}

function drop({ service: { sandboxes } }: Asked, name: string): void {
  if (name === defaultSandbox) {
    const why = 'it is behind the plain base URL; POST /reset puts it back to its start'
    throw new TakenError(`sandboxes: ${quote(name)} cannot be deleted, since ${why}`)
  }
  if (sandboxes.delete(name)) return
  const known = sandboxes.list().map((sandbox) => sandbox.name)
  throw new UnknownError(`sandboxes: none is named ${quote(name)}.${didYouMean(name, known)}`)
}

/** The sandboxes of the fake, whichever of them is asked. */
export const sandboxRoutes = [
  defineRoute({
    id: 'listSandboxes',
    method: 'GET',
    path: '/sandboxes',
    summary: 'all sandboxes of this fake',
    answer: collectionOf(sandboxSchema),
    handle: (request) => ({
      items: request.service.sandboxes.list().map((sandbox) => toSandbox(request, sandbox)),
    }),
  }),
  defineBodyRoute({
    id: 'createSandbox',
    method: 'POST',
    path: '/sandboxes',
    summary: 'makes a sandbox, with a name that is drawn where none is given',
    body: sandboxRequest,
    answer: sandboxSchema,
    status: 201,
    keeps: false,
    handle: (request) => toSandbox(request, create(request, request.body?.name)),
  }),
  defineRoute({
    id: 'deleteSandbox',
    method: 'DELETE',
    path: '/sandboxes/{name}',
    summary: 'ends a sandbox and gives its room back',
    keeps: false,
    handle: (request) => drop(request, request.name),
  }),
]
