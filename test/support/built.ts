import { execFile } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { build } from 'rolldown'

import config from '../../rolldown.config.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Bundles the package into a folder, with the files that it reads when it runs; its types are left out.
 * @returns what the files that were built import and do not have: modules of Node and of packages
 */
export async function bundleInto(folder: string): Promise<ReadonlySet<string>> {
  await mkdir(folder, { recursive: true })
  const files = ['package.json', 'fixtures', 'scenarios']
  const dir = join(folder, 'dist')
  const builds = config.map(({ output, ...options }) => build({ ...options, cwd: root, output: { ...output, dir } }))
  await Promise.all(files.map((file) => cp(join(root, file), join(folder, file), { recursive: true })))
  const chunks = (await Promise.all(builds)).flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  return new Set(imported.filter((target) => !own.has(target)))
}

/** Builds the package into a folder as it is published. @returns as `bundleInto` */
export async function buildInto(folder: string): Promise<ReadonlySet<string>> {
  const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json', '--outDir']
  const types = promisify(execFile)(process.execPath, [...tsc, join(folder, 'dist')], { cwd: root })
  const [imported] = await Promise.all([bundleInto(folder), types])
  return imported
}
