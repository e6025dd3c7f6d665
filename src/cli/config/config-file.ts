import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

import { configFileNames } from '../../core/app/config.ts'
import { hasCode } from '../../core/lib/has-code.ts'
import { InputError } from '../../core/lib/input-error.ts'
import { readJsonFile, readTextFile } from '../../core/lib/json-files.ts'
import { oneLine } from '../io.ts'

/** Finds the configuration file in the working directory or above, up to the root of its package. @throws InputError for two in one folder */
export function findConfigFile(): string | undefined {
  const folders = foldersFrom(process.cwd())
  const root = folders.findIndex((folder) => existsSync(join(folder, 'package.json')))
  for (const folder of folders.slice(0, Math.max(root, 0) + 1)) {
    const [found, second] = configFilesIn(folder)
    if (second !== undefined) {
      throw new InputError(
        `${found} and ${second} are both in ${folder}; keep one of them, or choose one with --config`,
      )
    }
    if (found !== undefined) return relative('', join(folder, found))
  }
  return undefined
}

export const configFilesIn = (folder: string): readonly string[] =>
  configFileNames.filter((name) => existsSync(join(folder, name)))

function foldersFrom(folder: string): readonly string[] {
  const above = dirname(folder)
  return above === folder ? [folder] : [folder, ...foldersFrom(above)]
}

/** Reads a configuration file, without validation. @throws InputError */
export async function readConfigFile(file: string): Promise<unknown> {
  return /\.[cm]?[jt]s$/.test(file) ? await importDefault(file) : readJsonFile(file).content
}

let imports = 0

async function importDefault(file: string): Promise<unknown> {
  // Reports a missing file in the same words as for other files.
  readTextFile(file)
  imports += 1
  // Node caches modules by URL, so a changed file needs a new one.
  const address = `${pathToFileURL(resolve(file)).href}?${imports}`
  const module: unknown = await import(/* @vite-ignore */ address).catch((error: unknown) => {
    throw new InputError(whyNotLoaded(error), { field: file, cause: error })
  })
  const content: unknown = await Reflect.get(Object(module), 'default')
  if (content !== undefined) return content
  throw new InputError('expected a default export, as in: export default defineConfig({ quota: 100 })', { field: file })
}

function whyNotLoaded(error: unknown): string {
  const isUnknown = hasCode(error, 'ERR_UNKNOWN_FILE_EXTENSION')
  if (!isUnknown) return `cannot be loaded (${oneLine(error)})`
  return `Node ${process.version} reads no TypeScript; rename the file to .mjs, or use Node 22.18 or later`
}
