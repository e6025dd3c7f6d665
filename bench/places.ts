import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import * as z from 'zod/mini'

const root = fileURLToPath(new URL('..', import.meta.url))

const manifest = z
  .object({ version: z.string(), bin: z.object({ 'cloudsec-fake': z.string() }) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))

/** The version of this package. */
export const { version } = manifest

/** The program as a user starts it: what `bin` of the package names, built. */
export const program: string = join(root, manifest.bin['cloudsec-fake'])

/** The folder of the results, unless `--out` names another. */
export const resultsFolder: string = join(root, 'bench', 'results')

/** A file of this folder, by its path. */
export function benchFile(name: string): string {
  return join(root, 'bench', name)
}

/** The environment without what would change how Node or the fake starts. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string): boolean => !/^(?:NODE_|CLOUDSEC_|npm_)/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isOurs(name)))
}
