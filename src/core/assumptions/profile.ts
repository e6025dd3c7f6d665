import { InputError, problemsIn, quote, throwProblems } from '../lib/input-error.ts'
import { keysOf } from '../lib/keys-of.ts'
import { didYouMean } from '../lib/nearest.ts'
import { type AssumptionId, assumptionIds, type Profile, register } from './register.ts'

/** Choices that differ from the defaults. */
export type Choices = Partial<Profile>

export const defaultProfile = Object.fromEntries(assumptionIds.map((id) => [id, register[id].default])) as Profile

/**
 * Creates a profile, in which every other row has its default.
 * @param refuse gets the problems of the choices, with the nearest known rows and options (it throws an InputError)
 */
export function createProfile(choices: Readonly<Record<string, unknown>> = {}, refuse = throwProblems): Profile {
  const profile: Record<string, string | number> = { ...defaultProfile }
  const readInto = ([id, choice]: readonly [string, unknown]): void => {
    if (choice !== undefined) profile[id] = readChoice(id, choice)
  }
  refuse(problemsIn(Object.entries(choices), readInto))
  return profile as Profile
}

/** Checks choices of a user. @throws InputError as `createProfile` does */
export function readChoices(choices: Readonly<Record<string, unknown>>): Choices {
  return pickChoices(createProfile(choices), (id) => Object.hasOwn(choices, id))
}

/** The row in which choices leave a locked option, or choose one by a scenario, which may end; undefined for none. */
export function lockedRow(choices: Choices, profile: Profile, byScenario: boolean): AssumptionId | undefined {
  return keysOf(choices).find((id) => {
    const { locked = [] } = register[id]
    const [now, later] = [profile[id], choices[id]]
    return later !== now && locked.some((option) => option === now || (byScenario && option === later))
  })
}

/** Refuses choices that leave a locked option, or choose one by a scenario. @param profile before them. @throws InputError */
export function rejectLocked(choices: Choices, profile: Profile, byScenario = false): void {
  const id = lockedRow(choices, profile, byScenario)
  if (id === undefined) return
  const { locked = [] } = register[id]
  throw new InputError(
    `assumption ${id}: ${choices[id]} cannot replace ${profile[id]}: a sandbox keeps ${locked.join(' or ')} until its reset, and no scenario can choose it`,
  )
}

export function nonDefaultChoices(profile: Profile): Choices {
  return pickChoices(profile, (id) => profile[id] !== defaultProfile[id])
}

function pickChoices(profile: Profile, isPicked: (id: AssumptionId) => boolean): Choices {
  return Object.fromEntries(assumptionIds.filter(isPicked).map((id) => [id, profile[id]]))
}

function readChoice(id: string, choice: unknown): string | number {
  if (!isAssumptionId(id)) throw unknownAssumption(id)
  const { options } = register[id]
  const written = typeof choice === 'number' ? String(choice) : choice
  if (options === 'whole_number') {
    const number = typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : 0
    if (number >= 1 && Number.isSafeInteger(number)) return number
    throw new InputError(`assumption ${id}: expected a whole number of at least 1, got ${quote(choice)}`)
  }
  if (typeof written === 'string' && Object.hasOwn(options, written)) return written
  throw new InputError(`assumption ${id}: expected one of ${Object.keys(options).join(', ')}, got ${quote(choice)}`)
}

export function unknownAssumption(id: string): InputError {
  return new InputError(`assumption ${quote(id)} is not in the register.${didYouMean(id, assumptionIds)}`)
}

export function isAssumptionId(id: string): id is AssumptionId {
  return Object.hasOwn(register, id)
}
