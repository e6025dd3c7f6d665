import { computed, signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

import type { AssumptionInfo } from '../../../src/core/control/endpoints/assumptions.ts'
import type { Summary } from '../../../src/core/control/endpoints/state.ts'
import { api, useAnswer } from './api.ts'
import { sandboxName } from './place.ts'
import { summary } from './summary.ts'
import type { RequestSummary } from './traffic.ts'

/** The option in effect for an assumption. */
export type Choice = AssumptionInfo['choice']

/** Reads the register with the choices in effect. */
export const readAssumptions = async (sandbox = sandboxName): Promise<readonly AssumptionInfo[]> =>
  (await api('GET /assumptions', { sandbox })).items

export const isChanged = (row: AssumptionInfo): boolean => row.choice !== row.default

/** A sandbox that is never created, because only reads name it: it answers like every sandbox at its start. */
const pristineSandbox = 'as-at-the-start-of-the-fake'

/** The choices at the start of the fake; undefined until they are known. */
const atStart = signal<Summary['assumptions'] | undefined>(undefined)

/** How many choices of the sandbox changed since the start of the fake. */
export const changedCount = computed((): number => {
  const [start, now] = [atStart.value, summary.value?.assumptions]
  if (start === undefined || now === undefined) return 0
  return Object.keys({ ...start, ...now }).filter((id) => start[id] !== now[id]).length
})

/** Loads the choices at the start of the fake, once for the page. */
export function useChoicesAtStart(): void {
  const { value, error } = useAnswer('GET /', { sandbox: pristineSandbox }, { isFixed: true })
  useEffect(() => {
    if (value !== undefined || error !== undefined) atStart.value = value?.assumptions ?? {}
  }, [value, error])
}

/** The sections that leave an assumption open (`§4.1, §4.3`). */
export const sectionText = (section: string): string => `§${section.replaceAll(', ', ', §')}`

/** True for an assumption that takes any whole number in place of options. */
export const takesNumber = ({ options }: AssumptionInfo): boolean => options.includes('whole_number')

/** The number of requests of a sandbox that depended on each assumption. */
export function usesIn(requests: readonly RequestSummary[], sandbox: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const request of requests) {
    if (request.sandbox !== sandbox) continue
    for (const id of request.assumptions) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Chooses options of assumptions, by id. @throws Refusal, or Error if an active scenario overrides a choice */
export async function choose(choices: Readonly<Record<string, Choice>>, sandbox = sandboxName): Promise<void> {
  const { items } = await api('PATCH /assumptions', { body: choices, sandbox })
  const other = items.find(({ id, choice }) => id in choices && String(choice) !== String(choices[id]))
  if (other === undefined) return
  throw new Error(
    `A scenario that is on chooses ${other.choice} for ${other.id}, whatever you choose. Switch it off first.`,
  )
}
