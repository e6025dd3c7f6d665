import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { InputError } from '../lib/input-error.ts'
import { readJsonText, readTextFile } from '../lib/json-files.ts'
import { inBlocks, jsonPieces } from '../lib/json-pieces.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { headFields, headOf, readSaved, savedIncarnation, savedName, type SavedSandbox } from '../sandbox/saved-head.ts'
import { wallNow } from '../time/clock.ts'
import { lastMs } from '../time/instant.ts'

const kind = { noun: 'state file', format: 'cloudsec-fake/state', version: 2 }

const count = z.int().check(z.gte(0))
const wallMs = count.check(z.lte(lastMs))

const stateSchema = z.strictObject({
  ...headFields,
  names: z.strictObject({ uncleanEnds: count, drawn: count, deleted: z.array(z.tuple([savedName, savedIncarnation])) }),
  sandboxes: z.array(
    z.strictObject({
      name: savedName,
      incarnation: savedIncarnation,
      seedName: savedName,
      createdMs: wallMs,
      usedMs: wallMs,
      savedMs: wallMs,
      parts: z.record(z.string(), z.unknown()),
    }),
  ),
  /** True once the fake has ended: then nothing happened that the file does not have. */
  isClean: z.boolean(),
  /** Of all text before this field. */
  sha256: z.string(),
})

/** The text of one sandbox in a state file. It is made when it is first written. */
class SandboxText {
  /** The count of the sandbox when this was taken. */
  readonly changes: number
  #blocks: () => Iterable<string>

  constructor({ name, incarnation, seedName, lastUsed, states, changes }: Sandbox) {
    const { createdMs, usedMs } = lastUsed
    const saved = { name, incarnation, seedName, createdMs, usedMs, savedMs: wallNow(), parts: states }
    this.changes = changes
    this.#blocks = () => inBlocks(jsonPieces(saved satisfies SavedSandbox))
  }

  /** @yields it in blocks, which are kept once all were made */
  *blocks(): Generator<string> {
    const made: string[] = []
    for (const block of this.#blocks()) {
      made.push(block)
      yield block
    }
    this.#blocks = () => made
  }
}

/** All sandboxes of a fake at one instant. */
export interface State {
  /** The text before the names. */
  readonly head: string
  readonly names: string
  readonly sandboxes: readonly SandboxText[]
  /** True if nothing happens after it. */
  readonly isClean: boolean
}

/** Takes the state of a fake again and again. The text of a sandbox is made again only if something may have changed it. */
export class StateTaker {
  readonly #sandboxes: Sandboxes
  readonly #version: string
  #texts = new WeakMap<Sandbox, SandboxText>()
  /** There may be thousands of names. */
  #names = { changes: -1, text: '' }

  /** @param version of the package */
  constructor(sandboxes: Sandboxes, version: string) {
    this.#sandboxes = sandboxes
    this.#version = version
  }

  /** Takes the state at this instant. @param isClean if nothing happens after it (false) */
  take(isClean = false): State {
    const { names, default: first } = this.#sandboxes
    const { changes } = names
    if (this.#names.changes !== changes) this.#names = { changes, text: JSON.stringify(names.state) }
    return {
      head: JSON.stringify(headOf(kind, first, this.#version)).slice(0, -1),
      names: this.#names.text,
      sandboxes: this.#sandboxes.list().map((one) => this.#text(one)),
      isClean,
    }
  }

  #text(sandbox: Sandbox): SandboxText {
    const known = this.#texts.get(sandbox)
    if (known?.changes === sandbox.changes) return known
    const text = new SandboxText(sandbox)
    this.#texts.set(sandbox, text)
    return text
  }

  /** Forgets the texts, since all sandboxes may have changed. */
  forget(): void {
    this.#texts = new WeakMap()
  }
}

/** True if two states have the same text. */
export function isSameState(one: State, other: State): boolean {
  if (one.head !== other.head || one.names !== other.names || one.isClean !== other.isClean) return false
  return (
    one.sandboxes.length === other.sandboxes.length && one.sandboxes.every((text, at) => text === other.sandboxes[at])
  )
}

const sealField = ',"sha256":'

/** @yields the text of a state file, in blocks. Each sandbox is on a line of its own. */
export function* textOf(state: State): Generator<string> {
  const hash = createHash('sha256')
  for (const block of inBlocks(piecesOf(state))) {
    hash.update(block)
    yield block
  }
  yield `${sealField}"${hash.digest('hex')}"}\n`
}

function* piecesOf({ head, names, sandboxes, isClean }: State): Generator<string> {
  let before = `${head},"names":${names},"sandboxes":[\n`
  for (const sandbox of sandboxes) {
    yield before
    yield* sandbox.blocks()
    before = ',\n'
  }
  yield `\n],"isClean":${isClean}`
}

/** The content of a state file. */
export type SavedState = z.infer<typeof stateSchema>

/** Reads a state file. @param version of the package. @throws InputError with the reason for one that this fake cannot load */
export function readState(path: string, first: Sandbox, version: string): SavedState {
  const text = readTextFile(path)
  const saved = readSaved(stateSchema, readJsonText(path, text).content, kind, first, version)
  requireDistinct(saved.sandboxes, ({ name }) => name, 'sandboxes: name')
  const sealed = text.slice(0, text.lastIndexOf(sealField))
  if (createHash('sha256').update(sealed).digest('hex') === saved.sha256) return saved
  throw new InputError('expected the checksum of what the file has; it is damaged, or was edited', { field: 'sha256' })
}

/** True if a client had set the signing secret of a sandbox: the file has its hash only. */
export function hasOwnSecret({ parts: { outbox } }: SavedSandbox): boolean {
  return isJsonObject(outbox) && Object.hasOwn(outbox, 'secretHash')
}
