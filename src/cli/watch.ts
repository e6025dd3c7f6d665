import { once } from 'node:events'
import { basename, dirname, resolve } from 'node:path'

import type { FSWatcher } from 'chokidar'

import type { Log } from '../lib/log.ts'
import { waitOnWall } from '../time/clock.ts'
import { needsRestart, type Settings } from './config/settings.ts'
import { oneLine } from './format/failure.ts'

type Reload = 'scenarios' | 'all'

/** The watched paths, which are absolute; undefined where there is none. */
type Watched = Readonly<Record<'config' | 'fixtures' | 'scenarios', string | undefined>>

export interface WatchOptions {
  readonly started: Settings
  /** Reads the options of the start again. @throws InputError */
  readonly read: () => Settings
  /** Has the fake read its files again; an error leaves it as it was. */
  readonly reload: (settings: Settings, what: Reload) => Promise<void>
  readonly log: Log
}

/** Time that files must be unchanged before a reload, since a program may write several. */
const quietMs = 100

/**
 * Reloads a fake when its files change. A file that cannot be used changes nothing; the log says why.
 * @returns a function that ends the watch
 */
export async function startWatching({ started, read, reload, log }: WatchOptions): Promise<() => Promise<void>> {
  let current = started
  let watched = watchedBy(started)
  if (foldersAbove(watched).length === 0) {
    log.warn('nothing to watch: there is no configuration file, and no folder of fixtures or scenarios was named')
    return async () => {}
  }
  /** The reload to do. A failed one stays here: a change of another file may repair it. */
  let owed: Reload | undefined
  const changed = new Set<string>()
  let quiet = new AbortController()
  let work = Promise.resolve()

  const run = async (): Promise<void> => {
    if (owed === undefined) return
    const [what, files] = [owed, [...changed]]
    owed = undefined
    changed.clear()
    try {
      const next = what === 'all' ? read() : current
      // The watch begins before the read, so that no change in between is missed.
      if (what === 'all') await follow(watchedBy(next))
      await reload(next, what)
      current = next
      log.info(describeReload(what, files))
      warn(log, needsRestart(started, next))
    } catch (error) {
      owed = widest(owed, what)
      log.error(`not reloaded, nothing changes: ${oneLine(error)}`)
    }
  }
  const notice = async (path: string): Promise<void> => {
    const what = reloadFor(path, watched)
    if (what === undefined) return
    owed = widest(owed, what)
    changed.add(path)
    quiet.abort()
    quiet = new AbortController()
    if (await isQuiet(quiet.signal)) work = work.then(run)
  }
  const open = (paths: Watched): Promise<FSWatcher> => openWatcher(paths, (path) => void notice(path), log)
  const follow = async (next: Watched): Promise<void> => {
    if (JSON.stringify(watched) === JSON.stringify(next)) return
    const [old, before] = [watcher, watched]
    watched = next
    try {
      watcher = await open(next)
    } catch (error) {
      watched = before
      throw error
    }
    await old.close()
  }
  let watcher = await open(watched)
  return async () => {
    quiet.abort()
    await work
    await watcher.close()
  }
}

function isQuiet(signal: AbortSignal): Promise<boolean> {
  return waitOnWall(quietMs, signal).then(
    () => true,
    () => false,
  )
}

/** Opens a watcher, and waits until it is ready. @throws Error if the system allows no more watches */
async function openWatcher(watched: Watched, notice: (path: string) => void, log: Log): Promise<FSWatcher> {
  const { watch } = await import('chokidar')
  const folders = foldersAbove(watched)
  const watcher = watch(folders, {
    ignoreInitial: true,
    depth: 1,
    ignored: (path) => !folders.includes(path) && reloadFor(path, watched) === undefined,
  })
  watcher.on('all', (_event, path) => notice(path))
  try {
    await once(watcher, 'ready')
  } catch (error) {
    await watcher.close()
    throw error
  }
  watcher.on('error', (error) => log.warn(`cannot watch: ${oneLine(error)}`))
  return watcher
}

function warn(log: Log, names: readonly string[]): void {
  if (names.length > 0) log.warn(`${names.join(', ')}: changed, takes effect at the next start`)
}

function watchedBy({ configFile, options: { fixtures, scenarios } }: Settings): Watched {
  const absolute = (path: string | undefined): string | undefined => path && resolve(path)
  return { config: absolute(configFile), fixtures: absolute(fixtures), scenarios: absolute(scenarios) }
}

/**
 * The folders that hold the watched paths. The watch is on them, since only the folder above notices that a file or folder
 * is deleted and created again.
 */
function foldersAbove(watched: Watched): string[] {
  return [...new Set(Object.values(watched).flatMap((path) => (path === undefined ? [] : [dirname(path)])))]
}

/** The reload that a change needs; undefined for none. @param path the absolute path of the file or folder */
function reloadFor(path: string, { config, fixtures, scenarios }: Watched): Reload | undefined {
  const isIn = (folder: string | undefined): boolean =>
    path === folder || (dirname(path) === folder && path.endsWith('.json'))
  if (path === config || isIn(fixtures)) return 'all'
  return isIn(scenarios) ? 'scenarios' : undefined
}

function widest(one: Reload | undefined, other: Reload | undefined): Reload | undefined {
  return one === 'all' || other === 'all' ? 'all' : (one ?? other)
}

/** A reload in one line. @param paths the files that changed */
function describeReload(what: Reload, paths: Iterable<string>): string {
  const files = [...new Set([...paths].map((path) => basename(path)))].toSorted().join(', ')
  return what === 'all'
    ? `reloaded everything, each sandbox is reset (changed: ${files})`
    : `reloaded the scenarios (changed: ${files})`
}
