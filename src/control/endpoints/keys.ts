import * as z from 'zod/mini'

import { secretForm } from '../../auth/keys.ts'
import { lazily } from '../../lib/lazily.ts'
import { durationText } from '../../time/duration.ts'
import type { Call } from '../client/call.ts'
import { collectionOf, component, count, dateTime, defineEndpoints, type KnownForms } from './endpoint.ts'

const keyInfo = component('Key', () =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
    permissions: z.array(z.string()),
    quota: z.nullable(z.int()),
    revoked: z.boolean(),
    createdAt: z.nullable(dateTime()),
  }),
)

const createdKey = component('MadeKey', () =>
  z.strictObject({ ...z.omit(keyInfo(), { revoked: true }).shape, secret: z.string() }),
)

const newKey = <Permission extends string>({ permission }: Pick<KnownForms<Permission>, 'permission'>) =>
  z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    permissions: z.optional(z.array(permission)),
    quota: z.optional(z.nullable(z.int().check(z.gte(1)))),
    secret: z.optional(secretForm),
  })

export const quotaInfo = component('Quota', () =>
  z.strictObject({
    /** Id of the key. */
    id: z.string(),
    /** Name of the key. */
    name: z.string(),
    /** Requests an hour. */
    limit: count(),
    /** Requests left in this window. */
    remaining: count(),
    /** End of this window. */
    reset: dateTime(),
  }),
)

const quotaPatch = lazily(() =>
  z.strictObject({
    /** Requests an hour, at least 1. */
    limit: z.optional(z.int().check(z.gte(1))),
    /** Requests left in this window, at most the limit. */
    remaining: z.optional(count()),
    /** Time until the window ends: a duration of at most 1h. */
    resetsIn: z.optional(durationText),
  }),
)

/** An API key without its secret. */
export type KeyInfo = z.infer<ReturnType<typeof keyInfo>>

/** A key to create. It gets all permissions, the usual quota and a drawn secret, unless the fields say otherwise. */
export type NewKey<Permission extends string = string> = z.infer<ReturnType<typeof newKey<Permission>>>

/** A key that was just created, with its secret: no other answer has it. */
export type CreatedKey = z.infer<ReturnType<typeof createdKey>>

/** The quota of an API key. */
export type QuotaInfo = z.infer<ReturnType<typeof quotaInfo>>

/** Changes to a quota. A field that is left out stays as it is. */
export type QuotaPatch = z.input<ReturnType<typeof quotaPatch>>

export const keyEndpoints = defineEndpoints({
  listKeys: {
    method: 'GET',
    path: '/keys',
    summary: 'Lists all keys, without their secrets',
    answer: collectionOf(keyInfo),
  },
  showKey: {
    method: 'GET',
    path: '/keys/{name}',
    summary: 'Shows a key, without its secret',
    answer: keyInfo,
  },
  createKey: {
    method: 'POST',
    path: '/keys',
    summary: 'Creates a key; only this answer has its secret',
    body: newKey,
    answer: createdKey,
    status: 201,
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/{name}',
    summary: 'Revokes a key',
    answer: keyInfo,
  },
  listQuotas: {
    method: 'GET',
    path: '/quota',
    summary: 'Lists limit, remaining requests and reset of each key',
    answer: collectionOf(quotaInfo),
  },
  showQuota: {
    method: 'GET',
    path: '/quota/{name}',
    summary: 'Shows limit, remaining requests and reset of a key',
    answer: quotaInfo,
  },
  changeQuota: {
    method: 'PUT',
    path: '/quota/{name}',
    summary: 'Sets the quota of a key',
    body: quotaPatch,
    answer: quotaInfo,
  },
})

const { listKeys, createKey, revokeKey, listQuotas, showQuota, changeQuota } = keyEndpoints

/** Creates the control of API keys. */
export function createKeyControl(call: Call) {
  return {
    /** Lists all keys, without their secrets. */
    async list(): Promise<readonly KeyInfo[]> {
      return (await call(listKeys, {})).items
    },
    async create(key: NewKey): Promise<CreatedKey> {
      return await call(createKey, { body: key })
    },
    /**
     * Revokes a key for good.
     * @throws InputError where no key has the id
     */
    async revoke(id: string): Promise<KeyInfo> {
      return await call(revokeKey, { path: { name: id } })
    },
  }
}

/** The API keys of one sandbox. */
export interface KeyControl<Permission extends string> extends Omit<ReturnType<typeof createKeyControl>, 'create'> {
  /**
   * Creates a key. Only this answer has its secret.
   * @throws InputError for a key that cannot be used, and for a secret that another key has
   * @example
   * ```ts
   * const { secret } = await fake.keys.create({ name: 'reader', permissions: ['security:read'], quota: 10 })
   * ```
   */
  create(key: NewKey<Permission>): Promise<CreatedKey>
}

/** Creates the control of quotas. */
export function createQuotaControl(call: Call) {
  return {
    /** Lists the quota of each key that is not revoked. */
    async list(): Promise<readonly QuotaInfo[]> {
      return (await call(listQuotas, {})).items
    },
    /**
     * Shows the quota of a key.
     * @throws InputError where no key has the id
     * @example
     * ```ts
     * const { remaining } = await fake.quota.show('full-access')
     * ```
     */
    async show(keyId: string): Promise<QuotaInfo> {
      return await call(showQuota, { path: { name: keyId } })
    },
    /**
     * Changes the quota of a key.
     * @throws InputError where no key has the id, and for a value that cannot be used; then nothing changes
     * @example
     * ```ts
     * await fake.quota.set('full-access', { remaining: 1, resetsIn: '30s' })
     * ```
     */
    async set(keyId: string, change: QuotaPatch): Promise<QuotaInfo> {
      return await call(changeQuota, { path: { name: keyId }, body: change })
    },
  }
}

/** The quotas of one sandbox, by key. */
export interface QuotaControl extends ReturnType<typeof createQuotaControl> {}
