import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, type Stats } from 'node:fs'

import { firstIndex } from './first-index.ts'
import { InputError, quote } from './input-error.ts'
import { parseJson, whyNoJson } from './parse-json.ts'
import { maxBytes } from './read-bounded.ts'

export interface JsonFile {
  /** The parsed content, which no schema has checked yet. */
  readonly content: unknown
  readonly source: string
}

export function readJsonFile(source: string): JsonFile {
  return readJsonText(source, readTextFile(source))
}

/** Reads JSON from elsewhere. @param source its name in errors. @throws InputError */
export function readJsonText(source: string, text: string): JsonFile {
  try {
    return { source, content: parseJson(text) }
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.message, { field: source, cause: error })
    throw new InputError(`not valid JSON (${whyAndWhere(text, error)})`, { field: source, cause: error })
  }
}

/** What the parser says of a text, and where. Of a token, it has no position: where the text before is none either, it begins. */
function whyAndWhere(text: string, error: unknown): string {
  const [why = '', position] = whyNoJson(error).split(/(?: in JSON)? at position (\d+).*/)
  const isToken = why.startsWith('Unexpected token')
  if (position === undefined && !isToken && !why.startsWith('Unexpected end')) return why
  const isPast = (at: number): boolean => {
    try {
      JSON.parse(text.slice(0, at + 1))
      return false
    } catch (cause) {
      return whyNoJson(cause) === why
    }
  }
  const before = text.slice(0, Number(position ?? (isToken ? firstIndex(text.length, isPast) : text.length)))
  return `${why} at line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')}`
}

/** Reads a JSON file of the package. It skips the check of each field, which is slow: tests know that the file is sound. */
export function readOwnJsonFile(source: string): JsonFile {
  const content: unknown = JSON.parse(readTextFile(source))
  return { source, content }
}

/** Reads a text file. @throws InputError with the file and the reason */
export function readTextFile(source: string): string {
  try {
    // A pipe without a writer would block the open for ever, and a device may never end.
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

function problemOf(stats: Stats): string | undefined {
  if (stats.isDirectory()) return 'expected a file, got a folder'
  if (!stats.isFile()) return 'expected a regular file, got a pipe, a device or a socket'
  return stats.size > maxBytes.file ? `expected at most ${maxBytes.file} bytes, got ${stats.size}` : undefined
}

/** The names of the JSON files in a folder, sorted. @param field the option that names the folder. @throws InputError */
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
