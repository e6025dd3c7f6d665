import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { ScenarioRule } from '../src/index.ts'
import { knownResource, unknownId } from './support/answers.ts'
import { type Client, describeFake } from './support/fake.ts'
import { tallyOf } from './support/scenarios.ts'

/** The requests that are asked: each with its status where no rule fires, and whether it is served. */
const requests = {
  listResources: { path: '/cloud/resources?limit=1', key: 'full-access', usual: 200 },
  listJobs: { path: '/data/analysis/jobs?limit=1', key: 'read-only', usual: 200 },
  getResource: { path: `/cloud/resources/${knownResource.id}`, key: 'full-access', usual: 200 },
  getJob: { path: `/data/analysis/jobs/${unknownId}`, key: 'full-access', usual: 404 },
  listAssessments: { path: '/security/assessments?limit=1', key: undefined, usual: 401 },
} as const

type Operation = keyof typeof requests

const operations = ['listResources', 'listJobs', 'getResource', 'getJob', 'listAssessments'] as const
const secrets: Readonly<Record<string, string>> = { 'full-access': 'csf_full_access', 'read-only': 'csf_read_only' }
const names = ['one', 'two', 'three'] as const

/** The effect of a rule, in the model: answers with a status of its own, or only delays. */
interface ModelRule {
  readonly operations: readonly Operation[] | undefined
  readonly key: string | undefined
  readonly count: { after?: number; every?: number; chance?: 0 | 1; first?: number }
  readonly phase: 'before' | 'after'
  readonly does: 'fails' | 'marks' | 'waits'
}

type Step =
  | { readonly kind: 'ask'; readonly operation: Operation; readonly named: readonly (typeof names)[number][] }
  | { readonly kind: 'on' | 'off'; readonly name: (typeof names)[number] }
  | { readonly kind: 'all off' }

const small = fc.integer({ min: 1, max: 4 })

const ruleArbitrary: fc.Arbitrary<ModelRule> = fc
  .record({
    operations: fc.option(fc.subarray([...operations], { minLength: 1 }), { nil: undefined }),
    key: fc.option(fc.constantFrom('full-access', 'read-only'), { nil: undefined, freq: 1 }),
    count: fc.record(
      { after: fc.integer({ min: 0, max: 3 }), every: small, chance: fc.constantFrom(1, 1, 0), first: small },
      { requiredKeys: [] },
    ),
    phase: fc.constantFrom('before', 'after'),
    does: fc.constantFrom('fails', 'marks', 'waits'),
  })
  .map((rule): ModelRule => (rule.does === 'marks' ? { ...rule, phase: 'after' } : rule))

const nameArbitrary = fc.constantFrom(...names)

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      operation: fc.constantFrom(...operations),
      named: fc.oneof(fc.constant([]), fc.shuffledSubarray([...names]), fc.array(nameArbitrary, { maxLength: 3 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('on', 'off'), name: nameArbitrary }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'all off' } as const) },
)

/** The status that a rule answers with, unlike that of any other rule. */
const statusOf = (scenario: number, rule: number, does: ModelRule['does']): number =>
  (does === 'marks' ? 210 : 510) + scenario * 10 + rule

/** A rule as a scenario has it. */
function toRule(model: ModelRule, status: number): ScenarioRule {
  const effects: Readonly<Record<ModelRule['does'], ScenarioRule['then']>> = {
    fails: { error: 'internal_error', status },
    marks: { status },
    waits: { delay: '0s' },
  }
  return {
    when: {
      ...(model.operations === undefined ? {} : { operation: [...model.operations] }),
      ...(model.key === undefined ? {} : { key: model.key }),
    },
    count: model.count,
    phase: model.phase,
    then: effects[model.does],
  }
}

interface Tally {
  matches: number
  hits: number
}

/** A model of scenarios and rules by the interface, as plain as possible. */
class Model {
  readonly #scenarios: readonly (readonly ModelRule[])[]
  readonly #tallies = new Map<string, Tally[]>()
  #on: string[] = []

  /** Names of scenarios that were switched off: their counts stay until they are used again. */
  readonly #rested = new Set<string>()

  constructor(scenarios: readonly (readonly ModelRule[])[]) {
    this.#scenarios = scenarios
  }

  get active(): readonly string[] {
    return this.#on
  }

