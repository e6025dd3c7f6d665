import { basename, dirname, resolve } from 'node:path'

import type { Settings } from './config/settings.ts'

/** How much is read anew: the scenario files alone, or everything. */
export type Reload = 'scenarios' | 'all'

/** What is watched, as absolute paths; undefined for what there is none of. */
export type Watched = Readonly<Record<'config' | 'fixtures' | 'scenarios', string | undefined>>

/** What is watched of what a start was told. */
export function watchedBy({ configFile, options: { fixtures, scenarios } }: Settings): Watched {
  const absolute = (path: string | undefined): string | undefined => path && resolve(path)
  return { config: absolute(configFile), fixtures: absolute(fixtures), scenarios: absolute(scenarios) }
}

/** Whether the same paths are watched. */
export function isSame(one: Watched, other: Watched): boolean {
  return one.config === other.config && one.fixtures === other.fixtures && one.scenarios === other.scenarios
}

/**
 * The folders to look into, one level deep: those that hold what is watched, since a folder or file that is deleted and made
 * anew is noticed from above alone.
 */
export function foldersAbove(watched: Watched): string[] {
  return [...new Set(Object.values(watched).flatMap((path) => (path === undefined ? [] : [dirname(path)])))]
}

/** How much has to be read anew where a file or folder changed; undefined for nothing. @param path absolute */
export function reloadFor(path: string, { config, fixtures, scenarios }: Watched): Reload | undefined {
  const isIn = (folder: string | undefined): boolean =>
    path === folder || (dirname(path) === folder && path.endsWith('.json'))
  if (path === config || isIn(fixtures)) return 'all'
  return isIn(scenarios) ? 'scenarios' : undefined
}

/** The wider of two. */
export function widest(one: Reload | undefined, other: Reload | undefined): Reload | undefined {
  return one === 'all' || other === 'all' ? 'all' : (one ?? other)
}

/** What was reloaded, in one line. @param paths of the files that changed */
export function describeReload(what: Reload, paths: Iterable<string>): string {
  const files = [...new Set([...paths].map((path) => basename(path)))].toSorted().join(', ')
  return what === 'all'
    ? `reloaded everything, each sandbox is reset (changed: ${files})`
    : `reloaded the scenarios (changed: ${files})`
}
