import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, type Stats } from 'node:fs'

import { InputError, quote } from './input-error.ts'
import { parseJson } from './parse-json.ts'

/** A JSON file that was read. */
export interface JsonFile {
  /** Parsed, not yet held to a schema. */
  readonly content: unknown
  /** The path of the file, as errors name it. */
  readonly source: string
}

/** Reads a JSON file. @throws InputError with the file and what was wrong */
export function readJsonFile(source: string): JsonFile {
  const text = readText(source)
  try {
    return { source, content: parseJson(text) }
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.message, { field: source, cause: error })
    throw new InputError(`not valid JSON (${reason(error)})`, { field: source, cause: error })
  }
}

/** Reads a JSON file of the package, which tests know to be sound: without a look at each field, which takes longer than all else. */
export function readOwnJsonFile(source: string): JsonFile {
  const content: unknown = JSON.parse(readText(source))
  return { source, content }
}

/** Most bytes of a file that is read: 256 MiB. */
const maxFileBytes = 268_435_456

function readText(source: string): string {
  try {
    // To open a pipe that nobody writes to would wait for ever, and a device may never end.
    const file = openSync(source, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const problem = problemOf(fstatSync(file))
      if (problem !== undefined) throw new Error(problem)
      return readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw new InputError(`cannot be read (${reason(error)})`, { field: source, cause: error })
  }
}

/** Why something that was opened is not read; undefined where nothing is wrong with it. */
function problemOf(stats: Stats): string | undefined {
  if (stats.isDirectory()) return 'expected a file, got a folder'
  if (!stats.isFile()) return 'expected a regular file, got a pipe, a device or a socket'
  return stats.size > maxFileBytes ? `expected at most ${maxFileBytes} bytes, got ${stats.size}` : undefined
}

/** The names of the JSON files of a folder, in order. @param field the option that names the folder. @throws InputError */
export function listJsonFiles(folder: string, field: string): string[] {
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.json'))
      .toSorted()
  } catch (error) {
    throw new InputError(`${quote(folder)} cannot be read as a folder (${reason(error)})`, { field, cause: error })
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.replaceAll('\n', ' ') : String(error)
}
