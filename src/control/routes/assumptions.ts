import { readChoices } from '../../assumptions/profile.ts'
import { assumptionIds, type Profile, register } from '../../assumptions/register.ts'
import type { Row } from '../../assumptions/row.ts'
import { defineBodyRoute, defineRoute } from '../route.ts'
import { assumptionSchema, choicesSchema, collectionOf } from '../schemas.ts'

const assumptions = collectionOf(assumptionSchema)

function toAssumptions(profile: Profile) {
  const items = assumptionIds.map((id) => {
    const { section, question, options, default: usual, reason }: Row = register[id]
    const names = options === 'whole_number' ? [options] : Object.keys(options)
    return { id, section, question, options: names, default: usual, choice: profile[id], reason }
  })
  return { items }
}

/** The assumption register, as a sandbox has it. */
export const assumptionRoutes = [
  defineRoute({
    id: 'listAssumptions',
    method: 'GET',
    path: '/assumptions',
    summary: 'the register, with the choices that hold',
    answer: assumptions,
    handle: ({ sandbox: { scenarios } }) => toAssumptions(scenarios.settings.profile),
  }),
  defineBodyRoute({
    id: 'changeAssumptions',
    method: 'PATCH',
    path: '/assumptions',
    summary: 'changes choices: all of them or none',
    body: choicesSchema,
    answer: assumptions,
    handle: ({ sandbox: { scenarios }, body }) => {
      scenarios.choose(readChoices(body))
      return toAssumptions(scenarios.settings.profile)
    },
  }),
]
