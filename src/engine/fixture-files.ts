import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'

/** The parsed content of fixture files, by file name. */
export type FixtureContents = ReadonlyMap<string, { readonly content: unknown; readonly source: string }>

/**
 * Reads the fixture files of a folder.
 * @param known the file names that may be there; a `.json` file of another name is refused, since a misspelt one would be missed
 * @throws InputError with the file and what was wrong
 */
export function readFixtureFolder(folder: string, known: readonly string[]): FixtureContents {
  const contents = new Map<string, { content: unknown; source: string }>()
  for (const file of listJson(folder)) {
    if (!known.includes(file)) {
      throw new InputError(
        `${join(folder, file)}: not a fixture file; expected ${known.join(', ')}.${didYouMean(file, known)}`,
      )
    }
    const source = join(folder, file)
    contents.set(file, { content: readJson(source), source })
  }
  if (contents.size === 0) throw new InputError(`${folder}: has no fixture file; expected some of ${known.join(', ')}`)
  return contents
}

function listJson(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.json'))
  } catch (error) {
    throw new InputError(`fixtures: ${quote(folder)} cannot be read as a folder (${reason(error)})`, { cause: error })
  }
}

function readJson(source: string): unknown {
  try {
    return JSON.parse(readFileSync(source, 'utf8'))
  } catch (error) {
    throw new InputError(`${source}: not valid JSON (${reason(error)})`, { cause: error })
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
}
