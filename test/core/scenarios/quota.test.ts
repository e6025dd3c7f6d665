import { expect, it } from 'vitest'

import { answers, noon } from '../../support/answers.ts'
import { type Answer, describeSandboxes, read, readError } from '../../support/fake.ts'
import { rateOf } from '../../support/shows.ts'

const list = '/cloud/resources?limit=1'
const hourMs = 3_600_000
const resetAt = Date.parse(noon) + hourMs
const windows = ['first_request', 'clock_hour', 'sliding'] as const
const scopes = ['key', 'account'] as const
const unaligned = '2026-07-01T12:20:30.250Z'

describeSandboxes('the quota that a scenario sets', (open) => {
  const cases = windows.flatMap((rateWindow) => scopes.map((rateScope) => ({ rateWindow, rateScope })))

  /** The instant of a reset, which is a whole second within a second of the end of the window. */
  const readReset = (answer: Answer, [limit, remaining]: readonly number[], end: string): number => {
    const [, , reset = 0] = rateOf(answer)
    expect(rateOf(answer)).toEqual([limit, remaining, reset])
    expect([reset, Math.abs(reset * 1000 - Date.parse(end)) < 1000]).toEqual([reset, true])
    return reset * 1000
  }
  const endOf = (rateWindow: (typeof windows)[number]): string =>
    rateWindow === 'clock_hour' ? '2026-07-01T13:00:00Z' : '2026-07-01T13:20:30.250Z'

  it.each(cases)('is there again at the reset, under $rateWindow of each $rateScope', async (assume) => {
    const { sandbox, get } = await open({ clock: unaligned, assume })
    for (const [name, end] of [
      ['rate-limit-exhausted', endOf(assume.rateWindow)],
      ['rate-limit-resets-soon', '2026-07-01T12:20:35.250Z'],
    ] as const) {
      await sandbox.clock.set(unaligned)
      await sandbox.scenarios.on(name)
      const refused = await get(list)
      readError(refused, 429, 'rate_limit_exceeded')
      const resetMs = readReset(refused, [5000, 0], end)
      readError(await get(list, { key: 'csf_read_only' }), 429, 'rate_limit_exceeded')
      await sandbox.clock.set(new Date(resetMs - 1).toISOString())
      readError(await get(list), 429, 'rate_limit_exceeded')
      await sandbox.clock.advance('1ms')
      read(await get(list), 200, answers.resources)
      read(await get(list, { key: 'csf_read_only' }), 200, answers.resources)
      await sandbox.scenarios.off()
    }
  })

  it.each(cases)('nearly exhausted is two requests of each $rateScope, under $rateWindow', async (assume) => {
    const { sandbox, get } = await open({ clock: unaligned, assume })
    await get(list)
    await sandbox.scenarios.on('rate-limit-nearly-exhausted')
    const asked: number[] = []
    const [full, reader] = ['csf_full_access', 'csf_read_only']
    for (const key of [full, reader, reader, full, full, reader]) asked.push((await get(list, { key })).status)
    expect(asked).toEqual(assume.rateScope === 'key' ? [200, 200, 200, 200, 429, 429] : [200, 200, 429, 429, 429, 429])
    const resetMs = readReset(await get(list), [5000, 0], endOf(assume.rateWindow))
    await sandbox.clock.set(new Date(resetMs).toISOString())
    read(await get(list), 200, answers.resources)
  })

  it('is another than that of the sandbox, which goes on where it was', async () => {
    const { sandbox, get } = await open({ clock: noon })
    expect(rateOf(await get(list))[1]).toBe(4999)
    await sandbox.scenarios.on('rate-limit-exhausted')
    expect(rateOf(await get(list))[1]).toBe(0)
    await sandbox.scenarios.off()
    expect(rateOf(await get(list))[1]).toBe(4998)
  })

  it('begins again when it is switched on again, and is that of the last one that is on', async () => {
    const { sandbox, get } = await open({ clock: noon })
    await sandbox.scenarios.on('rate-limit-nearly-exhausted')
    for (const status of [200, 200, 429]) expect((await get(list)).status).toBe(status)
    await sandbox.clock.advance('10m')
    await sandbox.scenarios.on('rate-limit-nearly-exhausted')
    expect(rateOf(await get(list))).toEqual([5000, 1, resetAt / 1000 + 600])
    await sandbox.scenarios.on('rate-limit-resets-soon')
    expect(rateOf(await get(list))).toEqual([5000, 0, Date.parse(noon) / 1000 + 605])
    await sandbox.scenarios.off('rate-limit-resets-soon')
    expect(rateOf(await get(list))).toEqual([5000, 0, resetAt / 1000 + 600])
  })

  it('may have a limit of its own, and a reset without anything else', async () => {
    const { sandbox, get } = await open({ clock: noon })
    await sandbox.scenarios.define({ name: 'small', quota: { limit: 3 } })
    expect(rateOf(await get(list))).toEqual([3, 2, resetAt / 1000])
    await sandbox.scenarios.define({ name: 'small', quota: { limit: 3, remaining: 1, resetsIn: '1h' } })
    expect(rateOf(await get(list, { key: 'csf_small_quota' }))).toEqual([3, 0, resetAt / 1000])
    await sandbox.scenarios.define({ name: 'small', quota: { resetsIn: '10s' } })
    expect(rateOf(await get(list))).toEqual([5000, 4999, Date.parse(noon) / 1000 + 10])
  })

  it('is named by the journal where it refused a request, and only there', async () => {
    const { sandbox, get } = await open({ clock: noon })
    await sandbox.scenarios.on('rate-limit-nearly-exhausted')
    for (const status of [200, 200, 429]) expect((await get(list)).status).toBe(status)
    await sandbox.scenarios.on('rate-limit-exceeded')
    await get(list)
    await sandbox.scenarios.off()
    await get(list, { headers: { 'X-Fake-Scenario': 'rate-limit-exhausted' } })
    await sandbox.quota.set('full-access', { remaining: 0 })
    readError(await get(list), 429, 'rate_limit_exceeded')
    expect((await sandbox.requests.list()).map(({ scenarios }) => scenarios)).toEqual([
      [],
      [],
      ['rate-limit-nearly-exhausted'],
      ['rate-limit-exceeded[0]'],
      ['rate-limit-exhausted'],
      [],
    ])
    const scenario = 'rate-limit-nearly-exhausted'
    expect((await sandbox.requests.list({ scenario })).map(({ status }) => status)).toEqual([429])
    await sandbox.requests.verify({ scenario }, 1)
  })

  it('counts what a header names too, from the first request that names it', async () => {
    const { sandbox, get } = await open({ clock: noon })
    const headers = { 'X-Fake-Scenario': 'rate-limit-nearly-exhausted' }
    const statuses: number[] = []
    for (let asked = 0; asked < 3; asked += 1) {
      statuses.push((await get(list, { headers })).status, (await get(list)).status)
      await sandbox.clock.advance('1m')
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 200])
    expect(rateOf(await get(list, { headers }))[2]).toBe(resetAt / 1000)
    expect((await sandbox.summary()).scenarios).toEqual([])
  })
})
