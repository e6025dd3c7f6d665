import * as z from 'zod/mini'

import { InputError, inTermsOf, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'
import { readBy } from '../lib/read-by.ts'
import { snapshotStates, type Sandbox } from './sandbox.ts'
import { isSandboxName, type Sandboxes, sandboxNameRule } from './sandboxes.ts'

const format = 'cloudsec-fake/snapshot'

/** Counted up whenever a snapshot of before can no longer be read. */
const formatVersion = 2

/** Resets that a cursor can show. */
const mostIncarnations = 999_999_999_999_999

/** A whole sandbox as one document: what it has to have in common with the fake, which sandbox it is, and what differs from the dataset. */
export const snapshotSchema = z.strictObject({
  format: z.string(),
  /** Version of the form of this document. */
  version: z.int(),
  /** Version of the package. */
  package: z.string(),
  seed: z.int(),
  /** Fingerprint of the fixtures. */
  dataset: z.string(),
  sandbox: z.strictObject({
    /** The name that what it draws follows from. */
    name: z.string().check(z.refine(isSandboxName, { error: sandboxNameRule })),
    /** How often it was reset before. */
    incarnation: z.int().check(z.gte(0), z.lte(mostIncarnations)),
  }),
  /** What differs from a new sandbox, by the id of the part. */
  parts: z.record(z.string(), z.unknown()),
})

/** A whole sandbox as one document. */
export type Snapshot = z.infer<typeof snapshotSchema>

/** What tells of a form, before anything else is looked at: one of another version may have nothing else in common. */
const headSchema = z.looseObject({ format: z.string(), version: z.int() })

/** Writes a sandbox down as it is at this instant. @param version of the package */
export function takeSnapshot(sandbox: Sandbox, version: string): Snapshot {
  const { seed, dataset, seedName, incarnation } = sandbox
  const saved = [...snapshotStates].map(([id, part]): [string, unknown] => [id, part.save(sandbox)])
  return {
    format,
    version: formatVersion,
    package: version,
    seed,
    dataset: dataset.fingerprint,
    sandbox: { name: seedName, incarnation },
    parts: Object.fromEntries(saved.filter(([, part]) => part !== undefined)),
  }
}

/**
 * Puts a sandbox that a snapshot tells of in the place of another, under the name of that one.
 * @param content whatever somebody gives for a snapshot
 * @param version of the package
 * @throws InputError for one that cannot be used here, with the reason; then nothing changes
 */
export function loadSnapshot(sandboxes: Sandboxes, replaced: Sandbox, content: unknown, version: string): void {
  requireForm(read(headSchema, content))
  const snapshot = read(snapshotSchema, content)
  requireSame('package', 'the version of this fake', version, snapshot.package)
  requireSame('seed', 'the seed of this fake', replaced.seed, snapshot.seed)
  requireSame('dataset', 'the fingerprint of the fixtures of this fake', replaced.dataset.fingerprint, snapshot.dataset)
  const { parts } = snapshot
  for (const id of Object.keys(parts)) {
    if (!snapshotStates.has(id))
      throw new InputError(`parts.${id}: not a known part.${didYouMean(id, snapshotStates.keys())}`)
  }
  sandboxes.replace(replaced, snapshot.sandbox, (fresh) => {
    for (const [id, part] of snapshotStates) {
      if (!Object.hasOwn(parts, id)) continue
      inTermsOf(`parts.${id}`, () => part.load(fresh, parts[id], replaced))
    }
  })
}

const read = <T>(schema: z.ZodMiniType<T>, content: unknown): T => readBy(schema, content, 'the snapshot')

function requireForm(head: z.infer<typeof headSchema>): void {
  requireSame('format', 'that of a snapshot', format, head.format)
  requireSame('version', 'that of the snapshots of this fake', formatVersion, head.version)
}

function requireSame(field: string, what: string, expected: string | number, got: string | number): void {
  if (got === expected) return
  throw new InputError(`${field}: expected ${quote(expected)}, ${what}, got ${quote(got)}`)
}
