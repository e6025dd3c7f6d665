import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds and packs the package into a folder, unless PACKED names a tarball. @returns its path */
export async function packInto(folder: string): Promise<string> {
  const named = process.env['PACKED']
  if (named !== undefined) return resolve(root, named)
  await promisify(execFile)('npm', ['pack', '--pack-destination', folder], { cwd: root })
  return join(folder, (await readdir(folder)).find((file) => file.endsWith('.tgz')) ?? '')
}
