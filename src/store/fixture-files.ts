import { join } from 'node:path'

import { InputError } from '../lib/input-error.ts'
import { type JsonFile, listJsonFiles, readJsonFile } from '../lib/json-files.ts'
import { didYouMean } from '../lib/nearest.ts'

/** Says which files of a folder are not fixtures, or that it has none. */
export function unknownFiles(folder: string, files: readonly string[], known: readonly string[]): readonly string[] {
  if (files.length === 0) return [`${folder}: has no fixture file; expected some of ${known.join(', ')}`]
  return files
    .filter((file) => !known.includes(file))
    .map((file) => {
      const expected = `expected ${known.join(', ')}.${didYouMean(file, known)}`
      return `${join(folder, file)}: not a fixture file; ${expected}`
    })
}

/**
 * Reads the fixture files of a folder, by file name.
 * @param known the allowed file names. Any other `.json` file is refused, because its name may be misspelt
 * @throws InputError with the file and the reason
 */
export function readFixtureFolder(folder: string, known: readonly string[]): ReadonlyMap<string, JsonFile> {
  const files = listJsonFiles(folder, 'fixtures')
  const [refused] = unknownFiles(folder, files, known)
  if (refused !== undefined) throw new InputError(refused)
  return new Map(files.map((file) => [file, readJsonFile(join(folder, file))]))
}
