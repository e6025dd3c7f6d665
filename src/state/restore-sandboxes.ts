import { lazily } from '../lib/lazily.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { digest, managerState } from '../scenarios/manager-state.ts'
import type { SavedState } from './state-document.ts'

/** Names of scenarios that are not as they were saved. */
interface OtherScenarios {
  /** They have another definition. */
  readonly changed: ReadonlySet<string>
  readonly missing: ReadonlySet<string>
}

/**
 * Restores the sandboxes of a file. As after a reload, a scenario with another definition begins at 0, and a missing one goes off.
 * @param sandboxes those of a new fake
 * @throws InputError for a state that cannot be used
 */
export function restoreSandboxes(sandboxes: Sandboxes, saved: SavedState): OtherScenarios {
  const [changed, missing] = [new Set<string>(), new Set<string>()]
  const { scenarios: shared } = sandboxes.default
  const library = lazily(() => new Map(shared.list().map(({ loaded }) => [loaded.definition.name, loaded])))
  const fitted = saved.sandboxes.map((one) => {
    const { data: state } = managerState.safeParse(one.parts['scenarios'])
    // The sandbox says why.
    if (state === undefined) return one
    const own = new Set(state.inline.map((definition) => (isJsonObject(definition) ? definition['name'] : undefined)))
    const active = state.active.flatMap((known) => {
      const { name } = known
      const loaded = library().get(name)
      if (loaded === undefined ? own.has(name) : digest(loaded) === known.definition) return known
      ;(loaded === undefined ? missing : changed).add(name)
      if (loaded === undefined || !state.on.includes(name)) return []
      const rules = loaded.rules.map(() => ({ matches: 0, hits: 0 }))
      return { ...known, definition: digest(loaded), rules, quotas: undefined }
    })
    const on = state.on.filter((name) => !missing.has(name) || own.has(name))
    return { ...one, parts: { ...one.parts, scenarios: { ...state, active, on } } }
  })
  const { isClean, names } = saved
  sandboxes.restore(fitted, { ...names, uncleanEnds: names.uncleanEnds + (isClean ? 0 : 1) })
  for (const { scenarios } of changed.size === 0 ? [] : sandboxes.list()) {
    scenarios.on(scenarios.active.filter((name) => changed.has(name)))
  }
  return { changed, missing }
}
