import * as z from 'zod/mini'

import type { Answer, Client, Way } from './fake.ts'
import type { Send } from './scenarios.ts'

/** A fake with one active scenario. */
export interface Scene extends Client {
  readonly way: Way
  readonly send: Send
}

/** Checks what a client sees of a scenario that was just switched on. */
export type Show = (scene: Scene) => Promise<void>

/** The quota in the headers of an answer. */
export const rateOf = ({ headers }: Answer): readonly number[] =>
  ['limit', 'remaining', 'reset'].map((name) => Number(headers.get(`x-rate-limit-${name}`)))

export const created = z.looseObject({
  data: z.looseObject({ id: z.string(), estimated_completion_time: z.optional(z.string()) }),
})
