import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { readJsonFile } from '../lib/json-files.ts'
import { jsonPieces } from '../lib/json-pieces.ts'
import { maxBytes } from '../lib/read-bounded.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { headFields, headOf, readSaved, savedIncarnation, savedName, savedSandbox } from '../sandbox/snapshot.ts'
import { digest, scenariosState } from '../scenarios/active.ts'
import { wallNow } from '../time/clock.ts'
import { inTurns } from '../time/turns.ts'

const kind = { noun: 'state file', format: 'cloudsec-fake/state', version: 3 }

const stateSchema = z.strictObject({
  ...headFields,
  names: z.strictObject({
    drawn: z.int().check(z.gte(0)),
    deleted: z.array(z.tuple([savedName, savedIncarnation])),
  }),
  sandboxes: z.array(savedSandbox),
})

export type State = z.infer<typeof stateSchema>

export function takeState(sandboxes: Sandboxes, version: string): State {
  const savedMs = wallNow()
  return {
    ...headOf(kind, sandboxes.default, version),
    names: sandboxes.names,
    sandboxes: sandboxes.list().map((sandbox) => sandbox.save(savedMs)),
  }
}

/** Serializes a state in turns of the event loop, so that requests are served in between. @throws Error if it is too long to load */
export async function bytesOf(state: State): Promise<Buffer> {
  const bytes = Buffer.concat(await inTurns(piecesOf(state), (piece) => Buffer.from(piece)))
  if (bytes.length <= maxBytes.file) return bytes
  throw new Error(`more than ${maxBytes.file} bytes, the maximum that can be loaded`)
}

// Each sandbox is on a line of its own.
function* piecesOf({ sandboxes, ...head }: State): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"sandboxes":[\n`
  for (const [at, sandbox] of sandboxes.entries()) {
    if (at > 0) yield ',\n'
    yield* jsonPieces(sandbox)
  }
  yield '\n]}\n'
}

/**
 * Restores the sandboxes of a state file. A scenario that is missing or has another definition is off.
 * @param version of the package
 * @returns the number of sandboxes, and the names of the scenarios that were switched off
 * @throws InputError for a file that this fake cannot load, with the reason and what to do
 */
export function restoreState(path: string, sandboxes: Sandboxes, version: string) {
  try {
    const saved = readSaved(stateSchema, readJsonFile(path).content, kind, sandboxes.default, version)
    requireDistinct(saved.sandboxes, ({ name }) => name, 'sandboxes: name')
    const library = sandboxes.default.scenarios.list().map(({ loaded }) => digest(loaded.definition))
    const off = new Set<string>()
    const fitted = saved.sandboxes.map((one) => {
      const { data: state } = scenariosState.safeParse(one.parts['scenarios'])
      // The sandbox reports the problem.
      if (state === undefined) return one
      const known = new Set([...library, ...state.inline.map(digest)])
      const active = state.active.filter(({ definition }) => known.has(definition))
      const on = state.on.filter((name) => active.some((still) => still.name === name))
      for (const name of state.on) if (!on.includes(name)) off.add(name)
      return { ...one, parts: { ...one.parts, scenarios: { ...state, active, on } } }
    })
    sandboxes.restore(fitted, saved.names)
    return { count: fitted.length, off: [...off] }
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const field = quote(path)
    const { message } = error.field === path ? error.about(field) : new InputError(error.message, { field })
    throw new InputError(`${message.replace(/\.$/, '')}; name another file to start with a new state`, { cause: error })
  }
}
