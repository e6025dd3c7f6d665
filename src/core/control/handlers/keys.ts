import { unnoted } from '../../assumptions/decided-by.ts'
import type { ApiKey } from '../../auth/keys.ts'
import { type Metered, readQuota, setQuota } from '../../http/admission.ts'
import { storedBytesOf } from '../../lib/byte-limit.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { didYouMean } from '../../lib/nearest.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { rateWindowMs } from '../../spec/limits.ts'
import { parseDuration } from '../../time/duration.ts'
import { formatInstant } from '../../time/instant.ts'
import { keyEndpoints } from '../endpoints/keys.ts'
import { type ControlService, toRoutes } from '../route.ts'

function toKey(key: ApiKey, { secretOf }: Pick<ControlService, 'secretOf'>) {
  const { id, name, permissions, quota, revoked, createdAt } = key
  return {
    id,
    name,
    permissions: [...permissions],
    quota,
    revoked,
    createdAt: createdAt === null ? null : formatInstant(createdAt, 'milliseconds'),
    secret: secretOf(key) ?? null,
  }
}

function findKey(sandbox: Sandbox, id: string): ApiKey {
  const key = sandbox.keys.get(id)
  if (key !== undefined) return key
  const owner = sandbox.keys.find(id)
  if (owner !== undefined)
    throw new InputError(`expected the id of a key, got the secret of ${owner.id}`, { kind: 'unknown', field: 'keys' })
  // A suggestion of the key "none" would read as if there were no suggestion.
  const known = sandbox.keys.list().flatMap((key) => (key.id === 'none' ? [] : [key.id]))
  throw new InputError(`no key has the id ${quote(id)}.${didYouMean(id, known)}`, { kind: 'unknown', field: 'keys' })
}

function meteredAs({ scenarios: { settings } }: Sandbox, key: ApiKey): Metered {
  return { ...unnoted(settings.profile), settings, key }
}

function toQuota(sandbox: Sandbox, key: ApiKey, nowMs: number) {
  const { limit, remaining, resetMs } = readQuota(meteredAs(sandbox, key), nowMs)
  return { id: key.id, name: key.name, limit, remaining, reset: formatInstant(resetMs, 'milliseconds') }
}

const usableKeys = ({ keys }: Sandbox): readonly ApiKey[] => keys.list().filter((key) => !key.revoked)

export function listQuotas(sandbox: Sandbox, nowMs: number) {
  return usableKeys(sandbox).map((key) => toQuota(sandbox, key, nowMs))
}

/** The keys with a window that has counted requests, and its end. */
export function usedQuotas(sandbox: Sandbox, nowMs: number) {
  const all = usableKeys(sandbox).map((key) => ({ id: key.id, ...readQuota(meteredAs(sandbox, key), nowMs) }))
  return all.filter(({ remaining, limit }) => remaining < limit)
}

export const keyRoutes = toRoutes(keyEndpoints, {
  listKeys: ({ sandbox, service }) => ({ items: sandbox.keys.list().map((key) => toKey(key, service)) }),
  showKey: ({ sandbox, path, service }) => toKey(findKey(sandbox, path.name), service),
  createKey: ({ sandbox, service, body: { name, permissions = service.permissions.all, quota = null, secret } }) => {
    const request = { name, permissions, quota, secret }
    const bytes = storedBytesOf(request)
    sandbox.storage.requireRoom(bytes, 'the key')
    const made = sandbox.keys.create(request, sandbox.clock.now())
    if (made === undefined) throw new InputError('already in use by another key', { kind: 'taken', field: 'secret' })
    sandbox.storage.take(bytes)
    const { revoked: _, ...key } = toKey(made.key, service)
    return { ...key, secret: made.secret }
  },
  revokeKey: ({ sandbox, path, service }) => {
    const { id } = findKey(sandbox, path.name)
    return toKey(sandbox.keys.revoke(id) ?? findKey(sandbox, id), service)
  },
  listQuotas: ({ sandbox }) => ({ items: listQuotas(sandbox, sandbox.clock.now()) }),
  showQuota: ({ sandbox, path }) => toQuota(sandbox, findKey(sandbox, path.name), sandbox.clock.now()),
  changeQuota: ({ sandbox, path, body: { limit, remaining, resetsIn } }) => {
    const key = findKey(sandbox, path.name)
    const nowMs = sandbox.clock.now()
    const resetsInMs = resetsIn === undefined ? undefined : parseDuration(resetsIn, 'resetsIn')
    if (resetsInMs !== undefined && resetsInMs > rateWindowMs) {
      throw new InputError(`expected at most 1h, the window of a quota, got ${quote(resetsIn)}`, { field: 'resetsIn' })
    }
    const max = limit ?? toQuota(sandbox, key, nowMs).limit
    if (remaining !== undefined && remaining > max) {
      throw new InputError(`expected at most ${max}, the limit, got ${remaining}`, { field: 'remaining' })
    }
    setQuota(meteredAs(sandbox, key), { limit, remaining, resetsInMs }, nowMs)
    return toQuota(sandbox, key, nowMs)
  },
})
