import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { ScenarioRule } from '../../../src/index.ts'
import { knownResource, unknownId } from '../../support/answers.ts'
import { type Client, describeFake } from '../../support/fake.ts'
import { tallyOf } from '../../support/scenarios.ts'

/** The requests that are asked: each with the key that it has, and its status where no rule fires. */
const requests = {
  listResources: { path: '/cloud/resources?limit=1', key: 'full-access', usual: 200 },
  listJobs: { path: '/data/analysis/jobs?limit=1', key: 'read-only', usual: 200 },
  getResource: { path: `/cloud/resources/${knownResource.id}`, key: 'full-access', usual: 200 },
  getJob: { path: `/data/analysis/jobs/${unknownId}`, key: 'full-access', usual: 404 },
  listAssessments: { path: '/security/assessments?limit=1', key: undefined, usual: 401 },
} as const

type Operation = keyof typeof requests

const operations = ['listResources', 'listJobs', 'getResource', 'getJob', 'listAssessments'] as const
const secrets = { 'full-access': 'csf_full_access', 'read-only': 'csf_read_only' } as const
const names = ['one', 'two', 'three'] as const
/** What an arbitrary draws. */
type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never

const aName = fc.constantFrom(...names)
const someOperations = fc.subarray<Operation>([...operations], { minLength: 1 })
const aKey = fc.constantFrom('full-access', 'read-only')
const small = fc.integer({ min: 1, max: 4 })

/** A rule that fails, marks an answer by its status, or only delays. */
const ruleArbitrary = fc.record({
  when: fc.record({ operation: someOperations, key: aKey }, { requiredKeys: [] }),
  count: fc.record(
    { after: fc.integer({ min: 0, max: 3 }), every: small, chance: fc.constantFrom(1, 1, 0), first: small },
    { requiredKeys: [] },
  ),
  phase: fc.constantFrom('before', 'after'),
  does: fc.constantFrom('fails', 'marks', 'waits'),
})

/** The rules of a scenario as it has them: each that answers has a status of its own. */
function toRules(drawn: readonly Drawn<typeof ruleArbitrary>[], scenario: number) {
  return drawn.map(({ does, phase, ...rule }, position) => {
    const number = scenario * 10 + position
    const effects: Readonly<Record<typeof does, ScenarioRule['then']>> = {
      fails: { error: 'internal_error', status: 510 + number },
      marks: { status: 210 + number },
      waits: { delay: '0s' },
    }
    return { ...rule, phase: does === 'marks' ? ('after' as const) : phase, then: effects[does] }
  })
}

const scenariosArbitrary = fc
  .array(fc.array(ruleArbitrary, { maxLength: 4 }), { minLength: 3, maxLength: 3 })
  .map((scenarios) => scenarios.map(toRules))

type Rule = ReturnType<typeof toRules>[number]

const asks = fc.record({
  do: fc.constant('ask' as const),
  operation: fc.constantFrom(...operations),
  named: fc.oneof(fc.constant([]), fc.shuffledSubarray([...names]), fc.array(aName, { maxLength: 3 })),
})
const switches = fc.record({ do: fc.constantFrom('on', 'off'), switched: fc.tuple(aName) })
// Without a name all of them go off.
const allOff = fc.constant({ do: 'off', switched: [] } as const)

const stepArbitrary = fc.oneof(
  { weight: 8, arbitrary: asks },
  { weight: 2, arbitrary: switches },
  { weight: 1, arbitrary: allOff },
)

type Step = Drawn<typeof stepArbitrary>

interface Counted {
  readonly rule: Rule
  matches: number
  hits: number
}

/** A model of scenarios and rules by the interface, as plain as possible. */
class Model {
  active: readonly string[] = []
  readonly #scenarios: ReadonlyMap<string, readonly Counted[]>

  /** Names of scenarios that are not in use: their counts stay until they are used again. */
  readonly #rested = new Set<string>(names)

