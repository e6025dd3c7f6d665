import * as z from 'zod/mini'

import { scenarioEndpoints, type ScenarioInfo } from '../../core/control/endpoints/scenarios.ts'
import { faultNames } from '../../core/faults/table.ts'
import { InputError } from '../../core/lib/input-error.ts'
import { described } from '../../core/scenarios/fields.ts'
import type { OpenSandbox } from '../session.ts'
import { data } from '../text.ts'
import { defineTool, sandboxArgument } from '../tool.ts'

/** The name of the scenario for a rule without a name. */
const defaultName = 'mcp-rule'

const input = z.strictObject({
  scenario: described('Name of a scenario; with a rule, the name of its new scenario.', z.string()),
  rule: described(
    `A rule to switch on, such as {"when":{"operation":"createJob"},"count":{"first":2},"then":{"error":"rate_limit_exceeded","headers":{"Retry-After":"2"}}}. when: operation, method, path, key, query, header, body; count: after, every, chance, first; then: error, status, body, delay, fault (${faultNames.join(', ')}).`,
    z.record(z.string(), z.unknown()),
  ),
  on: described('False switches the scenario off, or all without a name. Default: true.', z.boolean()),
  ...sandboxArgument,
})

type Given = Omit<z.infer<typeof input>, 'sandbox'>

export const fail = defineTool({
  name: 'fail',
  description:
    'Makes the fake fail: switches a scenario or a rule on or off. Without arguments it lists the scenarios, active ones first.',
  isRead: false,
  isRepeatable: true,
  input,
  more: 'npx --no -- cloudsec-fake scenario list shows them all',
  run: async ({ sandbox, ...given }, session) => {
    const opened = await session.sandbox(sandbox)
    const isList = Object.keys(given).length === 0
    const warnings = isList ? [] : await switchScenario(opened, given)
    const all = await opened.client.scenarios.list()
    const on = all.filter(({ active }) => active)
    const shown = isList ? [...on, ...all.filter(({ active }) => !active)] : on
    return [...warnings, `scenarios on: ${on.length}`, ...shown.map(toLine)]
  },
})

/** @returns the warnings about a rule */
async function switchScenario(
  { client, call }: OpenSandbox,
  { scenario, rule, on = true }: Given,
): Promise<readonly string[]> {
  if (rule !== undefined) {
    if (!on) throw new InputError('expected no rule with on: false; name its scenario', { field: 'rule' })
    const body = { name: scenario ?? defaultName, rules: [rule] }
    const { warnings = [] } = await call(scenarioEndpoints.defineScenario, { body })
    return warnings.map((text) => `warning: ${data(text, 300)}`)
  }
  if (on && scenario === undefined) throw new InputError('required, unless there is a rule', { field: 'scenario' })
  const names = scenario === undefined ? [] : [scenario]
  await (on ? client.scenarios.on(...names) : client.scenarios.off(...names))
  return []
}

function toLine({ name, active, effect, description = '', rules }: ScenarioInfo): string {
  const hits = rules.reduce((sum, rule) => sum + rule.hits, 0)
  return `${data(name)} ${active ? `on, hits ${hits}` : 'off'}; ${data(effect, 60)} ${data(description, 70)}`
}
