import { logWarnings } from '../../scenarios/library.ts'
import type { ScenarioState } from '../../scenarios/manager.ts'
import { formatExact } from '../../time/instant.ts'
import type { scenarioEndpoints } from '../endpoints/scenarios.ts'
import type { Handlers } from '../route.ts'

/** A scenario with its state and the counts of its rules. */
function toScenario({ loaded, active, sinceMs, rules }: ScenarioState) {
  const { $schema: _, ...definition } = loaded.definition
  const { source, warnings } = loaded
  return {
    ...definition,
    active,
    source,
    ...(sinceMs === undefined ? {} : { since: formatExact(sinceMs) }),
    rules: rules.map(({ compiled, matches, hits }, at) => ({
      ...definition.rules?.[at],
      phase: compiled.stage,
      matches,
      hits,
    })),
    ...(warnings.length === 0 ? {} : { warnings }),
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
  defineScenario: ({ service: { log }, sandbox: { scenarios }, body }) => {
    const defined = scenarios.show(scenarios.define(body))
    logWarnings(defined.loaded, log)
    return toScenario(defined)
  },
}
