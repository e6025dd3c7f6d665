import { InputError } from '../../lib/input-error.ts'
import { toInputError } from '../../lib/issues.ts'
import { parseBy } from '../../lib/read-by.ts'
import { logWarnings } from '../../scenarios/library.ts'
import type { ScenarioManager, ScenarioState } from '../../scenarios/manager.ts'
import { formatExact } from '../../time/instant.ts'
import { type scenarioEndpoints, scenarioSwitch } from '../endpoints/scenarios.ts'
import type { Handlers } from '../route.ts'
import { verifyFired } from '../verify.ts'

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

/** True if the body of a request switches a scenario on. @throws InputError that shows the bodies it takes */
function readSwitch(body: unknown): boolean {
  const parsed = parseBy(scenarioSwitch(), body)
  if (parsed.success) return parsed.data?.enabled ?? true
  const { message, field } = toInputError(parsed.error.issues, 'the body', { schema: scenarioSwitch() })
  const wrong = field === undefined ? message : message.slice(`${field}: `.length)
  const right = '{"enabled": true}, {"enabled": false} or no body; without one PUT switches on, and DELETE off'
  throw new InputError(`${wrong}${wrong.endsWith('?') ? '' : '.'} PUT takes ${right}`, { field })
}

function switchScenario(scenarios: ScenarioManager, name: string, isOn: boolean) {
  if (isOn) scenarios.on([name])
  else scenarios.off([name])
  return toScenario(scenarios.show(name))
}

export const scenarioHandlers: Handlers<typeof scenarioEndpoints> = {
  listScenarios: ({ sandbox: { scenarios } }) => ({ items: scenarios.list().map(toScenario) }),
  showScenario: ({ sandbox: { scenarios }, path }) => toScenario(scenarios.show(path.name)),
  switchScenarioOn: ({ sandbox, path, body }) => switchScenario(sandbox.scenarios, path.name, readSwitch(body)),
  switchScenarioOff: ({ sandbox, path }) => switchScenario(sandbox.scenarios, path.name, false),
  switchAllOff: ({ sandbox: { scenarios } }) => {
    scenarios.off()
    return { items: scenarios.list().map(toScenario) }
  },
  defineScenario: ({ service: { log }, sandbox: { scenarios }, body }) => {
    const defined = scenarios.show(scenarios.define(body))
    logWarnings(defined.loaded, log)
    return toScenario(defined)
  },
  checkScenario: ({ sandbox: { scenarios }, body }) => ({ warnings: scenarios.check(body) }),
  verifyScenarios: ({ sandbox }) => ({ scenarios: verifyFired(sandbox) }),
}
