import { nonDefaultChoices } from '../../assumptions/profile.ts'
import { prefixOf } from '../../http/address.ts'
import { version } from '../../lib/version.ts'
import type { RecordAdmin } from '../../sandbox/record-admin.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { loadSnapshot, takeSnapshot } from '../../sandbox/snapshot.ts'
import { formatInstant } from '../../time/instant.ts'
import { maxSnapshotBytes, snapshotEndpoints, stateEndpoints, type Summary } from '../endpoints/state.ts'
import { urlsOf } from '../path.ts'
import { Problem, requireRunning } from '../problem.ts'
import { type ControlService, toRoutes } from '../route.ts'
import { toClock } from './clock.ts'
import { listQuotas } from './keys.ts'

function toSummary({ apiKey, recordAdmins, tls }: ControlService, sandbox: Sandbox): Summary {
  const { name, clock, scenarios } = sandbox
  const nowMs = clock.now()
  const secure = tls()
  return {
    name,
    version,
    apiKey: validKey(sandbox, apiKey()),
    ...(secure === undefined ? {} : { httpsOrigin: secure.origin }),
    clock: toClock(clock, nowMs),
    scenarios: [...scenarios.activeAt()],
    assumptions: nonDefaultChoices(sandbox.scenarios.settings.profile),
    quotas: listQuotas(sandbox, nowMs),
    counts: countsOf(recordAdmins, sandbox),
  }
}

export function countsOf(admins: readonly RecordAdmin[], sandbox: Sandbox): Readonly<Record<string, number>> {
  return Object.fromEntries(admins.map((admin) => [admin.name, admin.count(sandbox)]))
}

/** An API key with full access; null if the sandbox does not accept it. */
export function validKey(sandbox: Sandbox, secret: string | undefined): string | null {
  if (secret === undefined || sandbox.keys.find(secret)?.revoked !== false) return null
  return secret
}

export const stateRoutes = toRoutes(stateEndpoints, {
  health: ({ service }) => {
    const id = service.runId()
    return { status: 'ok', ...(id === undefined ? {} : { run: { id, version } }) }
  },
  ready: ({ service }) => {
    requireRunning(service.stopping)
    if (service.state === undefined) return { status: 'ready' }
    const { reason, lastSaveMs } = service.state.health
    const lastSaveAt = lastSaveMs === undefined ? null : formatInstant(lastSaveMs, 'milliseconds')
    return { status: 'ready', state: { saved: reason === undefined, reason: reason ?? null, lastSaveAt } }
  },
  showSummary: ({ service, routes, sandbox, origin }) => {
    const { pathname } = new URL(urlsOf(origin + prefixOf(sandbox.name)).controlUrl)
    const links = routes.map(({ method, path, summary }) => ({ method, path: pathname + path, summary }))
    return { ...toSummary(service, sandbox), links }
  },
  clearSandbox: ({ service, sandbox }) => {
    for (const admin of service.recordAdmins) admin.clear(sandbox)
    return toSummary(service, sandbox)
  },
  resetSandbox: ({ service, sandbox: { name } }) => {
    service.sandboxes.reset(name)
    return toSummary(service, service.sandboxes.getOrCreate(name))
  },
})

export const snapshotRoutes = toRoutes(snapshotEndpoints, {
  saveSnapshot: ({ sandbox }) => {
    const snapshot = takeSnapshot(sandbox, version)
    const bytes = Buffer.byteLength(JSON.stringify(snapshot))
    if (bytes <= maxSnapshotBytes) return snapshot
    const expected = `expected at most ${maxSnapshotBytes} bytes, the limit of a load`
    throw new Problem('tooLarge', `the snapshot: ${expected}, got ${bytes}; delete records or reset the sandbox`)
  },
  loadSnapshot: ({ service, sandbox, body }) => {
    loadSnapshot(service.sandboxes, sandbox, body, version)
    return toSummary(service, service.sandboxes.getOrCreate(sandbox.name))
  },
})
