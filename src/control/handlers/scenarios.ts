import type { ScenarioState } from '../../scenarios/manager.ts'
import type { scenarioEndpoints } from '../endpoints/scenarios.ts'
import type { Handlers } from '../route.ts'
import { verifyFired } from '../verify.ts'

/** A scenario with its state and the counts of its rules. */
function toScenario({ loaded, active, rules }: ScenarioState) {
  const { $schema: _, ...definition } = loaded.definition
  return {
    ...definition,
    active,
    source: loaded.source,
    rules: rules.map(({ compiled, matches, hits }) => ({
      ...compiled.definition,
      phase: compiled.stage,
      matches,
      hits,
    })),
  }
}

export const scenarioHandlers: Handlers<typeof scenarioEndpoints> = {
  listScenarios: ({ sandbox: { scenarios } }) => ({ items: scenarios.list().map(toScenario) }),
  showScenario: ({ sandbox: { scenarios }, path }) => toScenario(scenarios.show(path.name)),
  switchScenarioOn: ({ sandbox: { scenarios }, path }) => {
    scenarios.on([path.name])
    return toScenario(scenarios.show(path.name))
  },
  switchScenarioOff: ({ sandbox: { scenarios }, path }) => {
    scenarios.off([path.name])
    return toScenario(scenarios.show(path.name))
  },
  switchAllOff: ({ sandbox: { scenarios } }) => {
    scenarios.off()
    return { items: scenarios.list().map(toScenario) }
  },
  defineScenario: ({ sandbox: { scenarios }, body }) => toScenario(scenarios.show(scenarios.define(body))),
  verifyScenarios: ({ sandbox }) => ({ scenarios: verifyFired(sandbox) }),
}
