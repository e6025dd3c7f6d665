import { hash } from 'node:crypto'

import * as z from 'zod/mini'

import { parseBy } from '../lib/read-by.ts'
import { defineSnapshotPart, requireDistinct } from '../lib/snapshot-part.ts'
import { RandomStream } from '../random/random.ts'
import { defineState } from '../sandbox/sandbox.ts'
import type { Base } from '../store/base.ts'
import { defineTable } from '../store/dataset.ts'
import { keptInstant } from '../time/instant.ts'
import type { KeyOwnership } from './key-index.ts'

/** An API key (§5), without its secret. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly permissions: ReadonlySet<string>
  /** Requests an hour (null: what the register says). */
  readonly quota: number | null
  readonly revoked: boolean
  /** When it was made, in Unix milliseconds (null: it came with the fixtures). */
  readonly createdAt: number | null
  /** SHA-256 of the secret, hexadecimal. */
  readonly secretHash: string
}

/** What a secret is known by: its SHA-256, hexadecimal. */
export const hashSecret = (secret: string): string => hash('sha256', secret)

const hashForm = z
  .string()
  .check(z.refine((text) => /^[0-9a-f]{64}$/.test(text), { error: '64 hexadecimal digits in lower case' }))
/** A secret that a person chose. */
export const secretForm = z
  .string()
  .check(
    z.refine((text) => /^[\x21-\x7e]{8,200}$/.test(text), { error: '8 to 200 characters of ASCII without a space' }),
  )

const keyRow = z.strictObject({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  permissions: z.array(z.string()),
  quota: z.optional(z.nullable(z.int().check(z.gte(1)))),
  revoked: z.optional(z.boolean()),
  secret: z.optional(secretForm),
  secret_sha256: z.optional(hashForm),
})

const oneSecret = keyRow.check(
  z.refine((row) => (row.secret === undefined) !== (row.secret_sha256 === undefined), {
    error: 'exactly one of secret and secret_sha256',
  }),
)

function toKey(row: z.infer<typeof keyRow>): ApiKey {
  return {
    id: row.id,
    name: row.name,
    permissions: new Set(row.permissions),
    quota: row.quota ?? null,
    revoked: row.revoked ?? false,
    createdAt: null,
    secretHash: row.secret_sha256 ?? hashSecret(row.secret ?? ''),
  }
}

/** The keys of a dataset: a record has either `secret` or `secret_sha256`. */
export const keyTable = defineTable<ApiKey>({
  file: 'keys.json',
  record: z.pipe(oneSecret, z.transform(toKey)),
  id: (key) => key.id,
  createdAt: () => 0,
  fields: {},
  unique: { secret: (key) => key.secretHash },
})

/** A key in a snapshot. */
const keptKey = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
    permissions: z.pipe(
      z.array(z.string()),
      z.transform((names): ReadonlySet<string> => new Set(names)),
    ),
    quota: z.nullable(z.int().check(z.gte(1))),
    revoked: z.boolean(),
    createdAt: z.nullable(keptInstant),
    secretHash: hashForm,
  }),
)

/** What differs from the keys of the dataset, in a snapshot. */
const keptKeys = z.lazy(() => z.strictObject({ made: z.int().check(z.gte(0)), own: z.array(keptKey) }))

/** A key that is to be made. */
interface KeyRequest {
  readonly name: string
  readonly permissions: readonly string[]
  /** Requests an hour (null: what the register says). */
  readonly quota: number | null
  /** 8 to 200 characters of ASCII without a space (drawn). */
  readonly secret?: string | undefined
}

/** A key that was made. */
interface Made {
  readonly key: ApiKey
  readonly secret: string
  /** Names of the sandboxes that have made a key with this secret. */
  readonly makers: readonly string[]
}

/** The keys of a sandbox: those of the dataset, and what differs from them. */
class Keyring {
  readonly #base: Base<ApiKey>
  readonly #ofBase: ReadonlyMap<string, ApiKey>
  /** Keys that were made or changed here, by the hash of their secret. */
  readonly #own = new Map<string, ApiKey>()
  readonly #claims: KeyOwnership
  readonly #label: string
  #made = 0

  constructor(base: Base<ApiKey>, ownership: KeyOwnership, label: string) {
    this.#base = base
    this.#ofBase = byHash(base)
    this.#claims = ownership
    this.#label = label
  }

