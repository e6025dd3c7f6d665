import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { InputError, quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'

/** What a fixture file has. */
export interface FixtureFile {
  /** Parsed, not yet held to a schema. */
  readonly content: unknown
  /** The path of the file, as errors name it. */
  readonly source: string
}

/**
 * Reads the fixture files of a folder, by file name.
 * @param known the file names that may be there; a `.json` file of another name is refused, since a misspelt one would be missed
 * @throws InputError with the file and what was wrong
 */
export function readFixtureFolder(folder: string, known: readonly string[]): ReadonlyMap<string, FixtureFile> {
  const files = listJson(folder)
  for (const file of files) {
    if (known.includes(file)) continue
    const expected = `expected ${known.join(', ')}.${didYouMean(file, known)}`
    throw new InputError(`${join(folder, file)}: not a fixture file; ${expected}`)
  }
  if (files.length === 0) throw new InputError(`${folder}: has no fixture file; expected some of ${known.join(', ')}`)
  return new Map(files.map((file) => [file, readFixtureFile(folder, file)]))
}

/** Reads one fixture file. @throws InputError with the file and what was wrong */
export function readFixtureFile(folder: string, file: string): FixtureFile {
  const source = join(folder, file)
  const text = readText(source)
  try {
    const content: unknown = JSON.parse(text)
    return { source, content }
  } catch (error) {
    throw new InputError(`${source}: not valid JSON (${reason(error)})`, { cause: error })
  }
}

function readText(source: string): string {
  try {
    return readFileSync(source, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    throw new InputError(`${source}: cannot be read (${reason(error)})`, { cause: error })
  }
}

function listJson(folder: string): string[] {
  try {
    return readdirSync(folder).filter((file) => file.endsWith('.json'))
  } catch (error) {
    throw new InputError(`fixtures: ${quote(folder)} cannot be read as a folder (${reason(error)})`, { cause: error })
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
}
