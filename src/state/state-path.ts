import { accessSync, constants, existsSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { InputError, quote } from '../lib/input-error.ts'

/** The folders of which a fake reads each JSON file, by their options. */
export type Folders = Readonly<Partial<Record<'fixtures' | 'scenarios', string | undefined>>>

/** The place of a state file, or of the target that a link to it has. @throws InputError where it cannot be saved */
export function locateState(path: string, folders: Folders): string {
  if (path === '') throw new InputError('expected the path of a file, such as state.json')
  const file = targetOf(path)
  const folder = dirname(file)
  try {
    // The dot tells a folder from a file.
    accessSync(`${folder}/.`, constants.W_OK)
  } catch (error) {
    const expected = 'expected a file in a folder that exists, and that this user can write to'
    throw new InputError(`${expected}, got ${quote(folder)}`, { cause: error })
  }
  const isHere = (one = ''): boolean => existsSync(one) && realpathSync(one) === realpathSync(folder)
  const [option] = Object.entries(folders).find(([, one]) => isHere(one)) ?? []
  if (option === undefined || !file.endsWith('.json')) return file
  const why = 'each JSON file there is read as one of them'
  throw new InputError(`expected a file in another folder than the ${option}: ${why}`)
}

/** The most links in a row, as in Linux. */
const mostLinks = 40

/** The place of a file that may not exist yet, also behind links. */
function targetOf(path: string, links = mostLinks): string {
  if (existsSync(path)) return realpathSync(path)
  const target = linkAt(path)
  if (target === undefined) return resolve(path)
  if (links === 0) throw new InputError('expected a file, got a link that leads to no file')
  return targetOf(resolve(realpathSync(dirname(path)), target), links - 1)
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
