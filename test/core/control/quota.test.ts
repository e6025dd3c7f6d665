import { expect, it } from 'vitest'

import type { QuotaInfo } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { describeTwoWays, describeWays, type ControlledFake } from '../../support/control.ts'
import { type Answer, readError } from '../../support/fake.ts'

const windows = ['first_request', 'clock_hour', 'sliding'] as const

/** The quota in the headers of an answer, in the form of the control plane. */
const quotaOf = ({ headers }: Answer): Pick<QuotaInfo, 'limit' | 'remaining' | 'reset'> => ({
  limit: Number(headers.get('x-rate-limit-limit')),
  remaining: Number(headers.get('x-rate-limit-remaining')),
  reset: new Date(1000 * Number(headers.get('x-rate-limit-reset'))).toISOString(),
})

const shown = ({ fake }: ControlledFake, id = 'full-access'): Promise<QuotaInfo> => fake.quota.show(id)

const secrets = new Map([
  ['full-access', 'csf_full_access'],
  ['read-only', 'csf_read_only'],
  ['small-quota', 'csf_small_quota'],
])

const use = ({ api }: ControlledFake, id = 'full-access'): Promise<Answer> =>
  api('GET', '/cloud/resources', { key: secrets.get(id) ?? '' })

const half = '2026-07-01T12:30:00Z'

describeWays('the quotas of a sandbox', (open) => {
  it('are listed for every key that is not revoked, as the summary has them', async () => {
    const { fake } = await open({ clock: noon })
    const quotas = await fake.quota.list()
    expect(quotas.map(({ id }) => id)).toEqual(
      (await fake.keys.list()).filter(({ revoked }) => !revoked).map(({ id }) => id),
    )
    expect((await fake.summary()).quotas).toEqual(quotas)
    for (const quota of quotas) expect(await fake.quota.show(quota.id)).toEqual(quota)
    expect(quotas.find(({ id }) => id === 'small-quota')).toEqual({
      id: 'small-quota',
      name: 'Five requests an hour',
      limit: 5,
      remaining: 5,
      reset: '2026-07-01T13:00:00.000Z',
    })
  })

  it('are those of one sandbox, and reading them counts nothing', async () => {
    const panel = await open({ clock: noon })
    await use(panel)
    await panel.fake.quota.set('full-access', { remaining: 10 })
    await panel.fake.quota.list()
    expect((await shown(panel)).remaining).toBe(10)
    expect((await panel.fake.sandbox('one').quota.list()).find(({ id }) => id === 'full-access')?.remaining).toBe(5000)
  })
})

