import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import module from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { constants, Script } from 'node:vm'

/** How long after the next request the code of a file is kept, in milliseconds: when that is answered, with what answers need compiled. */
const keepAfterMs = 1000

const own = dirname(fileURLToPath(import.meta.url))

/** A file of the program that was compiled without a cache. */
interface Compiled {
  readonly script: Script
  readonly source: Buffer
  readonly path: string
}

/**
 * Has what is compiled of the built program kept for later starts: by Node where it can, from 22.8 on, else in the folder `.cache/cloudsec-fake` of the `node_modules` that the package lies in.
 * Where that cannot be read or written, nothing is kept, and nothing is told. `NODE_DISABLE_COMPILE_CACHE` turns both off, coverage (`NODE_V8_COVERAGE`) the second.
 */
export function enableCompileCache(): void {
  const ofNode: unknown = Reflect.get(module, 'enableCompileCache')
  if (typeof ofNode === 'function') Reflect.apply(ofNode, module, [])
  else if (!('NODE_DISABLE_COMPILE_CACHE' in process.env) && !('NODE_V8_COVERAGE' in process.env)) loadFromCache()
}

/** Loads the files beside this one by what was kept of them; all others as Node does. */
function loadFromCache(): void {
  const { extensions } = module.createRequire(import.meta.url)
  const plain = extensions['.cjs'] ?? extensions['.js']
  const folder = cacheFolder()
  const compiled: Compiled[] = []
  extensions['.cjs'] = (loaded, file) => {
    if (dirname(file) !== own) {
      plain(loaded, file)
      return
    }
    const path = join(folder, `${basename(file)}-${process.version}-${process.arch}`)
    const source = readFileSync(file)
    const cachedData = readKept(path, source)
    const script = compile(file, source, cachedData)
    if (cachedData === undefined || script.cachedDataRejected === true) {
      if (compiled.length === 0) afterRequest(() => keep(compiled.splice(0)))
      compiled.push({ script, source, path })
    }
    const body: unknown = script.runInThisContext()
    const require = (id: string): unknown => loaded.require(id)
    if (typeof body === 'function') {
      Reflect.apply(body, loaded.exports, [loaded.exports, require, loaded, file, own])
    }
  }
}

/** Does something a while after the next request to a server of this process. */
function afterRequest(work: () => void): void {
  const channel = 'http.server.request.start'
  const told = (): void => {
    unsubscribe(channel, told)
    setTimeout(work, keepAfterMs).unref()
  }
  subscribe(channel, told)
}

/** Who can write there can write the program too. */
function cacheFolder(): string {
  const root = join(own, '..', '..')
  const around = dirname(root)
  const modules = basename(around) === 'node_modules' ? around : join(root, 'node_modules')
  return join(modules, '.cache', 'cloudsec-fake')
}

/** Compiles a file as `require` does: its lines and columns are those of the file. */
function compile(filename: string, source: Buffer, cachedData: Buffer | undefined): Script {
  return new Script(`(function (exports, require, module, __filename, __dirname) {\n${source.toString()}\n})`, {
    filename,
    lineOffset: -1,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
}

/** The code that was kept of a file, where it is of this very text: V8 compares no more than the length. */
function readKept(path: string, source: Buffer): Buffer | undefined {
  try {
    const file = openSync(path, 'r')
    try {
      // In a folder that is open to all, a file may be anybody's.
      if (![process.getuid?.(), statSync(own).uid].includes(fstatSync(file).uid)) return undefined
      const kept = readFileSync(file)
      const end = kept.length - source.length
      return kept.subarray(end).equals(source) ? kept.subarray(0, end) : undefined
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** Keeps the code of each file before its text. What ran by now is compiled, and kept too. */
function keep(compiled: readonly Compiled[]): void {
  for (const { script, source, path } of compiled) {
    try {
      // Where no packages are installed, no folder for them is made.
      statSync(dirname(dirname(dirname(path))))
      mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
      writeWhole(path, Buffer.concat([script.createCachedData(), source]))
    } catch {
      return
    }
  }
}

/** Writes a file that nobody sees in part. */
function writeWhole(path: string, content: Buffer): void {
  const temporary = `${path}.${process.pid}`
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o644, flush: true })
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
