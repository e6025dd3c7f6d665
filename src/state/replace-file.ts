import { closeSync, fstatSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'

import { maxFileBytes } from '../lib/json-files.ts'
import { nextTurn } from '../time/clock.ts'

/** Another program has changed a file, which is then not ours to replace. */
export class ChangedError extends Error {
  constructor() {
    super('another program has changed it, perhaps a second fake')
  }
}

interface Stats {
  readonly ino: number
  readonly size: number
  readonly mtimeMs: number
}

/** Every version of a file has another mark. */
const toMark = ({ ino, size, mtimeMs }: Stats): string => `${ino} ${size} ${mtimeMs}`

/** The mark of the file at a path; undefined where there is none. */
export function markOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? undefined : toMark(found)
}

/** The file that a save writes first. It has always the same name: a process that is killed leaves at most one such file. */
export const temporaryOf = (file: string): string => `${file}.cloudsec-tmp`

/**
 * Replaces a file at once, or not at all. It is done in one turn of the event loop, unless the text is long: under load each
 * further turn, which a call of the system that is not synchronous takes, may be a tenth of a second.
 * @param ours the mark of the version that may be replaced
 * @returns the new mark
 * @throws ChangedError where another version is there
 */
export async function replaceFile(file: string, blocks: Iterable<string>, ours: string | undefined): Promise<string> {
  const temporary = temporaryOf(file)
  rmSync(temporary, { force: true })
  const opened = openSync(temporary, 'wx', 0o600)
  try {
    await write(opened, blocks)
    const written = toMark(fstatSync(opened))
    if (markOf(temporary) !== written) throw new ChangedError()
    const found = markOf(file)
    if (found !== undefined && found !== ours) {
      rmSync(temporary)
      throw new ChangedError()
    }
    renameSync(temporary, file)
    return written
  } catch (error) {
    // That of another fake stays.
    if (!(error instanceof ChangedError)) rmSync(temporary, { force: true })
    throw error
  } finally {
    closeSync(opened)
  }
}

/** The longest time that requests wait for a turn of writing, about. */
const turnMs = 5

/** Writes blocks. Between two turns requests are served. */
async function write(opened: number, blocks: Iterable<string>): Promise<void> {
  let length = 0
  let endMs = performance.now() + turnMs
  for (const block of blocks) {
    length += Buffer.byteLength(block)
    if (length > maxFileBytes) throw new Error(`more than ${maxFileBytes} bytes, which is what can be loaded`)
    writeFileSync(opened, block)
    if (performance.now() < endMs) continue
    await nextTurn()
    endMs = performance.now() + turnMs
  }
}
