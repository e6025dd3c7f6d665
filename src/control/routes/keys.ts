import { createAssume, UsedAssumptions } from '../../assumptions/used.ts'
import type { ApiKey } from '../../auth/keys.ts'
import type { Permissions } from '../../auth/permission.ts'
import { type Metered, readQuota, setQuota } from '../../http/quota.ts'
import { storedBytesOf } from '../../lib/byte-limit.ts'
import { InputError, quote, TakenError, UnknownError } from '../../lib/input-error.ts'
import { didYouMean } from '../../lib/nearest.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { rateWindowMs } from '../../spec/limits.ts'
import { parseDuration } from '../../time/duration.ts'
import { formatInstant } from '../../time/instant.ts'
import { defineBodyRoute, defineRoute } from '../route.ts'
import { collectionOf, keyRequestOf, keySchema, createdKeySchema, quotaChange, quotaSchema } from '../schemas.ts'

function toKey({ id, name, permissions, quota, revoked, createdAt }: ApiKey) {
  return {
    id,
    name,
    permissions: [...permissions],
    quota,
    revoked,
    createdAt: createdAt === null ? null : formatInstant(createdAt, 'milliseconds'),
  }
}

function findKey(sandbox: Sandbox, id: string): ApiKey {
  const key = sandbox.keys.get(id)
  if (key !== undefined) return key
  if (sandbox.keys.find(id) !== undefined) throw new UnknownError('keys: expected the id of a key, got a secret')
  const known = sandbox.keys.list().map((key) => key.id)
  throw new UnknownError(`keys: no key has the id ${quote(id)}.${didYouMean(id, known)}`)
}

function meteredAs({ scenarios: { settings } }: Sandbox, key: ApiKey): Metered {
  return { quotas: settings.quotas, assume: createAssume(settings.profile, new UsedAssumptions()), key }
}

function toQuota(sandbox: Sandbox, key: ApiKey, nowMs: number) {
  const { limit, remaining, resetMs } = readQuota(meteredAs(sandbox, key), nowMs)
  return { id: key.id, name: key.name, limit, remaining, reset: formatInstant(resetMs, 'milliseconds') }
}

/** The quotas of all keys that are not revoked, at an instant. */
export function listQuotas(sandbox: Sandbox, nowMs: number) {
  return sandbox.keys
    .list()
    .filter((key) => !key.revoked)
    .map((key) => toQuota(sandbox, key, nowMs))
}

/** The routes of the API keys of a sandbox. @param permissions those that keys can have */
export const keyRoutes = (permissions: Permissions) => [
  defineRoute({
    id: 'listKeys',
    method: 'GET',
    path: '/keys',
    summary: 'all keys, without their secrets',
    answer: collectionOf(keySchema),
    handle: ({ sandbox }) => ({ items: sandbox.keys.list().map(toKey) }),
  }),
  defineRoute({
    id: 'showKey',
    method: 'GET',
    path: '/keys/{name}',
    summary: 'one key, without its secret',
    answer: keySchema,
    handle: ({ sandbox, name }) => toKey(findKey(sandbox, name)),
  }),
  defineBodyRoute({
    id: 'createKey',
    method: 'POST',
    path: '/keys',
    summary: 'makes a key; its secret is in this answer alone',
    body: keyRequestOf(permissions.names),
    answer: createdKeySchema,
    status: 201,
    handle: ({
      sandbox,
      service: { log },
      body: { name, permissions: wanted = permissions.all, quota = null, secret },
    }) => {
      const request = { name, permissions: wanted, quota, secret }
      const bytes = storedBytesOf(request)
      sandbox.storage.requireRoom(bytes, 'the key')
      const made = sandbox.keys.create(request, sandbox.clock.now())
      if (made === undefined) throw new TakenError('secret: another key has it already')
      sandbox.storage.take(bytes)
      if (made.makers.length > 1) {
        log.warn(
          `the sandboxes ${made.makers.join(', ')} have keys of one secret: the plain base URL cannot tell them apart, and serves it in default`,
        )
      }
      const { revoked: _, ...key } = toKey(made.key)
      return { ...key, secret: made.secret }
    },
  }),
  defineRoute({
    id: 'revokeKey',
    method: 'DELETE',
    path: '/keys/{name}',
    summary: 'revokes a key',
    answer: keySchema,
    handle: ({ sandbox, name }) => toKey(sandbox.keys.revoke(findKey(sandbox, name).id) ?? findKey(sandbox, name)),
  }),
]

/** The routes of the quotas of keys. */
export const quotaRoutes = [
  defineRoute({
    id: 'listQuotas',
    method: 'GET',
    path: '/quota',
    summary: 'limit, remaining and reset of each key',
    answer: collectionOf(quotaSchema),
    handle: ({ sandbox }) => ({ items: listQuotas(sandbox, sandbox.clock.now()) }),
  }),
  defineBodyRoute({
    id: 'changeQuota',
    method: 'PUT',
    path: '/quota/{name}',
    summary: 'sets the quota of a key',
    body: quotaChange,
    answer: quotaSchema,
    handle: ({ sandbox, name, body: { limit, remaining, resetsIn } }) => {
      const key = findKey(sandbox, name)
      const nowMs = sandbox.clock.now()
      const resetsInMs = resetsIn === undefined ? undefined : parseDuration(resetsIn, 'resetsIn')
      if (resetsInMs !== undefined && resetsInMs > rateWindowMs) {
        throw new InputError(`resetsIn: expected at most 1h, the window of a quota, got ${quote(resetsIn)}`)
      }
      const most = limit ?? toQuota(sandbox, key, nowMs).limit
      if (remaining !== undefined && remaining > most) {
        throw new InputError(`remaining: expected at most ${most}, the limit, got ${remaining}`)
      }
      setQuota(meteredAs(sandbox, key), { limit, remaining, resetsInMs }, nowMs)
      return toQuota(sandbox, key, nowMs)
    },
  }),
]
