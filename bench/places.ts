import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
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

/** The folder of packages that only the bench uses: outside the repository, kept for later runs. */
export const scratchFolder: string = join(tmpdir(), 'cloudsec-fake-bench')

/** A file of this folder, by its path. */
export function benchFile(name: string): string {
  return join(root, 'bench', name)
}

/** The environment without what would change how Node or the fake starts. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string): boolean => !/^(?:NODE_|CLOUDSEC_|npm_)/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isOurs(name)))
}

/** A port without a listener. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => {
    server.close(resolve)
  })
  if (address === null || typeof address === 'string') throw new Error('no port to be had')
  return address.port
}
