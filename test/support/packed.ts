import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Packs the package into a folder, which builds it, unless PACKED names it packed. @returns its path */
export async function packInto(folder: string): Promise<string> {
  const named = process.env['PACKED']
  if (named !== undefined) return resolve(root, named)
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: root })
  return join(folder, (await readdir(folder)).find((file) => file.endsWith('.tgz')) ?? '')
}
