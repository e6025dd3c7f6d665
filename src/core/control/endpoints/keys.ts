import * as z from 'zod/mini'

import { secretForm } from '../../auth/keys.ts'
import { lazily } from '../../lib/lazily.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import { durationText } from '../../time/duration.ts'
import type { Call } from '../client/call.ts'
import { collectionOf, count, dateTime, del, get, namedObject, parameter, post, put, text } from './endpoint.ts'

const keyInfo = namedObject('Key', () => ({
  id: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  quota: z.nullable(z.int()),
  revoked: z.boolean(),
  createdAt: z.nullable(dateTime()),
  /** The secret, if `keys.json` has it in plain text; null for other keys, and for the read-only token. */
  secret: z.nullable(z.string()),
}))

const createdKey = namedObject('MadeKey', () => ({ ...z.omit(keyInfo(), { revoked: true }).shape, secret: z.string() }))

const newKey = (permission: z.ZodMiniType<string>) =>
  z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    permissions: z.optional(z.array(permission)),
    quota: z.optional(z.nullable(z.int().check(z.gte(1)))),
    secret: z.optional(secretForm),
  })

export const quotaInfo = namedObject('Quota', () => ({
  id: z.string(),
  name: z.string(),
  /** Requests an hour. */
  limit: count(),
  /** Requests left in this window. */
  remaining: count(),
  /** End of this window. */
  reset: dateTime(),
}))

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

/** An API key. */
export type KeyInfo = z.infer<ReturnType<typeof keyInfo>>

/** A key to create. Defaults: all permissions, the default quota and a generated secret. */
export interface NewKey<Permission extends string = string> extends z.infer<ReturnType<typeof newKey>> {
  permissions?: Permission[] | undefined
}

/** A created key, with its secret, which no other answer has. */
export type CreatedKey = z.infer<ReturnType<typeof createdKey>>

/** The quota of an API key. */
export type QuotaInfo = z.infer<ReturnType<typeof quotaInfo>>

/** Changes to a quota. A field that is left out stays as it is. */
export type QuotaPatch = z.input<ReturnType<typeof quotaPatch>>

export const keyEndpoints = {
  listKeys: get('/keys', 'Lists all keys, with the secrets that keys.json has in plain text', {
    answer: collectionOf(keyInfo),
    commands: { 'keys list': { columns: ['id', 'name', 'quota', 'revoked', 'permissions'] } },
  }),
  showKey: get('/keys/{name}', 'Shows a key, with its secret if keys.json has it in plain text', { answer: keyInfo }),
  createKey: post('/keys', 'Creates a key; only this answer shows its secret', {
    body: ({ permission }) => newKey(permission()),
    answer: createdKey,
    status: 201,
    commands: {
      'keys create': {
        about: 'create a key and print its secret, which is not shown again',
        flags: {
          name: parameter('A descriptive name.', text),
          permissions: parameter(
            'The permissions of the key (all).',
            () => z.array(z.string()),
            '--permission <permission...>',
          ),
          quota: parameter('Requests an hour (the default quota).', () => wholeNumber(1)),
        },
      },
    },
  }),
  revokeKey: del('/keys/{name}', 'Revokes a key permanently', {
    answer: keyInfo,
    commands: { 'keys revoke <id>': { text: ({ id, name }: KeyInfo) => `revoked: ${id} (${name})` } },
  }),
  listQuotas: get('/quota', 'Lists limit, remaining requests and reset of each key', {
    answer: collectionOf(quotaInfo),
    commands: { 'quota list': { columns: ['id', 'name', 'limit', 'remaining', 'reset'] } },
  }),
  showQuota: get('/quota/{name}', 'Shows limit, remaining requests and reset of a key', {
    answer: quotaInfo,
    commands: { 'quota show <key-id>': {} },
  }),
  changeQuota: put('/quota/{name}', 'Sets the quota of a key', {
    body: quotaPatch,
    answer: quotaInfo,
    commands: {
      'quota set <key-id>': {
        flags: {
          limit: parameter('Requests an hour.', () => wholeNumber(1)),
          remaining: parameter('Requests left now.', () => wholeNumber(0)),
          resetsIn: parameter('Time until the window resets (10m, at most 1h).', text, '--resets-in <duration>'),
        },
      },
    },
  }),
}

const { listKeys, createKey, revokeKey, listQuotas, showQuota, changeQuota } = keyEndpoints

export const createKeyControl = <Permission extends string>(call: Call) => ({
  list: async (): Promise<readonly KeyInfo[]> => (await call(listKeys, {})).items,
  /**
   * Creates a key. Only this answer shows its secret.
   * @example
   * ```ts
   * const { secret } = await fake.keys.create({ name: 'reader', permissions: ['security:read'], quota: 10 })
   * ```
   */
  create: (key: NewKey<Permission>): Promise<CreatedKey> => call(createKey, { body: key }),
  /** Revokes a key permanently. */
  revoke: (id: string): Promise<KeyInfo> => call(revokeKey, { path: { name: id } }),
})

export const createQuotaControl = (call: Call) => ({
  /** Lists the quota of each key that is not revoked. */
  list: async (): Promise<readonly QuotaInfo[]> => (await call(listQuotas, {})).items,
  show: (keyId: string): Promise<QuotaInfo> => call(showQuota, { path: { name: keyId } }),
  /**
   * @example
   * ```ts
   * await fake.quota.set('full-access', { remaining: 1, resetsIn: '30s' })
   * ```
   */
  set: (keyId: string, change: QuotaPatch): Promise<QuotaInfo> =>
    call(changeQuota, { path: { name: keyId }, body: change }),
})
