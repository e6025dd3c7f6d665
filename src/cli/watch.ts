import { once } from 'node:events'
import { basename, dirname, resolve } from 'node:path'

import type { Command } from 'commander'

import type { Core } from '../core/app/create-core.ts'
import { keysOf } from '../core/lib/keys-of.ts'
import { waitOnWall } from '../core/time/clock.ts'
import { withSource, readSettings, type Settings } from './config/settings.ts'
import { oneLine } from './io.ts'

type Watched = Pick<Core, 'reload' | 'log'>

/** Files must be unchanged this long before a reload, because a program may write several. */
const quietMs = 100

/** Reloads a fake when its files change. An invalid file changes nothing; the log says why. @returns a function that stops watching */
export async function startWatching(command: Command, started: Settings, core: Watched): Promise<() => Promise<void>> {
  const { log } = core
  const { configFile, options } = started
  const paths = [configFile, options.fixtures, options.scenarios].map((path) => path && resolve(path))
  const [, , scenarios] = paths
  // Watches the parent folders, because only they notice that a file or folder is deleted and created again.
  const folders = [...new Set(paths.flatMap((path) => (path === undefined ? [] : [dirname(path)])))]
  if (folders.length === 0) {
    log.warn('nothing to watch: there is no configuration file, and no folder of fixtures or scenarios was named')
    return async () => {}
  }
  let current = started
  /** The files to reload. After a failed reload they stay, because a change of another file may fix it. */
  const changed = new Set<string>()
  let changeCount = 0
  let work = Promise.resolve()

  const run = async (): Promise<void> => {
    // The previous run may have reloaded its files already.
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
      const serviceOptions = (['journalFile', 'upstream', 'upstreamKey', 'allowWrites'] as const).filter(
        (name) => next.options[name] !== started.options[name],
      )
      const later = [...keysOf(next.listen).filter(isChanged), ...serviceOptions]
      if (later.length > 0) log.warn(`${later.join(', ')}: changed, takes effect at the next start`)
    } catch (error) {
      for (const file of files) changed.add(file)
      log.error(`not reloaded, nothing changed: ${oneLine(withSource(command, configFile, error))}`)
    }
  }
  const onChange = async (path: string): Promise<void> => {
    changed.add(path)
    const own = (changeCount += 1)
    await waitOnWall(quietMs)
    if (own === changeCount) work = work.then(run)
  }
  const isWatched = (path: string): boolean => paths.some((watched) => isOf(watched, path))
  const { watch } = await import('chokidar')
  const watcher = watch(folders, {
    ignoreInitial: true,
    depth: 1,
    ignored: (path) => !folders.includes(path) && !isWatched(path),
  })
  watcher.on('all', (_event, path) => {
    if (isWatched(path)) void onChange(path)
  })
  await once(watcher, 'ready').catch(async (error: unknown) => {
    await watcher.close()
    throw error
  })
  watcher.on('error', (error) => log.warn(`cannot watch: ${oneLine(error)}`))
  return async () => {
    // Cancels changes that still wait for `quietMs`.
    changeCount += 1
    await work
    await watcher.close()
  }
}

/** True for a path itself, and for a JSON file in it. */
function isOf(watched: string | undefined, path: string): boolean {
  return path === watched || (dirname(path) === watched && path.endsWith('.json'))
}
