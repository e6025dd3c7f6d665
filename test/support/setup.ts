import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the tests of this run build the package. */
    buildFolder: string
    /** The folder of the OpenAPI documents that they made. */
    documentFolder: string
  }
}

/** Creates the folders of a run, and removes them afterwards. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(fileURLToPath(new URL('../../node_modules/.built-', import.meta.url)))
  // Keeps the fakes of tests apart from the user's.
  process.env['XDG_STATE_HOME'] = join(folder, 'state')
  for (const name of ['build', 'document'] as const) {
    const own = join(folder, name)
    await mkdir(own)
    provide(`${name}Folder`, own)
  }
  return async () => await rm(folder, { recursive: true })
}
