import { accessSync, constants, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { InputError, quote } from '../../core/lib/input-error.ts'
import { readJsonFile, readJsonText } from '../../core/lib/json-files.ts'
import type { JsonObject } from '../../core/lib/merge-patch.ts'
import { tryJson } from '../../core/lib/try-json.ts'
import { type Io, oneLine } from '../io.ts'

/** Reads JSON from a file, or from stdin for `-`. @throws InputError with the file and the reason */
export async function readJsonInput(io: Io, file: string): Promise<unknown> {
  return (file === '-' ? readJsonText('stdin', await io.input()) : readJsonFile(file)).content
}

/** Reads arguments of the form FIELD=VALUE. A value that is not JSON is a text (`score=5`, `name=db`). @throws InputError */
export function readFields(pairs: readonly string[], field: string): JsonObject {
  const named = pairs.map((pair) => splitPair(pair, 'FIELD=VALUE, such as status=failed', field))
  return Object.fromEntries(named.map(([name, text]) => [name, tryJson(text, text)]))
}

export function splitPair(pair: string, form: string, field: string | undefined) {
  const equals = pair.indexOf('=')
  if (equals < 1) throw new InputError(`expected ${form}, got ${quote(pair)}`, { field })
  return [pair.slice(0, equals), pair.slice(equals + 1)] as const
}

export function writeOutput(file: string, text: string, field: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new InputError(`${quote(file)} cannot be written (${oneLine(error)})`, { field, cause: error })
  }
}

export function requireWritable(file: string, field: string): void {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    throw new InputError(`${quote(file)} cannot be written`, { field, cause: error })
  }
}
