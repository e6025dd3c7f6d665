import { once } from 'node:events'

import type { FSWatcher } from 'chokidar'

import type { Log } from '../lib/log.ts'
import { waitOnWall } from '../time/clock.ts'
import { needsRestart, type Settings } from './config/settings.ts'
import { oneLine } from './format/one-line.ts'
import {
  describeReload,
  foldersAbove,
  isSame,
  type Reload,
  reloadFor,
  type Watched,
  watchedBy,
  widest,
} from './reload.ts'

/** What watching needs. */
export interface WatchOptions {
  readonly started: Settings
  /** Reads what the start was told once more. @throws InputError */
  readonly read: () => Settings
  /** Has the fake read its files anew; where that throws, it has changed nothing. */
  readonly reload: (settings: Settings, what: Reload) => Promise<void>
  readonly log: Log
}

/** How long files have to be left alone: whoever writes several has written them then. */
const quietMs = 100

/**
 * Reloads a fake whenever the files change that it was started with. A file that cannot be used is told in the log; then
 * what was read before stays.
 * @returns what ends it
 */
export async function startWatching({ started, read, reload, log }: WatchOptions): Promise<() => Promise<void>> {
  let current = started
  let watched = watchedBy(started)
  if (foldersAbove(watched).length === 0) {
    log.warn('nothing to watch: there is no configuration file, and no folder of fixtures or scenarios was named')
    return async () => {}
  }
  /** What failed stays owed: the file that mends it may be another one. */
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
      // What is named now is watched before it is read: nothing that happens in between is missed.
      if (what === 'all') await follow(watchedBy(next))
      await reload(next, what)
      current = next
      log.info(describeReload(what, files))
      warn(log, needsRestart(started, next))
    } catch (error) {
      owed = widest(owed, what)
      log.error(`not reloaded, what was read before stays: ${oneLine(error)}`)
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
    if (isSame(watched, next)) return
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

/** Watches until it is closed. @returns once nothing is missed any more. @throws Error where the system lets nobody watch */
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
