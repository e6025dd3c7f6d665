import { describe, expect, it } from 'vitest'

import { createFake, type FakeOptions, type ScenarioRule } from '../../../src/index.ts'
import { type Client, describeSandboxes } from '../../support/fake.ts'
import { defineRules, tallyOf } from '../../support/scenarios.ts'

const noon = '2026-07-01T12:00:00Z'
const list = '/cloud/resources?limit=1'
const options: FakeOptions = { clock: noon, assume: { retryAfter: 'present' } }
const error = 'service_unavailable'

/** An outage with conditions on its time. */
const outage = (when: ScenarioRule['when']): ScenarioRule => ({ when, then: { error } })

/** Status and Retry-After of a request. */
async function ask({ get }: Client, headers: Readonly<Record<string, string>> = {}) {
  const { status, headers: answered } = await get(list, { headers })
  const wait = answered.get('retry-after')
  return wait === null ? [status] : [status, Number(wait)]
}

describeSandboxes('a rule that holds for a time', (open) => {
  it('fires from its begin until its end, and says the wait to the second', async () => {
    const client = await open(options)
    const { sandbox } = client
    await defineRules(sandbox, [outage({ operation: 'listResources', from: '5m', for: '30m' })])
    expect(await ask(client)).toEqual([200])
    await sandbox.clock.advance('299999ms')
    expect(await ask(client)).toEqual([200])
    for (const [by, answer] of [
      ['1ms', [503, 1800]],
      ['1ms', [503, 1800]],
      ['1799998ms', [503, 1]],
      ['1ms', [200]],
    ] as const) {
      await sandbox.clock.advance(by)
      expect(await ask(client)).toEqual(answer)
    }
    expect(await tallyOf(sandbox)).toEqual([[3, 3]])
  })

  it('says no wait to its end once its count is used up', async () => {
    const client = await open(options)
    await defineRules(client.sandbox, [{ ...outage({ for: '30m' }), count: { first: 2 } }])
    expect([await ask(client), await ask(client), await ask(client)]).toEqual([[503, 1800], [503, 1], [200]])
  })

  it.each<[ScenarioRule['when'], expected: string]>([
    [{ for: '10m' }, '503 600, 503 1, 200, 200'],
    [{ from: '0s', for: '10m' }, '503 600, 503 1, 200, 200'],
    [{ from: '10m' }, '200, 200, 503 1, 503 1'],
    [{ from: 'PT10M', for: '5m' }, '200, 200, 503 300, 200'],
  ])('%j: at once, a second before ten minutes, then, and an hour later', async (when, expected) => {
    const client = await open(options)
    await defineRules(client.sandbox, [outage(when)])
    const got = [await ask(client)]
    for (const by of ['599s', '1s', '1h']) {
      await client.sandbox.clock.advance(by)
      got.push(await ask(client))
    }
    expect(got.map((one) => one.join(' ')).join(', ')).toBe(expected)
  })

  it('says with 429 when the time ends, and not when the quota resets', async () => {
    const client = await open(options)
    await defineRules(client.sandbox, [{ when: { for: '90s' }, then: { error: 'rate_limit_exceeded' } }])
    expect(await ask(client)).toEqual([429, 90])
    await client.sandbox.scenarios.off()
    await client.sandbox.scenarios.on('rate-limit-exceeded')
    expect(await ask(client)).toEqual([429, 3600])
  })

  it('counts from when its scenario was switched on, and again from the next time', async () => {
    const client = await open(options)
    const { sandbox } = client
    await defineRules(sandbox, [outage({ for: '10m' })])
    expect((await sandbox.scenarios.show('own')).since).toBe(noon)
    await sandbox.clock.advance('1h')
    expect(await ask(client)).toEqual([200])
    await sandbox.scenarios.on('own')
    expect((await sandbox.scenarios.show('own')).since).toBe('2026-07-01T13:00:00Z')
    expect(await ask(client)).toEqual([503, 600])
    await sandbox.scenarios.off('own')
    expect((await sandbox.scenarios.show('own')).since).toBeUndefined()
    expect(await ask(client)).toEqual([200])
    // A request that names it begins a time of its own.
    for (const [by, answer] of [
      ['1h', [503, 600]],
      ['9m', [503, 60]],
      ['1m', [200]],
    ] as const) {
      await sandbox.clock.advance(by)
      expect(await ask(client, { 'X-Fake-Scenario': 'own' })).toEqual(answer)
    }
    expect((await sandbox.scenarios.show('flaky')).since).toBeUndefined()
  })

  it('ends at the same instant after a snapshot was loaded', async () => {
    const client = await open(options)
    const { sandbox } = client
    await defineRules(sandbox, [outage({ for: '10m' })])
    await sandbox.clock.advance('4m')
    expect(await ask(client)).toEqual([503, 360])
    const snapshot = await sandbox.snapshot.save()
    await sandbox.reset()
    expect(await ask(client)).toEqual([200])
    await sandbox.snapshot.load(snapshot)
    expect((await sandbox.scenarios.show('own')).since).toBe(noon)
    expect(await ask(client)).toEqual([503, 360])
    expect(await tallyOf(sandbox)).toEqual([[2, 2]])
    await sandbox.clock.set('2026-07-01T12:10:00Z')
    expect(await ask(client)).toEqual([200])
    // On a clock that is set back, it has not begun.
    await sandbox.clock.set('2026-07-01T11:59:59Z')
    expect(await ask(client)).toEqual([200])
  })
})

