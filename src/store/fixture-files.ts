import { join } from 'node:path'

import { InputError } from '../lib/input-error.ts'
import { type JsonFile, listJsonFiles, readJsonFile } from '../lib/json-files.ts'
import { didYouMean } from '../lib/nearest.ts'

/**
 * Reads the fixture files of a folder, by file name.
 * @param known the allowed file names. Any other `.json` file is refused, because its name may be misspelt
 * @throws InputError with the file and the reason
 */
export function readFixtureFolder(folder: string, known: readonly string[]): ReadonlyMap<string, JsonFile> {
  const files = listJsonFiles(folder, 'fixtures')
  for (const file of files) {
    if (known.includes(file)) continue
    const expected = `expected ${known.join(', ')}.${didYouMean(file, known)}`
    throw new InputError(`${join(folder, file)}: not a fixture file; ${expected}`)
  }
  if (files.length === 0) throw new InputError(`${folder}: has no fixture file; expected some of ${known.join(', ')}`)
  return new Map(files.map((file) => [file, readJsonFile(join(folder, file))]))
}