  take(step: Exclude<Step, { kind: 'ask' }>): void {
    if (step.kind === 'all off') {
      for (const name of this.#tallies.keys()) this.#rested.add(name)
      this.#on = []
    } else if (step.kind === 'off') {
      this.#rested.add(step.name)
      this.#on = this.#on.filter((name) => name !== step.name)
    } else {
      this.#start(step.name)
      if (!this.#on.includes(step.name)) this.#on.push(step.name)
    }
  }

  /** The status of a request. */
  ask(operation: Operation, named: readonly string[]): number {
    const order = [...named, ...this.#on].filter((name, position, all) => all.indexOf(name) === position)
    for (const name of order) if (!this.#tallies.has(name) || this.#rested.has(name)) this.#start(name)
    const { usual } = requests[operation]
    const before = this.#search(order, 'before', operation)
    if (before !== undefined) return before
    return usual === 200 ? (this.#search(order, 'after', operation) ?? usual) : usual
  }

  tally(name: string): readonly (readonly [number, number])[] {
    const tallies = this.#tallies.get(name) ?? this.#rulesOf(name).map(() => ({ matches: 0, hits: 0 }))
    return tallies.map(({ matches, hits }) => [matches, hits] as const)
  }

  #rulesOf(name: string): readonly ModelRule[] {
    return this.#scenarios[names.findIndex((known) => known === name)] ?? []
  }

  #start(name: string): void {
    this.#rested.delete(name)
    this.#tallies.set(
      name,
      this.#rulesOf(name).map(() => ({ matches: 0, hits: 0 })),
    )
  }

  #search(order: readonly string[], phase: ModelRule['phase'], operation: Operation): number | undefined {
    for (const name of order) {
      for (const [position, rule] of this.#rulesOf(name).entries()) {
        const tally = this.#tallies.get(name)?.[position]
        if (tally === undefined || rule.phase !== phase || !isFor(rule, operation)) continue
        tally.matches += 1
        if (!fires(rule, tally)) continue
        tally.hits += 1
        if (rule.does !== 'waits')
          return statusOf(
            names.findIndex((known) => known === name),
            position,
            rule.does,
          )
      }
    }
    return undefined
  }
}

function isFor(rule: ModelRule, operation: Operation): boolean {
  const isAsked = rule.operations === undefined || rule.operations.includes(operation)
  return isAsked && (rule.key === undefined || rule.key === requests[operation].key)
}

function fires({ count }: ModelRule, { matches, hits }: Tally): boolean {
  const { after = 0, every = 1, chance = 1, first = 1000 } = count
  // The first `after` do not count; of the others each `every`-th does.
  let counted = 0
  for (let number = 1; number <= matches; number += 1) if (number > after) counted += 1
  return counted > 0 && counted % every === 0 && hits < first && chance === 1
}

/** Takes steps in a sandbox as the model does, and holds every status and every count to it. */
async function follow(client: Client, scenarios: readonly (readonly ModelRule[])[], steps: readonly Step[]) {
  const { sandbox, get } = client
  for (const [number, name] of names.entries()) {
    const rules = (scenarios[number] ?? []).map((rule, position) => toRule(rule, statusOf(number, position, rule.does)))
    await sandbox.scenarios.define({ name, rules })
  }
  await sandbox.scenarios.off()
  const model = new Model(scenarios)
  for (const step of steps) {
    if (step.kind === 'ask') {
      const { path, key } = requests[step.operation]
      const headers = step.named.length === 0 ? {} : { 'X-Fake-Scenario': step.named.join(', ') }
      const { status } = await get(path, { key: key === undefined ? null : (secrets[key] ?? null), headers })
      expect([step, status]).toEqual([step, model.ask(step.operation, step.named)])
    } else {
      model.take(step)
      if (step.kind === 'all off') await sandbox.scenarios.off()
      else if (step.kind === 'off') await sandbox.scenarios.off(step.name)
      else await sandbox.scenarios.on(step.name)
    }
  }
  expect((await sandbox.summary()).scenarios).toEqual(model.active)
  for (const name of names) expect([name, await tallyOf(sandbox, name)]).toEqual([name, model.tally(name)])
}

describeFake('rules, under any requests and switches,', (open, way) => {
  it('answer and count as a naive model does', async () => {
    const client = await open()
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(ruleArbitrary, { maxLength: 4 }), { minLength: 3, maxLength: 3 }),
        fc.array(stepArbitrary, { minLength: 5, maxLength: 40 }),
        async (scenarios, steps) => {
          runs += 1
          await follow(client.at(`run-${runs}`), scenarios, [{ kind: 'on', name: 'one' }, ...steps])
        },
      ),
      { numRuns: way === 'in process' ? 80 : 20 },
    )
    expect(runs).toBeGreaterThanOrEqual(20)
  })
})
