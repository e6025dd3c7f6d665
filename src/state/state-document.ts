import { createHash } from 'node:crypto'

import * as z from 'zod/mini'

import { InputError } from '../lib/input-error.ts'
import { maxFileBytes, readJsonText, readTextFile } from '../lib/json-files.ts'
import { jsonPieces } from '../lib/json-pieces.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { headFields, headOf, readSaved, savedIncarnation, savedName } from '../sandbox/saved-head.ts'
import { wallNow } from '../time/clock.ts'
import { lastMs } from '../time/instant.ts'
import { inTurns } from '../time/turns.ts'
import type { Kept } from './state-file.ts'

const kind = { noun: 'state file', format: 'cloudsec-fake/state', version: 3 }

const count = z.int().check(z.gte(0))
const wallMs = count.check(z.lte(lastMs))

const stateSchema = z.strictObject({
  ...headFields,
  names: z.strictObject({
    uncleanEnds: count,
    drawn: count,
    deleted: z.readonly(z.array(z.readonly(z.tuple([savedName, savedIncarnation])))),
  }),
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

/** The content of a state file. */
export type SavedState = z.infer<typeof stateSchema>

/** All sandboxes of a fake at one instant. */
export type State = Omit<SavedState, 'sha256'>

/** @param isClean true if nothing happens after it */
export function takeState({ sandboxes, version }: Pick<Kept, 'sandboxes' | 'version'>, isClean: boolean): State {
  const savedMs = wallNow()
  return {
    ...headOf(kind, sandboxes.default, version),
    names: sandboxes.names,
    sandboxes: sandboxes.list().map(({ name, incarnation, seedName, lastUsed, states }) => {
      const { createdMs, usedMs } = lastUsed
      return { name, incarnation, seedName, createdMs, usedMs, savedMs, parts: states }
    }),
    isClean,
  }
}

const sealField = ',"sha256":'

/** Most bytes before the seal: that field, 64 digits in quotation marks, a bracket and a line break. */
const mostBytes = maxFileBytes - sealField.length - 68

/**
 * The bytes of a state file, made in turns. Each sandbox is on a line of its own.
 * @param worked is told how long each piece took: between them others are served
 * @throws Error for more than a fake could load
 */
export async function bytesOf(state: State, worked: (ms: number) => void): Promise<Buffer> {
  const hash = createHash('sha256')
  let length = 0
  const toBytes = (piece: string): Buffer => {
    hash.update(piece)
    const bytes = Buffer.from(piece)
    length += bytes.length
    if (length > mostBytes) throw new Error(`more than ${maxFileBytes} bytes, which is what can be loaded`)
    return bytes
  }
  const pieces = await inTurns(timed(piecesOf(state), worked), toBytes)
  return Buffer.concat([...pieces, Buffer.from(`${sealField}"${hash.digest('hex')}"}\n`)])
}

function* timed(pieces: Generator<string>, worked: (ms: number) => void): Generator<string> {
  for (;;) {
    const beginMs = performance.now()
    const { done, value } = pieces.next()
    worked(performance.now() - beginMs)
    if (done === true) return
    yield value
  }
}

function* piecesOf({ sandboxes, isClean, ...head }: State): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"sandboxes":[\n`
  for (const [at, sandbox] of sandboxes.entries()) {
    if (at > 0) yield ',\n'
    yield* jsonPieces(sandbox)
  }
  yield `\n],"isClean":${isClean}`
}

/** Reads a state file. @param version of the package. @throws InputError with the reason for one that this fake cannot load */
export function readState(path: string, first: Sandbox, version: string): SavedState {
  const text = readTextFile(path)
  const saved = readSaved(stateSchema, readJsonText(path, text).content, kind, first, version)
  requireDistinct(saved.sandboxes, ({ name }) => name, 'sandboxes: name')
  const sealed = text.slice(0, text.lastIndexOf(sealField))
  if (createHash('sha256').update(sealed).digest('hex') === saved.sha256) return saved
  throw new InputError('expected the checksum of what the file has; it is damaged, or was edited', { field: 'sha256' })
}
