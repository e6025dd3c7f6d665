import { expect, it } from 'vitest'

import type { Scenario } from '../src/index.ts'
import { tryJson } from '../src/lib/try-json.ts'
import { noon } from './support/answers.ts'
import { describeApart, readProblem, stateOf } from './support/control.ts'
import { refused } from './support/refused-scenarios.ts'

const doubtful: Scenario = {
  name: 'doubtful',
  rules: [{ when: { path: '/elsewhere' }, then: { error: 'internal_error' } }],
}

describeApart('a scenario that is only checked', (open) => {
  it('has the problem that its definition would have, and changes nothing', async () => {
    const panel = await open({ clock: noon })
    const before = await stateOf(panel)
    const bodies: readonly unknown[] = [
      ...refused.filter((_, at) => at % 6 === 0).map(([text]) => tryJson(text)),
      [],
      { name: 'slow' },
    ]
    for (const body of bodies) {
      const checked = await panel.control('POST', '/scenarios/check', body)
      const defined = await panel.control('POST', '/scenarios', body)
      expect([checked.status, checked.text]).toEqual([defined.status, defined.text])
      expect(checked.status).toBeGreaterThanOrEqual(400)
    }
    expect(await stateOf(panel)).toEqual(before)
  })

  it('has the warnings that its definition would have, and is not defined', async () => {
    const { fake } = await open({ clock: noon })
    const warnings = await fake.scenarios.check(doubtful)
    expect(warnings).toEqual([expect.stringContaining('/elsewhere')])
    await expect(fake.scenarios.show('doubtful')).rejects.toThrow('no scenario is named "doubtful"')
    expect((await fake.scenarios.define(doubtful)).warnings).toEqual(warnings)
    expect(await fake.scenarios.check({ name: 'plain', rules: [{ then: { delay: '1ms' } }] })).toEqual([])
    expect(await fake.scenarios.check({ ...doubtful, rules: [] })).toEqual([])
    expect((await fake.scenarios.show('doubtful')).rules).toHaveLength(1)
  })

  it('is refused by the name of a scenario that every sandbox has', async () => {
    const { control } = await open({ clock: noon })
    const detail = readProblem(await control('POST', '/scenarios/check', { name: 'flaky' }), 409)
    expect(detail).toBe(
      'name: "flaky" is the name of a scenario that every sandbox has (built-in); PUT /scenarios/flaky switches it on',
    )
  })

  it('takes the room of its last definition once it is defined', async () => {
    const { fake } = await open({ clock: noon })
    const takenBy = async (description: string) => {
      await fake.scenarios.define({ name: 'own', description })
      return (await fake.sandboxes.list())[0]?.storedBytes
    }
    const taken = await takenBy('short')
    expect(await takenBy('x'.repeat(2000))).toBeGreaterThan(Number(taken))
    expect(await takenBy('short')).toBe(taken)
  })

  it('takes no room, is refused where there is none, and makes no sandbox', async () => {
    const { fake, control, at } = await open({ clock: noon, maxStoredBytes: 30_000 })
    const long = { name: 'long', description: 'x'.repeat(2000) }
    for (let round = 0; round < 5; round += 1) expect(await fake.scenarios.check(long)).toEqual([])
    expect((await fake.sandboxes.list())[0]?.storedBytes).toBe(0)
    await fake.scenarios.define(long)
    const another = { ...long, name: 'another' }
    const detail = readProblem(await control('POST', '/scenarios/check', another), 400)
    expect(readProblem(await control('POST', '/scenarios', another), 400)).toBe(detail)
    expect((await at('other').control('POST', '/scenarios/check', { name: 'own' })).text).toBe('{"warnings":[]}')
    expect((await fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default'])
  })
})

describeApart('the groups of scenarios', (open) => {
  it('are those of the built-in ones, and of others what their definitions say', async () => {
    const { fake } = await open()
    const groups = new Set((await fake.scenarios.list()).map(({ group }) => group))
    expect([...groups].map(String).toSorted()).toEqual(['data', 'errors', 'network', 'quota', 'time', 'webhooks'])
    expect(await fake.scenarios.define({ name: 'own', group: 'quota' })).toMatchObject({ group: 'quota' })
    expect(await fake.scenarios.define({ name: 'other' })).not.toHaveProperty('group')
    await expect(fake.scenarios.define(JSON.parse('{"name":"odd","group":"erors"}'))).rejects.toThrow(
      'group: expected one of errors, quota, time, network, webhooks, data, got "erors". Did you mean errors?',
    )
  })
})
