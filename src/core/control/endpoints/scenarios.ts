import * as z from 'zod/mini'

import { lazily } from '../../lib/lazily.ts'
import { described, lengthText } from '../../scenarios/fields.ts'
import { type ScenarioBase, scenarioGroups, type ScenarioName } from '../../scenarios/schema.ts'
import type { Call } from '../client/call.ts'
import { anything, collectionOf, component, count, dateTime, del, get, parameter, post, put, text } from './endpoint.ts'

const scenarioInfo = component('Scenario', () =>
  z.looseObject({
    name: z.string(),
    description: z.optional(z.string()),
    /** The group in which pages show it; missing without one. */
    group: z.optional(z.enum(scenarioGroups)),
    active: z.boolean(),
    source: z.enum(['built-in', 'file', 'inline']),
    /** Its effect in a few characters (`503 × 3`, `delay 2s`); empty if it has none. */
    effect: z.string(),
    /** Keywords for a search: the statuses of its answers, and symptoms such as `timeout` or `down`. */
    keywords: z.array(z.string()),
    /** The instant from which its times count; missing if no rule has a time, or it does not count. */
    since: z.optional(dateTime()),
    /** The instant at which it ends; missing if it is off, or has no end. */
    until: z.optional(dateTime()),
    rules: z.array(z.looseObject({ phase: z.enum(['before', 'after']), matches: count(), hits: count() })),
    /** Warnings about rules that may not do what they seem to; missing if there are none. */
    warnings: z.optional(z.array(z.string())),
  }),
)

/** A scenario in one sandbox: its definition, whether it is on, where it comes from, and the counts of its rules. */
export type ScenarioInfo = z.infer<ReturnType<typeof scenarioInfo>>

interface NamesOfScenarios {
  readonly scenario: string
  readonly definition: ScenarioBase
}

const scenarios = collectionOf(scenarioInfo)

const length = parameter("How long they stay on, by the sandbox's clock (no end).", text, '--for <duration>')

const switching = lazily(() => z.optional(z.strictObject({ for: described(length.description, lengthText) })))

/** How scenarios are switched on: `for` is a duration by the sandbox's clock, such as `5m` (no end). */
export type SwitchOptions = NonNullable<z.infer<ReturnType<typeof switching>>>

export const scenarioEndpoints = {
  listScenarios: get('/scenarios', 'Lists all scenarios, each with its state and the counts of its rules', {
    answer: scenarios,
    commands: {
      'scenario list': {
        about: 'list all scenarios, and which are on',
        columns: ['active', 'name', 'until', 'effect', 'description'],
      },
    },
  }),
  showScenario: get('/scenarios/{name}', 'Shows a scenario', {
    answer: scenarioInfo,
    commands: { 'scenario show <name>': { about: 'show a scenario with the matches and hits of its rules' } },
  }),
  switchScenarioOn: put('/scenarios/{name}', 'Switches a scenario on and sets its counts to 0', {
    body: switching,
    answer: scenarioInfo,
    commands: { 'scenario on <name...>': { about: 'switch scenarios on', flags: { for: length } } },
  }),
  switchScenarioOff: del('/scenarios/{name}', 'Switches a scenario off', {
    answer: scenarioInfo,
    commands: { 'scenario off [name...]': { about: 'switch scenarios off (all)' } },
  }),
  switchAllOff: del('/scenarios', 'Switches all scenarios off', { answer: scenarios }),
  defineScenario: post('/scenarios', 'Defines a scenario in this sandbox and switches it on', {
    body: anything,
    documentedBody: ({ scenario }) => scenario(),
    answer: scenarioInfo,
    status: 201,
    commands: {
      'scenario define <file>': { about: 'define the scenario of a JSON file (- for stdin), and switch it on' },
    },
  }),
  checkScenario: post('/scenarios/check', 'Checks a scenario without defining it', {
    body: anything,
    documentedBody: ({ scenario }) => scenario(),
    answer: lazily(() => z.strictObject({ warnings: z.array(z.string()) })),
    createsSandbox: false,
    leavesAnswersUnchanged: true,
  }),
  verifyScenarios: post(
    '/scenarios/verify',
    'Verifies that every scenario with rules that was on has fired; otherwise 409 with the others',
    {
      answer: lazily(() => z.strictObject({ scenarios: z.array(z.string()) })),
      leavesAnswersUnchanged: true,
      commands: {
        'scenario verify': {
          about: 'fail unless every scenario with rules that was on has fired',
          text: ({ scenarios }: { readonly scenarios: readonly string[] }) =>
            `fired: ${scenarios.join(', ') || 'none'}`,
        },
      },
    },
  ),
}

const { listScenarios, showScenario, switchScenarioOn, switchScenarioOff, ...others } = scenarioEndpoints

export function createScenarioControl<Names extends NamesOfScenarios>(call: Call) {
  type Name = ScenarioName<Names['scenario']>
  const show = (name: Name): Promise<ScenarioInfo> => call(showScenario, { path: { name } })
  const switchEach = async (names: readonly Name[], change: (name: string) => Promise<unknown>): Promise<void> => {
    // An unknown name is refused before the first scenario is switched.
    if (names.length > 1) for (const name of names) await show(name)
    for (const name of names) await change(name)
  }
  return {
    list: async (): Promise<readonly ScenarioInfo[]> => (await call(listScenarios, {})).items,
    /** Shows a scenario, with the matches and hits of each of its rules. */
    show,
    /** Switches scenarios on, and sets their counts to 0. After the names, `{ for: '5m' }` limits how long they stay on. */
    on: (...given: readonly Name[] | readonly [...names: readonly Name[], options: SwitchOptions]): Promise<void> => {
      const all: readonly (Name | SwitchOptions)[] = given
      const body = all.find((one): one is SwitchOptions => typeof one === 'object')
      const names = all.filter((one): one is Name => typeof one === 'string')
      return switchEach(names, (name) => call(switchScenarioOn, { path: { name }, body }))
    },
    /** Switches scenarios off. @param names of the scenarios (all) */
    off: async (...names: readonly Name[]): Promise<void> => {
      if (names.length === 0) await call(others.switchAllOff, {})
      else await switchEach(names, (name) => call(switchScenarioOff, { path: { name } }))
    },
    /**
     * Defines a scenario in this sandbox and switches it on.
     * @example
     * ```ts
     * await fake.scenarios.define({ name: 'slow', rules: [{ then: { delay: '2s' } }] })
     * ```
     */
    define: (scenario: Names['definition']): Promise<ScenarioInfo> => call(others.defineScenario, { body: scenario }),
    /** Checks a scenario without defining it. @returns the warnings that its definition would have */
    check: async (scenario: Names['definition']): Promise<readonly string[]> =>
      (await call(others.checkScenario, { body: scenario })).warnings,
    /**
     * Verifies that each scenario that was on, or that a request named, fired: one of its rules had a hit since it was
     * last switched on. A scenario without rules never fires, and is left out.
     * @returns the names of the scenarios that fired
     * @throws VerificationError with the other scenarios
     */
    verifyFired: async (): Promise<readonly string[]> => (await call(others.verifyScenarios, {})).scenarios,
  }
}
