import { once } from 'node:events'
import { basename, dirname, resolve } from 'node:path'

import type { Command } from 'commander'

import type { Core } from '../app/create-core.ts'
import { keysOf } from '../lib/keys-of.ts'
import { waitOnWall } from '../time/clock.ts'
import { namingSource, readSettings, type Settings } from './config/settings.ts'
import { oneLine } from './io.ts'

type Watched = Pick<Core, 'reload' | 'log'>

/** Time that files must be unchanged before a reload, since a program may write several. */
const quietMs = 100

/** Reloads a fake when its files change. A file that cannot be used changes nothing; the log says why. @returns what ends that */
export async function startWatching(command: Command, started: Settings, core: Watched): Promise<() => Promise<void>> {
  const { log } = core
  const { configFile, options } = started
  const paths = [configFile, options.fixtures, options.scenarios].map((path) => path && resolve(path))
  const [, , scenarios] = paths
  // The watch is on the folders above, since only they notice that a file or folder is deleted and created again.
  const folders = [...new Set(paths.flatMap((path) => (path === undefined ? [] : [dirname(path)])))]
  if (folders.length === 0) {
    log.warn('nothing to watch: there is no configuration file, and no folder of fixtures or scenarios was named')
    return async () => {}
  }
  let current = started
  /** The files to read again. Those of a failed reload stay here: a change of another file may repair it. */
  const changed = new Set<string>()
  let notices = 0
  let work = Promise.resolve()

  const run = async (): Promise<void> => {
    // A run that waited for the one before it may find its files reloaded.
    if (changed.size === 0) return
    const files = [...changed]
    changed.clear()
    const isScenarios = files.every((file) => isOf(scenarios, file))
    try {
      const next = isScenarios ? current : await readSettings(command, configFile)
      await core.reload({ ...next.options, log }, isScenarios ? 'scenarios' : 'all')
      current = next
      const what = isScenarios ? 'the scenarios' : 'everything, each sandbox is reset'
      const names = [...new Set(files.map((file) => basename(file)))].toSorted().join(', ')
      log.info(`reloaded ${what} (changed: ${names})`)
      const isChanged = (name: keyof typeof started.listen): boolean =>
        JSON.stringify(next.listen[name]) !== JSON.stringify(started.listen[name])
      const ofService = (['upstream', 'upstreamKey', 'allowWrites'] as const).filter(
        (name) => next.options[name] !== started.options[name],
      )
      const later = [...keysOf(next.listen).filter(isChanged), ...ofService]
      if (later.length > 0) log.warn(`${later.join(', ')}: changed, takes effect at the next start`)
    } catch (error) {
      for (const file of files) changed.add(file)
      log.error(`not reloaded, nothing changes: ${oneLine(namingSource(command, configFile, error))}`)
    }
  }
  const notice = async (path: string): Promise<void> => {
    changed.add(path)
    const own = (notices += 1)
    await waitOnWall(quietMs)
    if (own === notices) work = work.then(run)
  }
  const isWatched = (path: string): boolean => paths.some((watched) => isOf(watched, path))
  const { watch } = await import('chokidar')
  const watcher = watch(folders, {
    ignoreInitial: true,
    depth: 1,
    ignored: (path) => !folders.includes(path) && !isWatched(path),
  })
  watcher.on('all', (_event, path) => {
    if (isWatched(path)) void notice(path)
  })
  await once(watcher, 'ready').catch(async (error: unknown) => {
    await watcher.close()
    throw error
  })
  watcher.on('error', (error) => log.warn(`cannot watch: ${oneLine(error)}`))
  return async () => {
    // No notice that still waits is the last one.
    notices += 1
    await work
    await watcher.close()
  }
}

/** True for a path itself, and for a JSON file in it. */
function isOf(watched: string | undefined, path: string): boolean {
  return path === watched || (dirname(path) === watched && path.endsWith('.json'))
}
