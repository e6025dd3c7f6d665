import { go, route } from '../../state/route.ts'

/** Choices of the view, which its address has. */
interface Choices {
  /** Ids of verdicts that do not count. */
  readonly allow: readonly string[]
  /** The shortest pause between two polls, as typed; empty for the default. */
  readonly pollEvery: string
}

export function choices(): Choices {
  const { allow = '', pollEvery = '' } = route.value.query
  return { allow: allow.split(',').filter((id) => id !== ''), pollEvery }
}

/** Opens a verdict, or none, with some choices changed. */
export function choose(item: string | undefined, changed: Partial<Choices> = {}): void {
  const { allow, pollEvery } = { ...choices(), ...changed }
  go('conduct', item, { allow: allow.join(','), pollEvery })
}
