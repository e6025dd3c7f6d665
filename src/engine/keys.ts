import { hash } from 'node:crypto'

import * as z from 'zod/mini'

import { defineTable } from './dataset.ts'
import { definePart } from './sandbox.ts'

/** An API key (§5). The secret itself is never kept. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly permissions: ReadonlySet<string>
  /** Requests an hour (null: what the register says). */
  readonly quota: number | null
  readonly revoked: boolean
  /** SHA-256 of the secret, hexadecimal. */
  readonly secretHash: string
}

const sha256 = (secret: string): string => hash('sha256', secret)

const hashForm = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const secretForm = z.string().check(z.regex(/^[\x21-\x7e]{8,200}$/))

const keyRow = z.strictObject({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  permissions: z.array(z.string()),
  quota: z.optional(z.nullable(z.int().check(z.gte(1)))),
  revoked: z.optional(z.boolean()),
  secret: z.optional(secretForm),
  secret_sha256: z.optional(hashForm),
})

const keyFixture = z.pipe(
  keyRow.check(
    z.refine((row) => (row.secret === undefined) !== (row.secret_sha256 === undefined), {
      error: 'exactly one of secret and secret_sha256',
    }),
  ),
  z.transform((row): ApiKey => ({
    id: row.id,
    name: row.name,
    permissions: new Set(row.permissions),
    quota: row.quota ?? null,
    revoked: row.revoked ?? false,
    secretHash: row.secret_sha256 ?? sha256(row.secret ?? ''),
  })),
)

/** The keys of a dataset: a record has either `secret` or `secret_sha256`. */
export const keyTable = defineTable<ApiKey>({
  file: 'keys.json',
  record: keyFixture,
  id: (key) => key.id,
  createdAt: () => 0,
  fields: {},
})

/** The keys of a sandbox. */
class Keyring {
  readonly #byHash: ReadonlyMap<string, ApiKey>

  constructor(keys: readonly ApiKey[]) {
    this.#byHash = new Map(keys.map((key) => [key.secretHash, key]))
  }

  /** The key with a secret, revoked or not. */
  find(secret: string): ApiKey | undefined {
    return this.#byHash.get(sha256(secret))
  }
}

/** The keyring of each sandbox. */
export const keyring = definePart((sandbox) => new Keyring(keyTable.base(sandbox.dataset).records))

/**
 * The first secret in the content of a key file that opens every door, for whoever starts the fake.
 * @param needed the permissions that full access needs
 */
export function readySecret(content: unknown, needed: readonly string[]): string | undefined {
  const rows = z.array(keyRow).safeParse(content)
  const ready = rows.data?.find((row) => row.revoked !== true && needed.every((name) => row.permissions.includes(name)))
  return ready?.secret
}
