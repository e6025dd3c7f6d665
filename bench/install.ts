import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { run } from './commands.ts'
import { scratchFolder } from './places.ts'

/** A package that the bench installs by name, in the version that was tried. */
export interface Installed {
  readonly name: string
  readonly version: string
}

/**
 * Installs a package into a folder of its own outside the repository, unless an earlier run did.
 * @returns the folder of the package itself
 * @throws Error with the output of npm where it cannot be had
 */
export async function install({ name, version }: Installed): Promise<string> {
  const folder = join(scratchFolder, `${name.replaceAll(/[@/]/g, '_')}-${version}`)
  const installed = join(folder, 'node_modules', name)
  const marker = join(folder, 'installed')
  if (existsSync(marker)) return installed
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--save-exact']
  await run(['npm', 'install', '--prefix', folder, ...options, `${name}@${version}`], folder)
  writeFileSync(marker, '')
  return installed
}
