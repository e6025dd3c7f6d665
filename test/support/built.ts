import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { build } from 'rolldown'

import config from '../../rolldown.config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Builds the package into a folder as it is published, with the files that it reads when it runs.
 * @returns what the files that were built import and do not have: modules of Node and of packages
 */
export async function buildInto(folder: string): Promise<ReadonlySet<string>> {
  await mkdir(folder, { recursive: true })
  const files = ['package.json', 'fixtures', 'scenarios']
  const dir = join(folder, 'dist')
  const builds = config.map(({ output, ...options }) => build({ ...options, cwd: root, output: { ...output, dir } }))
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir', dir]
  await Promise.all([
    promisify(execFile)(process.execPath, tsc, { cwd: root }),
    ...files.map((file) => cp(join(root, file), join(folder, file), { recursive: true })),
  ])
  const chunks = (await Promise.all(builds)).flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  return new Set(imported.filter((target) => !own.has(target)))
}
