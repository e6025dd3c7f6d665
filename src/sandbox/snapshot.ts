import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { nameRule } from '../lib/name-form.ts'
import { readBy } from '../lib/read-by.ts'
import type { Sandbox } from './sandbox.ts'
import { isSandboxName, type Sandboxes } from './sandboxes.ts'

const format = 'cloudsec-fake/snapshot'

/** Increases when older snapshots can no longer be loaded. */
const formatVersion = 2

/** The most resets that a cursor can show. */
const mostIncarnations = 999_999_999_999_999

/** A whole sandbox as one document: the fake that can load it, the identity of the sandbox, and the differences from the dataset. */
export const snapshotSchema = z.strictObject({
  format: z.string(),
  /** Version of this form of document. */
  version: z.int(),
  /** Version of the package. */
  package: z.string(),
  seed: z.int(),
  /** Fingerprint of the fixtures. */
  dataset: z.string(),
  sandbox: z.strictObject({
    /** The name that its random draws follow from. */
    name: z.string().check(z.refine(isSandboxName, { error: nameRule })),
    /** Counts its resets. */
    incarnation: z.int().check(z.gte(0), z.lte(mostIncarnations)),
  }),
  /** The state of each part that differs from a new sandbox, by id. */
  parts: z.record(z.string(), z.unknown()),
})

/** A whole sandbox as one document. */
export type Snapshot = z.infer<typeof snapshotSchema>

/** The fields that every version has. They are checked first. */
const headSchema = z.looseObject({ format: z.string(), version: z.int() })

/** Takes a snapshot of a sandbox. @param version of the package */
export function takeSnapshot({ seed, dataset, seedName, incarnation, states }: Sandbox, version: string): Snapshot {
  return {
    format,
    version: formatVersion,
    package: version,
    seed,
    dataset: dataset.fingerprint,
    sandbox: { name: seedName, incarnation },
    parts: states,
  }
}

/**
 * Puts the sandbox of a snapshot in the place of another, under the name of that one.
 * @param version of the package
 * @throws InputError with the reason for a snapshot that cannot be used here; then nothing changes
 */
export function loadSnapshot(sandboxes: Sandboxes, replaced: Sandbox, content: unknown, version: string): void {
  requireForm(read(headSchema, content))
  const { sandbox, parts, ...head } = read(snapshotSchema, content)
  requireSame('package', 'the version of this fake', version, head.package)
  requireSame('seed', 'the seed of this fake', replaced.seed, head.seed)
  requireSame('dataset', 'the fingerprint of the fixtures of this fake', replaced.dataset.fingerprint, head.dataset)
  sandboxes.replace({ seedName: sandbox.name, parts, replaced }, sandbox.incarnation)
}

const read = <T>(schema: z.ZodMiniType<T>, content: unknown): T => readBy(schema, content, 'the snapshot')

function requireForm(head: z.infer<typeof headSchema>): void {
  requireSame('format', 'that of a snapshot', format, head.format)
  requireSame('version', 'that of the snapshots of this fake', formatVersion, head.version)
}

function requireSame(field: string, what: string, expected: string | number, got: string | number): void {
  if (got === expected) return
  throw new InputError(`expected ${quote(expected)}, ${what}, got ${quote(got)}`, { field })
}
