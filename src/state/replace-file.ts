import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'

import { maxFileBytes } from '../lib/json-files.ts'

/** Another program has changed a file, which is then not ours to replace. */
export class ChangedError extends Error {
  constructor() {
    super('another program has changed it, perhaps a second fake with the same file')
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
export async function markOf(file: string): Promise<string | undefined> {
  try {
    return toMark(await stat(file))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Replaces a file at once, or not at all. Only this user may read it.
 * @param ours the mark of the version that may be replaced
 * @returns the new mark
 * @throws ChangedError where another version is there
 */
export async function replaceFile(file: string, blocks: Iterable<string>, ours: string | undefined): Promise<string> {
  // Always the same name: a process that is killed leaves at most one such file.
  const temporary = `${file}.tmp`
  await rm(temporary, { force: true })
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await write(handle, blocks)
    const written = toMark(await handle.stat())
    const found = await markOf(file)
    if ((found !== undefined && found !== ours) || (await markOf(temporary)) !== written) throw new ChangedError()
    await rename(temporary, file)
    return written
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  } finally {
    await handle.close()
  }
}

/** Writes blocks one by one: between two of them requests are served. */
async function write(handle: FileHandle, blocks: Iterable<string>): Promise<void> {
  let length = 0
  for (const block of blocks) {
    length += Buffer.byteLength(block)
    if (length > maxFileBytes) throw new Error(`more than ${maxFileBytes} bytes, which is what can be loaded`)
    await handle.writeFile(block)
  }
}