  constructor(scenarios: readonly (readonly Rule[])[]) {
    const counted = scenarios.map((rules) => rules.map((rule) => ({ rule, matches: 0, hits: 0 })))
    this.#scenarios = new Map(names.map((name, position) => [name, counted[position] ?? []]))
  }

  on(name: string): void {
    this.#start(name)
    if (!this.active.includes(name)) this.active = [...this.active, name]
  }

  off(name: string): void {
    this.#rested.add(name)
    this.active = this.active.filter((other) => other !== name)
  }

  /** The status of a request. */
  ask(operation: Operation, named: readonly string[]): number {
    const order = new Set([...named, ...this.active])
    for (const name of order) if (this.#rested.has(name)) this.#start(name)
    const { usual } = requests[operation]
    const before = this.#search(order, 'before', operation)
    if (before !== undefined || usual !== 200) return before ?? usual
    return this.#search(order, 'after', operation) ?? usual
  }

  rulesOf(name: string): readonly Counted[] {
    return this.#scenarios.get(name) ?? []
  }

  #start(name: string): void {
    this.#rested.delete(name)
    for (const counted of this.rulesOf(name)) Object.assign(counted, { matches: 0, hits: 0 })
  }

  #search(order: ReadonlySet<string>, phase: Rule['phase'], operation: Operation): number | undefined {
    for (const counted of [...order].flatMap((name) => this.rulesOf(name))) {
      const { when, then, ...rule } = counted.rule
      const isAsked = when.operation?.includes(operation) ?? true
      const hasKey = when.key === undefined || when.key === requests[operation].key
      if (rule.phase !== phase || !isAsked || !hasKey) continue
      counted.matches += 1
      if (!fires(counted)) continue
      counted.hits += 1
      if (then.status !== undefined) return then.status
    }
    return undefined
  }
}

function fires({ rule, matches, hits }: Counted): boolean {
  const { after = 0, every = 1, chance = 1, first = 1000 } = rule.count
  // The first `after` do not count; of the others each `every`-th does.
  const counted = Math.max(0, matches - after)
  return counted > 0 && counted % every === 0 && hits < first && chance === 1
}

/** Takes steps in a sandbox as the model does, and holds every status and every count to it. */
async function follow({ sandbox, get }: Client, scenarios: readonly Rule[][], steps: readonly Step[]) {
  for (const [position, name] of names.entries()) {
    await sandbox.scenarios.define({ name, rules: scenarios[position] ?? [] })
  }
  await sandbox.scenarios.off()
  const model = new Model(scenarios)
  for (const step of steps) {
    if (step.do === 'ask') {
      const { path, key } = requests[step.operation]
      const headers = step.named.length === 0 ? {} : { 'X-Fake-Scenario': step.named.join(', ') }
      const { status } = await get(path, { key: key === undefined ? null : secrets[key], headers })
      expect([step, status]).toEqual([step, model.ask(step.operation, step.named)])
    } else {
      for (const name of step.switched.length === 0 ? names : step.switched) model[step.do](name)
      await sandbox.scenarios[step.do](...step.switched)
    }
  }
  expect((await sandbox.summary()).scenarios).toEqual(model.active)
  for (const name of names) {
    const tally = model.rulesOf(name).map(({ matches, hits }) => [matches, hits])
    expect([name, await tallyOf(sandbox, name)]).toEqual([name, tally])
  }
}

describeFake('rules, under any requests and switches,', (open, way) => {
  it('answer and count as a naive model does', async () => {
    const client = await open()
    let run = 0
    const steps = fc.array(stepArbitrary, { minLength: 5, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(scenariosArbitrary, steps, async (scenarios, drawn) => {
        run += 1
        await follow(client.at(`run-${run}`), scenarios, [{ do: 'on', switched: ['one'] }, ...drawn])
      }),
      { numRuns: way === 'in process' ? 80 : 20 },
    )
  })
})
