import { expect, it } from 'vitest'

import { tryJson } from '../../../src/core/lib/try-json.ts'
import type { Scenario } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { describeTwoWays, readProblem, stateOf } from '../../support/control.ts'
import { refused } from '../../support/refused-scenarios.ts'

const doubtful: Scenario = {
  name: 'doubtful',
  rules: [{ when: { path: '/elsewhere' }, then: { error: 'internal_error' } }],
}

describeTwoWays('a scenario that is only checked', (open) => {
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
      'name: "flaky" is already the name of a scenario of every sandbox (built-in); PUT /scenarios/flaky switches it on',
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

/** Parts of a scenario, and what it does in a few characters. */
const effects: readonly (readonly [object, string])[] = [
  [{}, ''],
  [{ delay: '2s' }, 'delay 2s'],
  [{ rules: [{ then: { error: 'service_unavailable' }, count: { first: 3 } }] }, '503 × 3'],
  [{ rules: [{ then: { error: 'internal_error', status: 599 }, when: { for: '30m' } }] }, '599 for 30m'],
  [{ rules: [{ then: { delay: '2s' }, count: { every: 2, after: 1 } }] }, 'delay 2s after 1 1 in 2'],
  [{ rules: [{ then: { fault: 'hang', delay: '2s' } }] }, 'timeout'],
  [{ rules: [{ then: { headers: { 'X-A': 'b' }, delay: '2s' } }] }, 'changed answer'],
  [{ rules: ['reset', 'hang', 'empty'].map((fault) => ({ then: { fault } })) }, 'reset, timeout, …'],
  [{ assume: { errorStatus: 'unprocessable' }, rules: [{ then: { error: 'invalid_request' } }] }, '422'],
  [{ assume: { limitAboveMax: 'clamp' } }, 'limitAboveMax'],
  [{ quota: { limit: 3 }, webhooks: { tamper: false, fail: 2 } }, 'quota 3/h, webhook fails × 2'],
  [{ quota: { resetsIn: '5s' } }, 'quota resets'],
  [{ jobs: { completeAfter: '90s', outcome: 'failed' } }, 'takes 90s, fails'],
  [{ jobs: { completeAfter: 'never' }, assessments: { completeAfter: '0s' } }, 'ends at once, never ends'],
]

describeTwoWays('what a scenario does', (open) => {
  it.each(effects)('%j is told as %j', async (parts, effect) => {
    const { control } = await open({ clock: noon })
    const { text } = await control('POST', '/scenarios', { name: 'own', ...parts })
    expect(JSON.parse(text)).toMatchObject({ effect })
  })

  it('is found by statuses and symptoms, which follow the register', async () => {
    const { fake } = await open({ clock: noon })
    const found = async (word: string): Promise<number> =>
      (await fake.scenarios.list()).filter(({ keywords }) => keywords.includes(word)).length
    for (const word of '401 403 404 429 500 502 503 timeout down slow outage network'.split(' ')) {
      expect([word, await found(word)]).not.toEqual([word, 0])
    }
    for (const { name, effect, keywords } of await fake.scenarios.list()) {
      expect([name, effect, keywords.length]).toEqual([name, expect.stringMatching(/^.{3,23}$/), expect.any(Number)])
      expect(keywords.length).toBeGreaterThanOrEqual(3)
    }
    await fake.assumptions.set({ errorStatus: 'always_200' })
    expect([await found('404'), await found('200')]).toEqual([0, 15])
  })
})

describeTwoWays('the groups of scenarios', (open) => {
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
