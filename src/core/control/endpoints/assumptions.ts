import * as z from 'zod/mini'

import type { Choices } from '../../assumptions/profile.ts'
import type { Call } from '../client/call.ts'
import { collectionOf, component, get, namedObject, patch } from './endpoint.ts'

const choice = () => z.union([z.string(), z.number()])

const assumptionInfo = namedObject('Assumption', () => ({
  id: z.string(),
  section: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  /** The behaviour of the fake under each named option. */
  effects: z.record(z.string(), z.string()),
  default: choice(),
  choice: choice(),
  reason: z.string(),
}))

/** A row of the assumption register, with the choice in effect. A row that takes any whole number has one option, `whole_number`. */
export type AssumptionInfo = z.infer<ReturnType<typeof assumptionInfo>>

export const choices = component('Choices', () => z.record(z.string(), choice()))

const assumptions = collectionOf(assumptionInfo)

export const assumptionEndpoints = {
  listAssumptions: get('/assumptions', 'Lists the register with the choices in effect', {
    answer: assumptions,
    commands: {
      'assumptions list': { columns: ['id', 'choice', 'default', 'question'] },
      'assumptions show <id>': { about: 'show an assumption with its options' },
    },
  }),
  changeAssumptions: patch('/assumptions', 'Changes choices, all or none', {
    body: choices,
    answer: assumptions,
    commands: { 'assumptions set <id=option...>': {} },
  }),
}

export const createAssumptionControl = (call: Call) => ({
  list: async (): Promise<readonly AssumptionInfo[]> => (await call(assumptionEndpoints.listAssumptions, {})).items,
  /**
   * @example
   * ```ts
   * await fake.assumptions.set({ errorStatus: '422' })
   * ```
   */
  set: async (choices: Choices): Promise<void> =>
    void (await call(assumptionEndpoints.changeAssumptions, { body: choices })),
})