describe('a delay of every answer', () => {
  const key = 'csf_full_access'
  const asked = [
    [list, key],
    [list, 'csf_unknown'],
    ['/nowhere', key],
  ] as const

  it.each<FakeOptions['delay']>(['1h', { min: '1h', max: '2h' }])(
    'holds for successes and errors, but not where a scenario has another: %j',
    async (delay) => {
      const fake = await createFake({ clock: noon, delay })
      await fake.scenarios.define({ name: 'at-once', delay: '0s' })
      const ask = async ([path, secret]: (typeof asked)[number], named: Readonly<Record<string, string>> = {}) =>
        (await fake.fetch(fake.baseUrl + path, { headers: { Authorization: `Bearer ${secret}`, ...named } })).status
      expect(await Promise.all(asked.map((one) => ask(one)))).toEqual([200, 401, 404])
      await fake.scenarios.off()
      expect(await ask(asked[0], { 'X-Fake-Scenario': 'at-once' })).toBe(200)
      // They still wait when the fake ends, and get no answer.
      const waiting = asked.map(async (one) => await ask(one).catch((error: unknown) => String(error)))
      await fake.close()
      expect(await Promise.all(waiting)).toEqual(asked.map(() => 'TypeError: fetch failed'))
    },
  )

  it('is drawn again for each answer, and goes on after a snapshot', async () => {
    const fake = await createFake({ clock: noon, delay: { min: '1ms', max: '2ms' } })
    const headers = { Authorization: `Bearer ${key}` }
    await fake.fetch(fake.baseUrl + list, { headers })
    await fake.fetch(fake.baseUrl + list, {
      headers: { ...headers, 'X-Fake-Then': '{"delay":{"min":"0s","max":"1ms"}}' },
    })
    const snapshot = await fake.snapshot.save()
    expect(snapshot.parts).toMatchObject({ scenarios: { draws: 3, delay: { min: '1ms', max: '2ms' } } })
    await fake.reset()
    await fake.snapshot.load(snapshot)
    expect((await fake.snapshot.save()).parts).toEqual(snapshot.parts)
    await fake.close()
  })

  it.each(['soon', 5, { min: '2s', max: '1s' }, { median: '80ms', p99: '2s' }, {}])('%j is refused', async (delay) => {
    const given: FakeOptions = Object.fromEntries([['delay', delay]])
    await expect(createFake(given)).rejects.toThrow(/^delay(\.min)?: (expected a duration|required, but missing)/)
  })
})
