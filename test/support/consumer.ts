import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { builtPackage } from './built.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The result of a program. */
export interface Ran {
  /** Its exit code. */
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A temporary project with the built package and all packages of this project. */
export interface Consumer {
  readonly folder: string
  /** Runs a command of an installed package in a folder of the project. */
  readonly run: (
    command: string,
    args: readonly string[],
    within: string,
    env?: Readonly<Record<string, string>>,
  ) => Promise<Ran>
  readonly remove: () => Promise<void>
}

/** Builds the package, and installs it in a project with the files of a folder of tests. */
export async function createConsumer(files: URL): Promise<Consumer> {
  const folder = await mkdtemp(join(tmpdir(), 'cloudsec-consumer-'))
  const modules = join(folder, 'node_modules')
  const installed = join(modules, 'cloudsec-fake')
  await mkdir(modules, { recursive: true })
  const remove = async (): Promise<void> => await rm(folder, { recursive: true })
  try {
    await Promise.all([
      builtPackage().then(async ({ folder: built }) => await cp(built, installed, { recursive: true })),
      linkModules(modules),
      cp(files, folder, { recursive: true }),
      writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }'),
    ])
  } catch (error) {
    await remove()
    throw error
  }
  return {
    folder,
    run: async (command, args, within, env) =>
      await run(join(modules, '.bin', command), args, join(folder, within), env),
    remove,
  }
}

async function linkModules(modules: string): Promise<void> {
  const from = join(root, 'node_modules')
  const names = (await readdir(from)).filter((name) => name === '.bin' || !name.startsWith('.'))
  await Promise.all(names.map(async (name) => await symlink(join(from, name), join(modules, name))))
}

/** Runs a program to its end, with only the given variables and the variables for folders. */
export async function run(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const { PATH = '', HOME = '', TMPDIR, XDG_STATE_HOME } = process.env
  const folders = Object.entries({ TMPDIR, XDG_STATE_HOME }).filter(([, folder]) => folder !== undefined)
  const variables = { PATH, HOME, ...Object.fromEntries(folders), ...env }
  return await new Promise((resolve) => {
    execFile(command, args, { cwd, env: variables, maxBuffer: 1e8 }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1
      resolve({ code, out, err })
    })
  })
}
