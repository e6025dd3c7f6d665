import { hash } from 'node:crypto'

import * as z from 'zod/mini'

import { checkField } from '../lib/checks.ts'
import { parseBy } from '../lib/read-by.ts'
import { defineTable } from '../store/dataset.ts'
import { rowsIn } from '../store/fixture-rows.ts'
import { instantMs } from '../time/instant.ts'

export const hashSecret = (secret: string): string => hash('sha256', secret)

const hashForm = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: '64 hexadecimal digits in lower case' }))

export const secretForm = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{8,200}$/, { error: '8 to 200 characters of ASCII without a space' }))

const keyRow = z.strictObject({
  id: z.string().check(z.minLength(1)),
  name: z.string(),
  permissions: z.array(z.string()),
  quota: z.optional(z.nullable(z.int().check(z.gte(1)))),
  revoked: z.optional(z.boolean()),
  secret: z.optional(secretForm),
  secret_sha256: z.optional(hashForm),
})

/** Counts the secret fields of a row, valid or not. */
const secretsIn = (row: object): number => ['secret', 'secret_sha256'].filter((name) => name in row).length

const oneSecret = keyRow.check(
  checkField('secret', 'a secret, or else secret_sha256', (row) => secretsIn(row) > 0),
  checkField('secret_sha256', 'none together with secret', (row) => secretsIn(row) < 2),
)

/** An API key in a snapshot. */
export const keptKey = z.strictObject({
  id: z.string(),
  name: z.string(),
  permissions: z.array(z.string()),
  /** Requests an hour (null: the quota of the register). */
  quota: z.nullable(z.int().check(z.gte(1))),
  revoked: z.boolean(),
  /** Unix milliseconds; null for a key of the fixtures. */
  createdAt: z.nullable(instantMs),
  /** SHA-256 of the secret, hexadecimal. */
  secretHash: hashForm,
})

/** An API key (§5), without its secret. */
export interface ApiKey extends Readonly<Omit<z.infer<typeof keptKey>, 'permissions'>> {
  readonly permissions: ReadonlySet<string>
}

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
  unique: { secret: ({ secret, secret_sha256: own }) => (typeof secret === 'string' ? hashSecret(secret) : own) },
})

/** The keys of a file with secrets in plain text, each with its secret. */
export function plainSecrets(content: unknown): readonly { readonly key: ApiKey; readonly secret: string }[] {
  const rows = parseBy(z.array(keyRow), rowsIn(content))
  if (!rows.success) return []
  return rows.data.flatMap((row) => (row.secret === undefined ? [] : [{ key: toKey(row), secret: row.secret }]))
}
