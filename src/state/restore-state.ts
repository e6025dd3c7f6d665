import { InputError, quote } from '../lib/input-error.ts'
import { lazily } from '../lib/lazily.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { digest, managerState } from '../scenarios/manager-state.ts'
import { readState, type SavedState } from './state-document.ts'
import type { Kept } from './state-file.ts'

/** Restores the sandboxes of a file, and logs what is not as it was. @throws InputError that says what to do */
export function restoreState(path: string, { sandboxes, version, log }: Kept): void {
  const { saved, warnings } = withAdvice(path, () => {
    const saved = readState(path, sandboxes.default, version)
    return { saved, warnings: restoreSandboxes(sandboxes, saved) }
  })
  const ended = saved.isClean ? '' : '; the fake that saved it was killed, or still runs'
  log.info(`state: ${quote(path)} is read, with sandboxes: ${saved.sandboxes.length}${ended}`)
  if (warnings.length > 0) log.warn(`state: ${quote(path)}: ${warnings.join('; ')}`)
}

function withAdvice<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const field = quote(path)
    const { message } = error.field === path ? error.about(field) : new InputError(error.message, { field })
    throw new InputError(`${message.replace(/\.$/, '')}; name another file to begin with a new state`, { cause: error })
  }
}

/**
 * Restores the sandboxes. As after a reload, a scenario with another definition begins at 0, and a missing one goes off.
 * @returns what is not as it was
 * @throws InputError for a state that cannot be used
 */
function restoreSandboxes(sandboxes: Sandboxes, saved: SavedState): readonly string[] {
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
  return [
    ...(changed.size === 0 ? [] : [`changed scenarios begin at 0: ${[...changed].join(', ')}`]),
    ...(missing.size === 0 ? [] : [`missing scenarios are off: ${[...missing].join(', ')}`]),
  ]
}