describeTwoWays('a quota that is set', (open) => {
  it.each(
    windows.flatMap((rateWindow) => [
      { rateWindow, rateScope: 'key', used: false } as const,
      { rateWindow, rateScope: 'key', used: true } as const,
      { rateWindow, rateScope: 'account', used: true } as const,
    ]),
  )(
    'says what the headers then say: $rateWindow, $rateScope, used before: $used',
    async ({ rateWindow, rateScope, used }) => {
      const panel = await open({ clock: half, assume: { rateWindow, rateScope }, quota: 100 })
      const { fake } = panel
      const set = (quota: Parameters<typeof fake.quota.set>[1]) => fake.quota.set('full-access', quota)
      const reset = '2026-07-01T12:40:00.000Z'
      if (used) {
        await fake.clock.set('2026-07-01T12:20:00Z')
        await use(panel)
        await fake.clock.set(half)
      }
      const before = await shown(panel)
      expect(before).toMatchObject({ limit: 100, remaining: used ? 99 : 100 })

      expect(await set({ limit: 10 })).toEqual({ ...before, limit: 10, remaining: used ? 9 : 10 })
      expect(await set({ remaining: 3 })).toEqual({ ...before, limit: 10, remaining: 3 })
      expect(await set({ resetsIn: '10m' })).toEqual({ ...before, limit: 10, remaining: 3, reset })
      expect(await set({})).toEqual(await shown(panel))
      for (const remaining of [2, 1, 0]) expect(quotaOf(await use(panel))).toEqual({ limit: 10, remaining, reset })
      const refused = await use(panel)
      readError(refused, 429, 'rate_limit_exceeded')
      expect(quotaOf(refused)).toMatchObject({ limit: 10, remaining: 0, reset })
      expect(await shown(panel)).toMatchObject(quotaOf(refused))

      await fake.clock.set('2026-07-01T12:39:59.999Z')
      readError(await use(panel), 429, 'rate_limit_exceeded')
      await fake.clock.set('2026-07-01T12:40:00Z')
      const after = await use(panel)
      expect(after.status).toBe(200)
      expect(await shown(panel)).toMatchObject(quotaOf(after))
      // A sliding window now counts only the requests after the change.
      expect(quotaOf(after).remaining).toBe(rateWindow === 'sliding' ? 4 : 9)
    },
  )

  it('of a sliding window resets only where something counts', async () => {
    const panel = await open({ clock: half, assume: { rateWindow: 'sliding' } })
    const before = await panel.fake.quota.list()
    const refused = panel.fake.quota.set('full-access', { limit: 7, resetsIn: '10m' })
    await expect(refused).rejects.toThrow('resetsIn: this sliding window is empty')
    expect(await panel.fake.quota.list()).toEqual(before)
  })

  it('of a sliding window is read without a change', async () => {
    const panel = await open({ clock: half, assume: { rateWindow: 'sliding' } })
    await use(panel)
    await panel.fake.clock.advance('2h')
    expect((await shown(panel)).remaining).toBe(5000)
    await panel.fake.clock.set(half)
    expect((await shown(panel)).remaining).toBe(4999)
  })

  it.each(['first_request', 'clock_hour'] as const)(
    'resets when it says so, even where nothing of it is used: %s',
    async (rateWindow) => {
      const panel = await open({ clock: half, assume: { rateWindow } })
      const reset = '2026-07-01T12:40:00.000Z'
      const set = await panel.fake.quota.set('full-access', { resetsIn: '10m' })
      expect(set).toMatchObject({ remaining: 5000, reset })
      expect(quotaOf(await use(panel))).toEqual({ limit: 5000, remaining: 4999, reset })
    },
  )

  it.each(windows)(
    'resets on the whole second that it shows, less than one from what was asked: %s',
    async (rateWindow) => {
      const at = '2026-07-01T12:30:00.250Z'
      const panel = await open({ clock: at, assume: { rateWindow } })
      for (const [resetsIn, ms] of [
        ['1500ms', 1500],
        ['2s', 2000],
        ['1ms', 1],
        ['0s', 0],
        ['PT1H', 3_600_000],
      ] as const) {
        await panel.fake.clock.set(at)
        const { reset, remaining } = await panel.fake.quota.set('full-access', { remaining: 0, resetsIn })
        expect([remaining, reset.slice(-5)]).toEqual([0, '.000Z'])
        expect(Math.abs(Date.parse(reset) - Date.parse(at) - ms)).toBeLessThan(1000)
        await panel.fake.clock.set(new Date(Date.parse(reset) - 1).toISOString())
        expect((await use(panel)).status, resetsIn).toBe(429)
        await panel.fake.clock.set(reset)
        expect((await use(panel)).status, resetsIn).toBe(200)
      }
    },
  )

  it.each(windows)('lasts only for its window, but its limit stays: %s', async (rateWindow) => {
    const panel = await open({ clock: half, assume: { rateWindow } })
    await panel.fake.quota.set('full-access', { limit: 7, remaining: 0 })
    await panel.fake.clock.advance('61m')
    expect(quotaOf(await use(panel))).toMatchObject({ limit: 7, remaining: 6 })
  })

  it('below what is used leaves nothing, and never less', async () => {
    const panel = await open({ clock: noon })
    for (let i = 0; i < 5; i += 1) await use(panel)
    expect(await panel.fake.quota.set('full-access', { limit: 3 })).toMatchObject({ limit: 3, remaining: 0 })
    expect((await use(panel)).status).toBe(429)
    expect(await panel.fake.quota.set('full-access', { limit: 10 })).toMatchObject({ limit: 10, remaining: 4 })
  })

  it('of a key is not that of another, unless the account has one for all', async () => {
    const own = await open({ clock: noon })
    await own.fake.quota.set('full-access', { limit: 9, remaining: 2 })
    expect(await shown(own, 'read-only')).toMatchObject({ limit: 5000, remaining: 5000 })
    expect(await shown(own, 'small-quota')).toMatchObject({ limit: 5, remaining: 5 })

    const shared = await open({ clock: noon, assume: { rateScope: 'account' } })
    await shared.fake.quota.set('full-access', { limit: 9, remaining: 2 })
    for (const id of ['read-only', 'small-quota']) {
      expect(await shown(shared, id)).toMatchObject({ limit: 9, remaining: 2 })
    }
    expect(quotaOf(await use(shared, 'small-quota'))).toMatchObject({ limit: 9, remaining: 1 })
    expect(quotaOf(await use(shared, 'read-only'))).toMatchObject({ limit: 9, remaining: 0 })
    expect((await use(shared, 'full-access')).status).toBe(429)
  })

  it('goes before the quota that the key has of its own', async () => {
    const panel = await open({ clock: noon })
    expect(await panel.fake.quota.set('small-quota', { limit: 50, remaining: 50 })).toMatchObject({
      limit: 50,
      remaining: 50,
    })
    expect(quotaOf(await use(panel, 'small-quota'))).toMatchObject({ limit: 50, remaining: 49 })
  })

  it('while a scenario says what quotas are is that of the scenario, and goes with it', async () => {
    const panel = await open({ clock: noon })
    const { fake } = panel
    await use(panel)
    await fake.scenarios.on('rate-limit-exhausted')
    expect(await shown(panel)).toMatchObject({ limit: 5000, remaining: 0 })
    expect(await fake.quota.set('full-access', { remaining: 1 })).toMatchObject({ remaining: 1 })
    expect((await use(panel)).status).toBe(200)
    expect((await use(panel)).status).toBe(429)
    expect((await use(panel, 'read-only')).status).toBe(429)
    await fake.scenarios.off()
    expect(quotaOf(await use(panel))).toMatchObject({ remaining: 4998 })
  })
})
