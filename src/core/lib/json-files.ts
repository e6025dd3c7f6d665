import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, type Stats } from 'node:fs'

import { firstIndex } from './first-index.ts'
import { InputError, quote } from './input-error.ts'
import { parseJson, describeJsonError } from './parse-json.ts'
import { maxBytes } from './read-bounded.ts'

export interface JsonFile {
  /** The parsed content, which no schema has checked yet. */
  readonly content: unknown
  readonly source: string
}

export function readJsonFile(source: string): JsonFile {
  return readJsonText(source, readTextFile(source))
}

/** Parses JSON text. @param source names it in errors. @throws InputError */
export function readJsonText(source: string, text: string): JsonFile {
  try {
    return { source, content: parseJson(text) }
  } catch (error) {
    if (error instanceof InputError) throw new InputError(error.message, { field: source, cause: error })
    throw new InputError(`not valid JSON (${whyAndWhere(text, error)})`, { field: source, cause: error })
  }
}

/** The parser's message, with line and column. For a token it gives no position: a search finds the shortest text with that message. */
function whyAndWhere(text: string, error: unknown): string {
  const [why = '', position] = describeJsonError(error).split(/(?: in JSON)? at position (\d+).*/)
  const isToken = why.startsWith('Unexpected token')
  if (position === undefined && !isToken && !why.startsWith('Unexpected end')) return why
  const isPast = (at: number): boolean => {
    try {
      JSON.parse(text.slice(0, at + 1))
      return false
    } catch (cause) {
      return describeJsonError(cause) === why
    }
  }
  const before = text.slice(0, Number(position ?? (isToken ? firstIndex(text.length, isPast) : text.length)))
  return `${why} at line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')}`
}

/** Reads a JSON file of the package, without the slow check of each field: tests check these files. */
export function readOwnJsonFile(source: string): JsonFile {
  const content: unknown = JSON.parse(readTextFile(source))
  return { source, content }
}

/** Reads a text file. @throws InputError with the file and the reason */
export function readTextFile(source: string): string {
  try {
    // Opening a pipe without a writer would block, and a device may never end.
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
