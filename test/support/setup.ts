import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the tests of this run build the package. */
    buildFolder: string
    /** The folder of the OpenAPI documents that they have asked for. */
    documentFolder: string
  }
}

/** Makes the folders of a run, and removes them after it. */
export default async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(config.root, 'node_modules', '.built-'))
  for (const name of ['build', 'document'] as const) {
    const own = join(folder, name)
    await mkdir(own)
    provide(`${name}Folder`, own)
  }
  return async () => await rm(folder, { recursive: true })
}
