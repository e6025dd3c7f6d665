import * as z from 'zod/mini'

import { lazily, memoizeByObject } from '../lib/lazily.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import { RandomStream } from '../random/random.ts'
import type { DatasetIndex } from '../store/dataset-index.ts'
import type { Dataset } from '../store/dataset.ts'
import { type ApiKey, hashSecret, keptKey, keyTable } from './keys.ts'

/** The state of the keys in a snapshot: the differences from the dataset, without any secret. */
export const keyringState = z.lazy(() => z.strictObject({ made: z.int().check(z.gte(0)), own: z.array(keptKey) }))

type KeyringState = z.infer<typeof keyringState>

interface KeyRequest extends Pick<ApiKey, 'name' | 'quota'> {
  readonly permissions: readonly string[]
  /** 8 to 200 characters of ASCII without a space (drawn). */
  readonly secret?: string | undefined
}

interface KeyringSandbox {
  readonly dataset: Dataset
  /** Part of each secret, so that a load balancer can route requests by key. */
  readonly seedName: string
  readonly label: (kind: string, number: number) => string
}

/** The keys of a sandbox: the keys of the dataset, and the differences from them. */
export class Keyring {
  readonly #sandbox: KeyringSandbox
  readonly #ofBase: () => ReadonlyMap<string, ApiKey>
  readonly #own = new Map<string, ApiKey>()
  #made: number

  /** @throws InputError for a state with a duplicate id or secret */
  constructor(sandbox: KeyringSandbox, { made, own }: KeyringState = { made: 0, own: [] }) {
    this.#sandbox = sandbox
    // Read on demand.
    this.#ofBase = lazily(() => byHash(keyTable.index(sandbox.dataset)))
    this.#made = made
    for (const key of own) this.#own.set(key.secretHash, { ...key, permissions: new Set(key.permissions) })
    if (own.length === 0) return
    requireDistinct(own, ({ secretHash }) => secretHash, 'own: secretHash')
    requireDistinct(this.list(), ({ id }) => id, 'own: id')
  }

  /** Undefined if nothing differs from the dataset. */
  get state(): KeyringState | undefined {
    if (this.#made === 0 && this.#own.size === 0) return undefined
    const own = [...this.#own.values()].map((key) => ({ ...key, permissions: [...key.permissions] }))
    return { made: this.#made, own }
  }

  find(secret: string): ApiKey | undefined {
    return this.findByHash(hashSecret(secret))
  }

  findByHash(secretHash: string): ApiKey | undefined {
    return this.#own.get(secretHash) ?? this.#ofBase().get(secretHash)
  }

  list(): readonly ApiKey[] {
    const known = [...this.#ofBase().values()].map((key) => this.#own.get(key.secretHash) ?? key)
    return [...known, ...[...this.#own.values()].filter((key) => !this.#ofBase().has(key.secretHash))]
  }

  get(id: string): ApiKey | undefined {
    return this.list().find((key) => key.id === id)
  }

  /** Creates a key. @returns the key with its secret, which is stored nowhere; undefined if the secret is in use */
  create({ secret: wanted, name, permissions, quota }: KeyRequest, createdAt: number) {
    if (wanted !== undefined && this.find(wanted) !== undefined) return undefined
    const drawn = this.#draw()
    const { id, secret } = { ...drawn, secret: wanted ?? drawn.secret }
    const secretHash = hashSecret(secret)
    const key: ApiKey = { id, name, permissions: new Set(permissions), quota, revoked: false, createdAt, secretHash }
    this.#own.set(secretHash, key)
    return { key, secret }
  }

  #draw(): { readonly id: string; readonly secret: string } {
    const { seedName } = this.#sandbox
    const random = new RandomStream(this.#sandbox.label(`key of ${seedName}`, this.#made))
    this.#made += 1
    const id = `key-${random.uuid().slice(0, 8)}`
    const secret = `csf_${seedName}_${random.uuid().replaceAll('-', '')}`
    return this.get(id) === undefined && this.find(secret) === undefined ? { id, secret } : this.#draw()
  }

  /** Revokes a key permanently. @returns undefined for an unknown id */
  revoke(id: string): ApiKey | undefined {
    const key = this.get(id)
    if (key === undefined) return undefined
    const revoked = { ...key, revoked: true }
    this.#own.set(key.secretHash, revoked)
    return revoked
  }
}

/** The keys of a dataset by the hashes of their secrets, cached for all sandboxes. */
const byHash = memoizeByObject(
  ({ records }: DatasetIndex<ApiKey>) => new Map(records.map((key) => [key.secretHash, key])),
)
