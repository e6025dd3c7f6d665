import { execFile } from 'node:child_process'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { build } from 'rolldown'
import { inject } from 'vitest'
import * as z from 'zod/mini'

import config from '../../rolldown.config.ts'
import { oncePerRun } from './once-per-run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The built package, with the files that it reads at run time. */
export interface Built {
  /** Inside `node_modules` of the project, so that packages that are not bundled are found. */
  readonly folder: string
  /** The program. */
  readonly main: string
  /** The modules of Node and of packages that the built files import. */
  readonly imported: ReadonlySet<string>
}

const importedSchema = z.array(z.string())

/** Returns the built package. The first test that needs it builds it, for all workers of the run. */
export async function builtPackage(): Promise<Built> {
  const imported = await oncePerRun('package', async (folder) => JSON.stringify(await buildInto(folder)))
  const folder = inject('buildFolder')
  return {
    folder,
    main: join(folder, 'dist/cli/main.cjs'),
    imported: new Set(importedSchema.parse(JSON.parse(imported))),
  }
}

/** @returns the modules that the built files import */
async function buildInto(folder: string): Promise<readonly string[]> {
  const files = ['package.json', 'fixtures', 'scenarios', 'templates', 'docs', 'skills', 'kits']
  const dir = join(folder, 'dist')
  const builds = config.map(({ output, ...options }) => build({ ...options, cwd: root, output: { ...output, dir } }))
  await Promise.all([
    runTool('typescript/bin/tsc', '-p', 'tsconfig.build.json', '--outDir', dir),
    runTool('vite/bin/vite.js', 'build', '-c', 'dashboard/vite.config.ts', '--outDir', join(dir, 'dashboard')),
    runTool('tsx/dist/cli.mjs', 'scripts/site.ts', join(dir, 'docs')),
    ...files.map((file) => cp(join(root, file), join(folder, file), { recursive: true })),
  ])
  const chunks = (await Promise.all(builds)).flatMap(({ output }) => output).filter((file) => file.type === 'chunk')
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const imported = chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
  return imported.filter((target) => !own.has(target) && !target.startsWith('.'))
}

/** Runs a tool of the project by its path below `node_modules`, as outside a test. */
async function runTool(path: string, ...args: readonly string[]): Promise<void> {
  const { NODE_ENV: _ofTests, ...env } = process.env
  await promisify(execFile)(process.execPath, [join(root, 'node_modules', path), ...args], { cwd: root, env })
}
