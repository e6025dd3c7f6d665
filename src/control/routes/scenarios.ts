import * as z from 'zod/mini'

import type { ScenarioState } from '../../scenarios/manager.ts'
import { defineBodyRoute, defineRoute } from '../route.ts'
import { collectionOf, scenarioSchema } from '../schemas.ts'

/** A scenario as the control plane shows it: its definition, with what its rules counted. */
function toScenario({ loaded, active, rules }: ScenarioState) {
  const { $schema: _, ...definition } = loaded.definition
  return {
    ...definition,
    active,
    source: loaded.source,
    rules: rules.map(({ compiled, matches, hits }) => ({
      ...compiled.definition,
      phase: compiled.phase,
      matches,
      hits,
    })),
  }
}

const scenarios = collectionOf(scenarioSchema)

/** The scenarios of a sandbox. */
export const scenarioRoutes = [
  defineRoute({
    id: 'listScenarios',
    method: 'GET',
    path: '/scenarios',
    summary: 'all scenarios, with which are on and what their rules counted',
    answer: scenarios,
    handle: ({ sandbox: { scenarios } }) => ({ items: scenarios.list().map(toScenario) }),
  }),
  defineRoute({
    id: 'showScenario',
    method: 'GET',
    path: '/scenarios/{name}',
    summary: 'one scenario',
    answer: scenarioSchema,
    handle: ({ sandbox: { scenarios }, name }) => toScenario(scenarios.show(name)),
  }),
  defineRoute({
    id: 'switchScenarioOn',
    method: 'PUT',
    path: '/scenarios/{name}',
    summary: 'switches a scenario on, its counts at 0',
    answer: scenarioSchema,
    handle: ({ sandbox: { scenarios }, name }) => {
      scenarios.on([name])
      return toScenario(scenarios.show(name))
    },
  }),
  defineRoute({
    id: 'switchScenarioOff',
    method: 'DELETE',
    path: '/scenarios/{name}',
    summary: 'switches a scenario off',
    answer: scenarioSchema,
    handle: ({ sandbox: { scenarios }, name }) => {
      scenarios.off([name])
      return toScenario(scenarios.show(name))
    },
  }),
  defineRoute({
    id: 'switchAllOff',
    method: 'DELETE',
    path: '/scenarios',
    summary: 'switches all scenarios off',
    answer: scenarios,
    handle: ({ sandbox: { scenarios } }) => {
      scenarios.off()
      return { items: scenarios.list().map(toScenario) }
    },
  }),
  defineBodyRoute({
    id: 'defineScenario',
    method: 'POST',
    path: '/scenarios',
    summary: 'defines a scenario in this sandbox, and switches it on',
    // The schema is that of the files, which the sandbox knows.
    body: z.unknown(),
    bodyShape: ({ scenarios }) => scenarios.scenarioSchema,
    answer: scenarioSchema,
    status: 201,
    handle: ({ sandbox: { scenarios }, body }) => toScenario(scenarios.show(scenarios.define(body))),
  }),
]
