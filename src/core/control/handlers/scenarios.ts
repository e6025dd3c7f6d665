import { readChoices } from '../../assumptions/profile.ts'
import { assumptionIds, type Profile, register } from '../../assumptions/register.ts'
import { logWarnings, scenarioWarnings } from '../../http/scenario-warnings.ts'
import type { ScenarioState } from '../../scenarios/manager.ts'
import { formatExact } from '../../time/instant.ts'
import { assumptionEndpoints } from '../endpoints/assumptions.ts'
import { scenarioEndpoints } from '../endpoints/scenarios.ts'
import { type RequestBasics, toRoutes } from '../route.ts'
import { summarizeEffect } from '../tell-effect.ts'
import { verifyFired } from '../verify.ts'

function toScenario({ loaded, active, sinceMs, untilMs, rules }: ScenarioState, { sandbox, service }: RequestBasics) {
  const { $schema: _, ...definition } = loaded.definition
  const { source } = loaded
  const warnings = scenarioWarnings(loaded, sandbox, service.operations)
  return {
    ...definition,
    active,
    source,
    ...summarizeEffect(loaded, sandbox.scenarios.settings.profile),
    ...(sinceMs === undefined ? {} : { since: formatExact(sinceMs) }),
    ...(untilMs === undefined ? {} : { until: formatExact(untilMs) }),
    rules: rules.map(({ rule, phase, matches, hits }) => ({ ...rule, phase, matches, hits })),
    ...(warnings.length === 0 ? {} : { warnings }),
  }
}

function switchScenario(request: RequestBasics, name: string, to: 'on' | 'off', length?: string) {
  const { scenarios } = request.sandbox
  if (to === 'on') scenarios.on([name], length)
  else scenarios.off([name])
  return toScenario(scenarios.show(name), request)
}

const listAll = (request: RequestBasics) => ({
  items: request.sandbox.scenarios.list().map((state) => toScenario(state, request)),
})

export const scenarioRoutes = toRoutes(scenarioEndpoints, {
  listScenarios: (request) => listAll(request),
  showScenario: (request) => toScenario(request.sandbox.scenarios.show(request.path.name), request),
  switchScenarioOn: (request) => switchScenario(request, request.path.name, 'on', request.body?.for),
  switchScenarioOff: (request) => switchScenario(request, request.path.name, 'off'),
  switchAllOff: (request) => {
    request.sandbox.scenarios.off()
    return listAll(request)
  },
  defineScenario: (request) => {
    const { sandbox, service, body } = request
    const defined = sandbox.scenarios.show(sandbox.scenarios.define(body))
    logWarnings([defined.loaded], sandbox, service)
    return toScenario(defined, request)
  },
  checkScenario: ({ sandbox, service: { operations }, body }) => ({
    warnings: scenarioWarnings(sandbox.scenarios.check(body), sandbox, operations),
  }),
  verifyScenarios: ({ sandbox }) => ({ scenarios: verifyFired(sandbox) }),
})

function toAssumptions(profile: Profile) {
  const items = assumptionIds.map((id) => {
    const { section, question, options, default: defaultOption, reason } = register[id]
    const effects = options === 'whole_number' ? {} : options
    const names = options === 'whole_number' ? [options] : Object.keys(options)
    return { id, section, question, options: names, effects, default: defaultOption, choice: profile[id], reason }
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
