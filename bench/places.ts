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

/** The built program that `bin` of the package names. */
export const program: string = join(root, manifest.bin['cloudsec-fake'])

/** The default folder of the results. */
export const resultsFolder: string = join(root, 'bench', 'results')

/** The path of a file in this folder. */
export function benchFile(name: string): string {
  return join(root, 'bench', name)
}

/** The environment without variables that change how Node or the fake starts. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string): boolean => !/^(?:NODE_|CLOUDSEC_|npm_)/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isOurs(name)))
}