  /** What differs from the dataset, without any secret; undefined where nothing does. */
  save() {
    if (this.#made === 0 && this.#own.size === 0) return undefined
    const own = [...this.#own.values()].map((key) => ({ ...key, permissions: [...key.permissions] }))
    return { made: this.#made, own }
  }

  /** Takes what was saved, where nothing differs yet. @throws InputError */
  load({ made, own }: z.infer<typeof keptKeys>): void {
    for (const key of own) {
      this.#own.set(key.secretHash, key)
      if (!this.#ofBase.has(key.secretHash)) this.#claims.take(key.secretHash)
    }
    this.#made = made
    requireDistinct(own, ({ secretHash }) => secretHash, 'own: secretHash')
    requireDistinct(this.list(), ({ id }) => id, 'own: id')
  }

  /** The key with a secret, revoked or not. */
  find(secret: string): ApiKey | undefined {
    return this.findByHash(hashSecret(secret))
  }

  /** The key whose secret has a hash, revoked or not. */
  findByHash(secretHash: string): ApiKey | undefined {
    return this.#own.get(secretHash) ?? this.#ofBase.get(secretHash)
  }

  /** All keys, those of the dataset first. */
  list(): readonly ApiKey[] {
    const known = this.#base.records.map((key) => this.#own.get(key.secretHash) ?? key)
    return [...known, ...[...this.#own.values()].filter((key) => !this.#ofBase.has(key.secretHash))]
  }

  /** The key with an id. */
  get(id: string): ApiKey | undefined {
    return this.list().find((key) => key.id === id)
  }

  /** Makes a key. @returns it with its secret, which is kept nowhere; undefined where another key of this sandbox has that secret */
  create({ secret: wanted, name, permissions, quota }: KeyRequest, createdAt: number): Made | undefined {
    if (wanted !== undefined && this.find(wanted) !== undefined) return undefined
    const drawn = this.#draw()
    const { id, secret } = { ...drawn, secret: wanted ?? drawn.secret }
    const secretHash = hashSecret(secret)
    const key = { id, name, permissions: new Set(permissions), quota, revoked: false, createdAt, secretHash }
    this.#own.set(secretHash, key)
    return { key, secret, makers: this.#claims.take(secretHash) }
  }

  /** An id and a secret that no key has. */
  #draw(): { readonly id: string; readonly secret: string } {
    const random = new RandomStream(`${this.#label} ${this.#made}`)
    this.#made += 1
    const id = `key-${random.uuid().slice(0, 8)}`
    const secret = `csf_${random.uuid().replaceAll('-', '')}`
    return this.get(id) === undefined && this.find(secret) === undefined ? { id, secret } : this.#draw()
  }

  /** Revokes a key for good. @returns it, undefined where none has the id */
  revoke(id: string): ApiKey | undefined {
    const key = this.get(id)
    if (key === undefined) return undefined
    const revoked = { ...key, revoked: true }
    this.#own.set(key.secretHash, revoked)
    return revoked
  }
}

const hashes = new WeakMap<Base<ApiKey>, ReadonlyMap<string, ApiKey>>()

/** The keys of a dataset by the hashes of their secrets, made once for all sandboxes. */
function byHash(base: Base<ApiKey>): ReadonlyMap<string, ApiKey> {
  const known = hashes.get(base) ?? new Map(base.records.map((key) => [key.secretHash, key]))
  hashes.set(base, known)
  return known
}

/** The keyring of each sandbox. The secrets that it draws differ from sandbox to sandbox. */
export const keyring = defineState(
  'keys',
  defineSnapshotPart(
    keptKeys,
    (keys: Keyring) => keys.save(),
    (keys, saved) => keys.load(saved),
  ),
  ({ dataset, seed, seedName, keyOwnership: ownership }) =>
    new Keyring(keyTable.base(dataset), ownership, `${seed}:key of ${seedName}`),
)

/**
 * The first secret in the content of a key file that opens every door, for whoever starts the fake.
 * @param isFull whether a key may do everything
 */
export function readySecret(content: unknown, isFull: (key: ApiKey) => boolean): string | undefined {
  const rows = parseBy(z.array(keyRow), content)
  const known = rows.success ? rows.data : []
  return known.find((row) => row.secret !== undefined && row.revoked !== true && isFull(toKey(row)))?.secret
}
