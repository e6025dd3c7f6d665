import * as z from 'zod/mini'

import type { ScenarioState } from '../../scenarios/manager.ts'
import { defineBodyRoute, defineRoute } from '../route.ts'
import { collectionOf, scenarioShape } from '../schemas.ts'

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

const scenarios = collectionOf(scenarioShape)

/** The scenarios of a sandbox. */
export const scenarioRoutes = [
  defineRoute({
    id: 'listScenarios',
    method: 'GET',
    path: '/scenarios',
    summary: 'all scenarios, with which are on and what their rules counted',
    answer: scenarios,
    handle: ({ sandbox: { switches } }) => ({ items: switches.list().map(toScenario) }),
  }),
  defineRoute({
    id: 'showScenario',
    method: 'GET',
    path: '/scenarios/{name}',
    summary: 'one scenario',
    answer: scenarioShape,
    handle: ({ sandbox: { switches }, name }) => toScenario(switches.show(name)),
  }),
  defineRoute({
    id: 'switchScenarioOn',
    method: 'PUT',
    path: '/scenarios/{name}',
    summary: 'switches a scenario on, its counts at 0',
    answer: scenarioShape,
    handle: ({ sandbox: { switches }, name }) => {
      switches.on([name])
      return toScenario(switches.show(name))
    },
  }),
  defineRoute({
    id: 'switchScenarioOff',
    method: 'DELETE',
    path: '/scenarios/{name}',
    summary: 'switches a scenario off',
    answer: scenarioShape,
    handle: ({ sandbox: { switches }, name }) => {
      switches.off([name])
      return toScenario(switches.show(name))
    },
  }),
  defineRoute({
    id: 'switchAllOff',
    method: 'DELETE',
    path: '/scenarios',
    summary: 'switches all scenarios off',
    answer: scenarios,
    handle: ({ sandbox: { switches } }) => {
      switches.off()
      return { items: switches.list().map(toScenario) }
    },
  }),
  defineBodyRoute({
    id: 'defineScenario',
    method: 'POST',
    path: '/scenarios',
    summary: 'defines a scenario in this sandbox, and switches it on',
    // The schema is that of the files, which the sandbox knows.
    body: z.unknown(),
    bodyShape: ({ switches }) => switches.scenarioSchema,
    answer: scenarioShape,
    status: 201,
    handle: ({ sandbox: { switches }, body }) => toScenario(switches.show(switches.define(body))),
  }),
]
