import { describe, expect, it } from 'vitest'

import { createFake, type ScenarioRule } from '../../../src/index.ts'
import { anySuccess } from '../../support/answers.ts'
import { type Client, describeSandboxes, read } from '../../support/fake.ts'
import { defineRules, senderTo, tallyOf } from '../../support/scenarios.ts'

type Count = NonNullable<ScenarioRule['count']>
type Effect = ScenarioRule['then']
const down: Effect = { error: 'service_unavailable' }
const broken: Effect = { error: 'internal_error' }
const list = '/cloud/resources?limit=1'

/** The requests that a rule fires on (`x`) and those that it does not (`.`). */
async function firesOn(
  { sandbox, get }: Pick<Client, 'sandbox' | 'get'>,
  count: Count,
  requests: number,
): Promise<string> {
  await defineRules(sandbox, [{ when: { operation: 'listResources' }, count, then: down }])
  let fired = ''
  for (let asked = 0; asked < requests; asked += 1) {
    fired += (await get(list)).status === 503 ? 'x' : '.'
    // Requests that the rule is not for do not count.
    if (asked % 3 === 0) read(await get('/data/analysis/jobs?limit=1'), 200, anySuccess)
  }
  expect(await tallyOf(sandbox)).toEqual([[requests, fired.split('x').length - 1]])
  return fired
}

describeSandboxes('a rule fires', (open) => {
  it.each<[Count, string]>([
    [{ after: 5 }, '.....xxxxxxx'],
    [{ every: 7 }, '......x.....'],
    [{ chance: 1, after: 1, every: 2, first: 4 }, '..x.x.x.x...'],
  ])('by %j on %s', async (count, expected) => {
    const client = await open()
    expect(await firesOn(client, count, expected.length)).toBe(expected)
  })

  it('by a chance that follows from the seed, the scenario and the rule', async () => {
    const client = await open({ seed: 7 })
    const half = await firesOn(client, { chance: 0.5 }, 40)
    expect(half.replaceAll('.', '').length).toBeGreaterThan(10)
    expect(half.replaceAll('.', '').length).toBeLessThan(30)
    expect(await firesOn(client, { chance: 0.5 }, 40)).toBe(half)
    expect(await firesOn(client.at(`${client.sandbox.name}-other`), { chance: 0.5 }, 40)).toBe(half)
    expect(await firesOn(await open({ seed: 8 }), { chance: 0.5 }, 40)).not.toBe(half)

    const third = half.split('').flatMap((sign, position) => (sign === 'x' ? [position] : []))[2] ?? 0
    expect(await firesOn(client, { chance: 0.5, first: 3 }, 40)).toBe(half.slice(0, third + 1).padEnd(40, '.'))
    // Less chance fires on some of what more chance fires on.
    const less = await firesOn(client, { chance: 0.25 }, 40)
    expect(less.split('').every((sign, position) => sign === '.' || half[position] === 'x')).toBe(true)
  })

  it('by a chance of its own, not that of its neighbour', async () => {
    const { sandbox, get } = await open()
    const delay: Effect = { delay: '0s' }
    await defineRules(
      sandbox,
      Array.from({ length: 8 }, () => ({ count: { chance: 0.5 }, then: delay })),
    )
    for (let asked = 0; asked < 40; asked += 1) await get(list)
    const tally = await tallyOf(sandbox)
    expect(tally.every(([matches]) => matches === 40)).toBe(true)
    expect(new Set(tally.map(([, hits]) => hits)).size).toBeGreaterThan(2)
  })
})

describe('a star', () => {
  it('is looked for in no more time than a text is long', async () => {
    const fake = await createFake()
    await defineRules(fake, [{ when: { path: '/*a*a*a*a*b' }, then: down }])
    // A search that goes back to try each place again takes minutes, which is more than a test may take.
    const response = await senderTo({ fake, sandbox: fake }, 'in process')(`/${'a'.repeat(320)}`)
    expect(response.status).toBe(404)
    await fake.close()
  })
})

describeSandboxes('the counts of rules', (open) => {
  it('starts at 0 whenever a scenario is defined, and ends with a reset', async () => {
    const { sandbox, get } = await open()
    for (const [first, then, statuses] of [
      [1, down, [503, 200, 200]],
      [2, broken, [500, 500, 200]],
    ] as const) {
      await defineRules(sandbox, [{ count: { first }, then }])
      expect(await tallyOf(sandbox)).toEqual([[0, 0]])
      for (const status of statuses) expect((await get(list)).status).toBe(status)
      expect(await tallyOf(sandbox)).toEqual([[3, first]])
    }
    await sandbox.reset()
    await expect(sandbox.scenarios.show('own')).rejects.toThrow('scenario: no scenario is named "own"')
    expect((await get(list)).status).toBe(200)
  })

  it('are apart in two sandboxes', async () => {
    const here = await open()
    const there = here.at(`${here.sandbox.name}-there`)
    await defineRules(here.sandbox, [{ count: { first: 2 }, then: down }])
    await expect(there.sandbox.scenarios.show('own')).rejects.toThrow('no scenario is named "own"')
    await defineRules(there.sandbox, [{ count: { first: 1 }, then: broken }])
    const seen: number[] = []
    for (let asked = 0; asked < 3; asked += 1) seen.push((await here.get(list)).status, (await there.get(list)).status)
    expect(seen).toEqual([503, 500, 503, 200, 200, 200])
  })

  it('is one for a request that names a scenario twice, or one that is on', async () => {
    const { sandbox, get } = await open()
    await defineRules(sandbox, [{ count: { every: 3 }, then: down }])
    for (const names of ['own', ' own,own ,, own']) {
      for (const status of [200, 200, 503, 200]) {
        expect((await get(list, { headers: { 'X-Fake-Scenario': names } })).status).toBe(status)
      }
      expect(await tallyOf(sandbox)).toEqual([[4, 1]])
      await sandbox.scenarios.off()
    }
    read(await get(list, { headers: { 'X-Fake-Scenario': '' } }), 200, anySuccess)
    expect(await sandbox.scenarios.show('own')).toMatchObject({ active: false, source: 'inline' })
  })

  it('begins in every sandbox where a scenario is on from the start', async () => {
    const client = await open({ scenario: ['outage-then-recovery'] })
    for (const { get } of [client, client.at(`${client.sandbox.name}-other`)]) {
      for (const status of [503, 503, 503, 200]) expect((await get(list)).status).toBe(status)
    }
    await client.sandbox.reset()
    expect((await client.get(list)).status).toBe(503)
    expect((await client.at(`${client.sandbox.name}-other`).get(list)).status).toBe(200)
  })
})
