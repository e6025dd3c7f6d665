import { readChoices } from '../../assumptions/profile.ts'
import { assumptionIds, type Profile, register } from '../../assumptions/register.ts'
import type { Row } from '../../assumptions/row.ts'
import { assumptionEndpoints } from '../endpoints/assumptions.ts'
import { toRoutes } from '../route.ts'

function toAssumptions(profile: Profile) {
  const items = assumptionIds.map((id) => {
    const { section, question, options, default: usual, reason }: Row = register[id]
    const effects = options === 'whole_number' ? {} : options
    const names = options === 'whole_number' ? [options] : Object.keys(options)
    return { id, section, question, options: names, effects, default: usual, choice: profile[id], reason }
  })
  return { items }
}

export const assumptionRoutes = toRoutes(assumptionEndpoints, {
  listAssumptions: ({ sandbox: { scenarios } }) => toAssumptions(scenarios.settings.profile),
  changeAssumptions: ({ sandbox: { scenarios }, body }) => {
    scenarios.choose(readChoices(body))
    return toAssumptions(scenarios.settings.profile)
  },
})
