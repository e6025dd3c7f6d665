import { signal } from '@preact/signals'

import type { Chosen } from './filters.tsx'

/** The part of an area that a person looks at. */
export interface Choice {
  /** The filters, as they are typed. */
  readonly chosen: Chosen
  /** The filters that the list has. */
  readonly applied: Chosen
  readonly size: number
  readonly offset: number
}

const noFilters: Chosen = {}
const first: Choice = { chosen: noFilters, applied: noFilters, size: 50, offset: 0 }

/** The choices by area. They stay when the view is left. */
const choices = signal<Readonly<Record<string, Choice>>>({})

export const choiceOf = (area: string): Choice => choices.value[area] ?? first

export function choose(area: string, part: Partial<Choice>): void {
  choices.value = { ...choices.value, [area]: { ...choiceOf(area), ...part } }
}
