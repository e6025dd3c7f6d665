import { accessSync, constants } from 'node:fs'
import { dirname } from 'node:path'

import { InputError, quote } from '../../lib/input-error.ts'

/** Checks that a file can be written where it is to stand. @throws InputError */
export function requireWritable(file: string, field: string): void {
  try {
    accessSync(dirname(file), constants.W_OK)
  } catch (error) {
    throw new InputError(`${quote(file)} cannot be written`, { field, cause: error })
  }
}
