import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { nameForm, nameRule } from '../lib/name-form.ts'
import { readBy } from '../lib/read-by.ts'
import { lastMs } from '../time/instant.ts'
import type { Sandbox } from './sandbox.ts'
import type { Sandboxes } from './sandboxes.ts'

/** The maximum of resets that fits a cursor. */
const maxIncarnations = 999_999_999_999_999

export const savedName = z.string().check(z.refine((name) => nameForm.test(name), { error: nameRule }))

export const savedIncarnation = z.int().check(z.gte(0), z.lte(maxIncarnations))

/** The fields of a saved document that identify the fake that can load it. */
export const headFields = {
  format: z.string(),
  version: z.int(),
  package: z.string(),
  seed: z.int(),
  dataset: z.string(),
} as const

const wallMs = z.int().check(z.gte(0), z.lte(lastMs))

/** A sandbox that an earlier fake saved. */
export const savedSandbox = z.strictObject({
  name: savedName,
  incarnation: savedIncarnation,
  seedName: savedName,
  /** When it was created, last used and saved, in Unix milliseconds of the wall clock. */
  createdMs: wallMs,
  usedMs: wallMs,
  savedMs: wallMs,
  parts: z.record(z.string(), z.unknown()),
})

export type SavedSandbox = z.infer<typeof savedSandbox>

const headSchema = z.strictObject(headFields)

/** The fields that every version of every document has. They are checked first. */
const formSchema = z.looseObject({ format: z.string(), version: z.int() })

type Head = z.infer<typeof headSchema>

/** The seed and dataset of a fake. */
type Of = Pick<Sandbox, 'seed' | 'dataset'>

export function headOf({ format, version: formatVersion }: SavedKind, { seed, dataset }: Of, version: string): Head {
  return { format, version: formatVersion, package: version, seed, dataset: dataset.fingerprint?.() ?? '' }
}

/** Reads a saved document. @param version of the package. @throws InputError if this fake cannot load it */
export function readSaved<T extends Head>(
  schema: z.ZodMiniType<T>,
  content: unknown,
  { noun, ...kind }: SavedKind,
  { seed, dataset }: Of,
  version: string,
): T {
  const form = readBy(formSchema, content, `the ${noun}`)
  requireSame('format', `the format of a ${noun}`, kind.format, form.format)
  requireSame('version', `the ${noun} version of this fake`, kind.version, form.version)
  const saved = readBy(schema, content, `the ${noun}`)
  requireSame('package', 'the version of this fake', version, saved.package)
  requireSame('seed', 'the seed of this fake', seed, saved.seed)
  requireSame('dataset', 'the fingerprint of the fixtures of this fake', dataset.fingerprint?.() ?? '', saved.dataset)
  return saved
}

function requireSame(field: string, what: string, expected: string | number, got: string | number): void {
  if (got === expected) return
  throw new InputError(`expected ${quote(expected)}, ${what}, got ${quote(got)}`, { field })
}

/** The noun is for messages. A version that cannot load older documents increases. */
const kind = { noun: 'snapshot', format: 'cloudsec-fake/snapshot', version: 3 }

type SavedKind = typeof kind

/** A whole sandbox as one document: the fake that can load it, the identity of the sandbox, and the differences from the dataset. */
export const snapshotSchema = z.strictObject({
  ...headFields,
  sandbox: z.strictObject({
    /** The name that seeds its random draws. */
    name: savedName,
    /** Counts its resets. */
    incarnation: savedIncarnation,
  }),
  /** The state of each part that differs from a new sandbox, by id. */
  parts: z.record(z.string(), z.unknown()),
})

/** A whole sandbox as one document. */
export type Snapshot = z.infer<typeof snapshotSchema>

export function takeSnapshot(taken: Sandbox, version: string): Snapshot {
  const { seedName: name, incarnation, parts } = taken.save()
  return { ...headOf(kind, taken, version), sandbox: { name, incarnation }, parts }
}

/**
 * Replaces a sandbox by the sandbox of a snapshot, and keeps its name.
 * @throws InputError for a snapshot that this fake cannot load; then nothing changes
 */
export function loadSnapshot(sandboxes: Sandboxes, replaced: Sandbox, content: unknown, version: string): void {
  const { sandbox, parts } = readSaved(snapshotSchema, content, kind, replaced, version)
  sandboxes.replace(replaced, { incarnation: sandbox.incarnation, seedName: sandbox.name, parts })
}
