import { basename, dirname, resolve } from 'node:path'

import type { Settings } from './config/settings.ts'

export type Reload = 'scenarios' | 'all'

/** The watched paths, which are absolute; undefined where there is none. */
export type Watched = Readonly<Record<'config' | 'fixtures' | 'scenarios', string | undefined>>

export function watchedBy({ configFile, options: { fixtures, scenarios } }: Settings): Watched {
  const absolute = (path: string | undefined): string | undefined => path && resolve(path)
  return { config: absolute(configFile), fixtures: absolute(fixtures), scenarios: absolute(scenarios) }
}

export function isSame(one: Watched, other: Watched): boolean {
  return one.config === other.config && one.fixtures === other.fixtures && one.scenarios === other.scenarios
}

/**
 * The folders that hold the watched paths. The watch is on them, since only the folder above notices that a file or folder
 * is deleted and created again.
 */
export function foldersAbove(watched: Watched): string[] {
  return [...new Set(Object.values(watched).flatMap((path) => (path === undefined ? [] : [dirname(path)])))]
}

/** The reload that a change needs; undefined for none. @param path the absolute path of the file or folder */
export function reloadFor(path: string, { config, fixtures, scenarios }: Watched): Reload | undefined {
  const isIn = (folder: string | undefined): boolean =>
    path === folder || (dirname(path) === folder && path.endsWith('.json'))
  if (path === config || isIn(fixtures)) return 'all'
  return isIn(scenarios) ? 'scenarios' : undefined
}

export function widest(one: Reload | undefined, other: Reload | undefined): Reload | undefined {
  return one === 'all' || other === 'all' ? 'all' : (one ?? other)
}

/** A reload in one line. @param paths the files that changed */
export function describeReload(what: Reload, paths: Iterable<string>): string {
  const files = [...new Set([...paths].map((path) => basename(path)))].toSorted().join(', ')
  return what === 'all'
    ? `reloaded everything, each sandbox is reset (changed: ${files})`
    : `reloaded the scenarios (changed: ${files})`
}
