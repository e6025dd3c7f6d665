import type { Command } from 'commander'

import type { Scenario } from '../../app/scenario-types.ts'
import type { ScenarioInfo } from '../../control/endpoints/scenarios.ts'
import { InputError, shorten } from '../../lib/input-error.ts'
import { isJsonObject } from '../../lib/merge-patch.ts'
import { toPlain, toTable } from '../../lib/table.ts'
import { readJsonInput } from '../config/json-input.ts'
import type { Io } from '../io.ts'
import { addDefaultToGroup, addGroup, addToGroup, print, type RemoteFlags, withFake } from '../remote.ts'

/** Adds the command `scenario`. */
export function addScenario(program: Command, io: Io): void {
  const group = addGroup(program, 'scenario', 'list, define or switch scenarios')
  addDefaultToGroup(group, 'list', 'list all scenarios, and which are on').action(async () => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ scenarios }) => {
      const items = await scenarios.list()
      print(io, flags, { items }, () => toTable(items.map(toRow)))
    })
  })
  addToGroup(group, 'show <name>', 'show a scenario with the matches and hits of its rules').action(
    async (name: string) => {
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, async ({ scenarios }) => {
        const scenario = await scenarios.show(name)
        print(io, flags, scenario, () => describeScenario(scenario))
      })
    },
  )
  addToGroup(group, 'on <name...>', 'switch scenarios on').action(async (names: readonly string[]) => {
    await change(group, io, 'on', names)
  })
  addToGroup(group, 'off [name...]', 'switch scenarios off (all)').action(async (names: readonly string[]) => {
    await change(group, io, 'off', names)
  })
  addToGroup(group, 'verify', 'fail unless each scenario with rules that was on fired').action(async () => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ scenarios }) => {
      const names = await scenarios.verifyFired()
      print(io, flags, { scenarios: names }, () => `fired: ${names.join(', ') || 'none was on'}`)
    })
  })
  addToGroup(group, 'define <file>', 'define the scenario of a JSON file (- for stdin), and switch it on').action(
    async (file: string) => {
      const flags = group.opts<RemoteFlags>()
      const source = file === '-' ? 'stdin' : file
      const content = requireScenario(await readJsonInput(io, file), source)
      await withFake(flags, async ({ scenarios }) => {
        const defined = await scenarios.define(content).catch((error: unknown) => {
          throw error instanceof InputError ? new InputError(error.message, { field: source, cause: error }) : error
        })
        const doubts = (defined.warnings ?? []).map((warning) => toPlain(`warning: ${warning}`))
        print(io, flags, defined, () => [`defined, and on now: ${defined.name}`, ...doubts].join('\n'))
      })
    },
  )
}

function requireScenario(content: unknown, source: string): Scenario {
  if (hasName(content)) return content
  throw new InputError('expected a scenario, such as { "name": "slow", "rules": [{ "then": { "delay": "2s" } }] }', {
    field: source,
  })
}

/** The fake checks the rest. */
function hasName(content: unknown): content is Scenario {
  return isJsonObject(content) && typeof content['name'] === 'string'
}

async function change(group: Command, io: Io, to: 'on' | 'off', names: readonly string[]): Promise<void> {
  const flags = group.opts<RemoteFlags>()
  await withFake(flags, async ({ scenarios }) => {
    await scenarios[to](...names)
    const items = (await scenarios.list()).filter(({ active }) => active)
    print(io, flags, { items }, () => `on now: ${items.map(({ name }) => name).join(', ') || 'none'}`)
  })
}

function toRow({ active, name, description = '' }: ScenarioInfo): readonly string[] {
  return [active ? 'on' : '', name, shorten(description)]
}

function describeScenario({ name, description, active, source, rules, warnings = [], ...rest }: ScenarioInfo): string {
  const settings = Object.entries(rest).map(([field, value]) => toPlain(`${field}: ${describeSetting(value)}`))
  const heading = `${name} (${source}, ${active ? 'on' : 'off'})`
  const table = rules.length === 0 ? [] : ['', toTable([ruleHeading, ...rules.map(toRuleRow)])]
  const doubts = warnings.map((warning) => toPlain(`warning: ${warning}`))
  return [heading, ...(description === undefined ? [] : [toPlain(description)]), ...settings, ...doubts, ...table].join(
    '\n',
  )
}

const ruleHeading = ['WHEN', 'COUNT', 'PHASE', 'THEN', 'MATCHES', 'HITS']

function toRuleRow(rule: ScenarioInfo['rules'][number]): readonly string[] {
  const { when, count, phase, then, matches, hits } = rule
  const each = [describeFields(when) || 'always', describeFields(count) || 'each', phase, describeFields(then)]
  return [...each, String(matches), String(hits)]
}

const describeSetting = (value: unknown): string => (typeof value === 'string' ? value : describeFields(value))

/** The fields of an object, short: `operation=createJob|getJob, first=1`. */
function describeFields(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([field, content]) => `${field}=${describeContent(content)}`)
    .join(', ')
}

function describeContent(content: unknown): string {
  if (Array.isArray(content)) return content.map(describeContent).join('|')
  return typeof content === 'string' ? content : JSON.stringify(content)
}
