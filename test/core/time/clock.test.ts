import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { type ClockPatch, createFake, InputError, type Scenario } from '../../../src/index.ts'
import { answers, assessmentBody, jobBody, noon } from '../../support/answers.ts'
import { describeTwoWays, describeWays, type ControlledFake, stateOf } from '../../support/control.ts'
import { read } from '../../support/fake.ts'
import { heldBody } from '../../support/held-body.ts'

/** Sets the wall clock of this process, and so that of every fake in it; timers go on as they are. */
function setWall(instant: string): void {
  vi.setSystemTime(instant)
}

const wall = '2030-01-01T00:00:00.000Z'

/** The wall clock, so many milliseconds later. */
const later = (ms: number): string => new Date(Date.parse(wall) + ms).toISOString()

describeTwoWays('a clock', (open) => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    setWall(wall)
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('that is real goes as the wall clock does', async () => {
    const { fake } = await open()
    expect(await fake.clock.show()).toEqual({ now: wall, mode: 'real', rate: 1 })
    setWall(later(1234))
    expect(await fake.clock.show()).toEqual({ now: later(1234), mode: 'real', rate: 1 })
  })

  it('that is set goes on from there in the mode it is in', async () => {
    const real = await open()
    expect((await real.fake.clock.set(noon)).now).toBe('2026-07-01T12:00:00.000Z')
    setWall(later(5000))
    expect((await real.fake.clock.show()).now).toBe('2026-07-01T12:00:05.000Z')
    const frozen = await open({ clock: 'frozen' })
    await frozen.fake.clock.set('2026-07-01T14:00:00.5+02:00')
    setWall(later(9000))
    expect((await frozen.fake.clock.show()).now).toBe('2026-07-01T12:00:00.500Z')
  })

  it('that is advanced moves by as much, and goes on in the mode it is in', async () => {
    const { fake } = await open()
    setWall(later(500))
    expect((await fake.clock.advance('1h')).now).toBe(later(3_600_500))
    setWall(later(1000))
    expect(await fake.clock.show()).toEqual({ now: later(3_601_000), mode: 'real', rate: 1 })
    await fake.clock.freeze()
    expect((await fake.clock.advance('250ms')).now).toBe(later(3_601_250))
    expect((await fake.clock.advance('0s')).now).toBe(later(3_601_250))
  })

  it.each([
    [60, 1000, 60_000],
    [0.5, 1000, 500],
    [0.001, 999, 0],
    [1.5, 3, 4],
    [86_400, 1, 86_400],
    [3600, 10_000, 36_000_000],
  ])('at the rate of %d passes, in %d ms of the wall clock, %d ms', async (rate, wallMs, ms) => {
    const { fake } = await open()
    expect(await fake.clock.run(rate)).toEqual({ now: wall, mode: 'real', rate })
    setWall(later(wallMs))
    expect((await fake.clock.show()).now).toBe(later(ms))
  })

  it('keeps its rate until it is given another, and does not jump when it is', async () => {
    const { fake } = await open()
    await fake.clock.run(60)
    setWall(later(1000))
    expect(await fake.clock.freeze()).toEqual({ now: later(60_000), mode: 'frozen', rate: 60 })
    setWall(later(2000))
    expect(await fake.clock.run()).toEqual({ now: later(60_000), mode: 'real', rate: 60 })
    setWall(later(3000))
    expect(await fake.clock.run(2)).toEqual({ now: later(120_000), mode: 'real', rate: 2 })
    setWall(later(4000))
    expect((await fake.clock.set(noon)).rate).toBe(2)
    setWall(later(5000))
    expect((await fake.clock.show()).now).toBe('2026-07-01T12:00:02.000Z')
    expect((await fake.clock.advance('1s')).now).toBe('2026-07-01T12:00:03.000Z')
  })

  it.each<readonly [change: ClockPatch, after: { now: string; mode: string; rate: number }, tenSecondsLater: string]>([
    [{}, { now: '2026-07-01T12:00:00.000Z', mode: 'frozen', rate: 1 }, '2026-07-01T12:00:00.000Z'],
    [{ mode: 'real' }, { now: '2026-07-01T12:00:00.000Z', mode: 'real', rate: 1 }, '2026-07-01T12:00:10.000Z'],
    [{ rate: 3 }, { now: '2026-07-01T12:00:00.000Z', mode: 'frozen', rate: 3 }, '2026-07-01T12:00:00.000Z'],
    [
      { now: '2026-08-01T00:00:00Z', rate: 3 },
      { now: '2026-08-01T00:00:00.000Z', mode: 'frozen', rate: 3 },
      '2026-08-01T00:00:00.000Z',
    ],
    [
      { now: '2026-08-01T00:00:00Z', mode: 'real', rate: 360 },
      { now: '2026-08-01T00:00:00.000Z', mode: 'real', rate: 360 },
      '2026-08-01T01:00:00.000Z',
    ],
  ])('changes in several things at once: %j', async (change, after, tenSecondsLater) => {
    const { fake } = await open({ clock: noon })
    expect(await fake.clock.change(change)).toEqual(after)
    setWall(later(10_000))
    expect((await fake.clock.show()).now).toBe(tenSecondsLater)
  })

  it.each<ClockPatch>([
    { rate: 0 },
    { rate: 86_400.5 },
    { rate: Number.NaN },
    { rate: 0, now: noon, mode: 'frozen' },
    { now: 'then', mode: 'frozen', rate: 2 },
    { now: '2026-07-01', mode: 'frozen' },
    { now: '1969-12-31T23:59:59.999Z', mode: 'frozen' },
    { now: '9900-01-01T00:00:00Z', rate: 2 },
    JSON.parse('{"mode":"stopped","now":"2026-07-01T12:00:00Z"}'),
    JSON.parse('{"speed":2,"now":"2026-07-01T12:00:00Z"}'),
  ])('that cannot be changed so does not change at all: %j', async (change) => {
    const { fake } = await open()
    await fake.clock.run(10)
    setWall(later(1000))
    await expect(fake.clock.change(change)).rejects.toThrow(InputError)
    expect(await fake.clock.show()).toEqual({ now: later(10_000), mode: 'real', rate: 10 })
    setWall(later(2000))
    expect((await fake.clock.show()).now).toBe(later(20_000))
  })

  it.each([1, 2, 86_400])(
    'at the rate of %d stops before the years have five digits, and can still be moved',
    async (rate) => {
      const { fake, api } = await open()
      await fake.clock.change({ now: '9899-12-31T23:59:59Z', rate })
      setWall(later(86_400_000))
      const { now } = await fake.clock.show()
      expect(now).toMatch(/^9899-12-31T23:59:59/)
      expect((await api('GET', '/cloud/resources')).status).toBe(200)
      await fake.clock.freeze()
      expect((await fake.clock.set(noon)).now).toBe('2026-07-01T12:00:00.000Z')
    },
  )

  it.each(['1970-01-01T00:00:00Z', '9899-12-31T23:59:59.999Z'])(
    'can show %s, and everything is served then',
    async (now) => {
      const { fake, api } = await open({ clock: noon })
      await fake.clock.set(now)
      const made = read(await api('POST', '/data/analysis/jobs', { body: jobBody }), 201, answers.job).data
      expect(Date.parse(made.created_at ?? '')).toBe(Math.floor(Date.parse(now) / 1000) * 1000)
      read(await api('POST', '/security/assessments', { body: assessmentBody }), 201, answers.creation)
      for (const kind of ['resources', 'assessments', 'jobs'] as const) await fake[kind].create({})
      expect((await fake.keys.create({ name: 'k' })).createdAt).toBe(new Date(now).toISOString())
    },
  )
})

/** The view of every operation on an assessment. */
async function showAssessment(
  { api }: Pick<ControlledFake, 'api'>,
  id: string,
): Promise<readonly [got: string, listed: boolean]> {
  const got = z
    .looseObject({ data: z.looseObject({ status: z.optional(z.string()), timestamp: z.optional(z.string()) }) })
    .parse(JSON.parse((await api('GET', `/security/assessments/${id}`)).text)).data
  const list = read(await api('GET', '/security/assessments?limit=100'), 200, answers.assessments).data
  return [got.status ?? `completed at ${got.timestamp ?? ''}`, list.some((item) => item.id === id)]
}

describeWays('a created record', (open) => {
  const slow: Scenario = { name: 'slow-ones', assessments: { completeAfter: '50m' }, jobs: { completeAfter: '100m' } }

  it('an assessment is pending, in progress and completed at the times that were chosen, on every operation', async () => {
    const panel = await open({ clock: noon, assume: { assessmentStates: 'pending_in_progress_completed' } })
    const { fake, api } = panel
    await fake.scenarios.define(slow)
    const made = read(await api('POST', '/security/assessments', { body: assessmentBody }), 201, answers.creation).data
    expect(made).toMatchObject({ status: 'pending', estimated_completion_time: '2026-07-01T12:50:00Z' })
    const at = async (now: string): Promise<unknown> => {
      await fake.clock.set(now)
      return showAssessment(panel, made.id)
    }
    expect(await at('2026-07-01T12:00:00Z')).toEqual(['pending', false])
    expect(await at('2026-07-01T12:09:59.999Z')).toEqual(['pending', false])
    expect(await at('2026-07-01T12:10:00Z')).toEqual(['in_progress', false])
    expect(await at('2026-07-01T12:49:59.999Z')).toEqual(['in_progress', false])
    expect(await at('2026-07-01T12:50:00Z')).toEqual(['completed at 2026-07-01T12:50:00Z', true])
    const row = await fake.assessments.get(made.id)
    expect(row).toMatchObject({ status: 'completed', completed_at: '2026-07-01T12:50:00Z' })
    // Effects that follow only from the instant are undone with it.
    expect(await at('2026-07-01T12:20:00Z')).toEqual(['in_progress', false])
    expect(await fake.assessments.get(made.id)).toMatchObject({ status: 'in_progress' })
  })

  it('a job is pending, running and completed at the times that were chosen, on every operation', async () => {
    const { fake, api } = await open({ clock: noon })
    await fake.scenarios.define(slow)
    const made = read(await api('POST', '/data/analysis/jobs', { body: jobBody }), 201, answers.job).data
    expect(made.status).toBe('pending')
    const at = async (now: string) => {
      await fake.clock.set(now)
      const got = read(await api('GET', `/data/analysis/jobs/${made.id}`), 200, answers.job).data
      const list = async (query: string) =>
        read(await api('GET', `/data/analysis/jobs?limit=100${query}`), 200, answers.jobs).data
      const listed = (await list('')).find((job) => job.id === made.id)?.status
      const filtered = (await list(`&status=${got.status}`)).some((job) => job.id === made.id)
      expect((await fake.jobs.get(made.id))?.['status']).toBe(got.status)
      return [got.status, listed, filtered, got.updated_at, got.completed_at]
    }
    expect(await at('2026-07-01T12:19:59.999Z')).toEqual(['pending', 'pending', true, noon, undefined])
    expect(await at('2026-07-01T12:20:00Z')).toEqual(['running', 'running', true, '2026-07-01T12:20:00Z', undefined])
    expect((await at('2026-07-01T13:39:59.999Z')).slice(0, 3)).toEqual(['running', 'running', true])
    const end = '2026-07-01T13:40:00Z'
    expect(await at(end)).toEqual(['completed', 'completed', true, end, end])
    expect(await at('2026-07-01T12:00:00Z')).toEqual(['pending', 'pending', true, noon, undefined])
  })
})

describeWays('the clock of a sandbox', (open) => {
  it('is that of its answers, its timestamps and its quota', async () => {
    const { fake, api } = await open({ clock: noon, quota: 2 })
    await fake.clock.set('2027-02-03T04:05:06.700Z')
    const answer = await api('POST', '/data/analysis/jobs', { body: jobBody })
    expect(answer.headers.get('date')).toBe('Wed, 03 Feb 2027 04:05:06 GMT')
    const reset = Number(answer.headers.get('x-rate-limit-reset')) * 1000
    expect(Math.abs(reset - Date.parse('2027-02-03T05:05:06.700Z'))).toBeLessThan(1000)
    expect(read(answer, 201, answers.job).data.created_at).toBe('2027-02-03T04:05:06Z')
    const key = await fake.keys.create({ name: 'k' })
    expect(key.createdAt).toBe('2027-02-03T04:05:06.700Z')
    expect((await fake.resources.create({}))['created_at']).toBe('2027-02-03T04:05:06.700Z')

    expect((await api('GET', '/cloud/resources')).status).toBe(200)
    const refused = await api('GET', '/cloud/resources')
    expect(refused.status).toBe(429)
    await fake.clock.set(new Date(reset - 1).toISOString())
    expect((await api('GET', '/cloud/resources')).status).toBe(429)
    await fake.clock.advance('1ms')
    expect((await api('GET', '/cloud/resources')).status).toBe(200)
  })

  it('does not decide how long an answer takes', async () => {
    const { fake, api } = await open({ clock: noon })
    await fake.scenarios.define({ name: 'late', rules: [{ then: { delay: '80ms' } }] })
    const time = async (): Promise<number> => {
      const start = performance.now()
      expect((await api('GET', '/cloud/resources')).status).toBe(200)
      return performance.now() - start
    }
    // Fast, then frozen while the answer is awaited, then far ahead.
    await fake.clock.run(86_400)
    const waited = [time(), time()]
    await fake.clock.freeze()
    waited.push(time())
    await fake.clock.advance('1h')
    for (const ms of await Promise.all(waited)) expect(ms).toBeGreaterThan(75)
  })

  it('is asked when all of a request is there, not when it began', async () => {
    const { fake, api } = await open({ clock: noon })
    const { body, release } = heldBody(jobBody)
    const created = api('POST', '/data/analysis/jobs', { body })
    // The request has begun when it counts.
    await expect.poll(async () => (await fake.quota.list())[0]?.remaining, { interval: 5 }).toBe(4999)
    await fake.clock.advance('1h')
    release()
    expect(read(await created, 201, answers.job).data.created_at).toBe('2026-07-01T13:00:00Z')
  })

  it('moves nothing by being looked at', async () => {
    const panel = await open({ clock: noon })
    const before = await stateOf(panel)
    for (let i = 0; i < 3; i += 1) await panel.fake.clock.show()
    await panel.fake.clock.change({})
    await panel.fake.clock.advance('0s')
    expect(await stateOf(panel)).toEqual(before)
  })
})

describe('the clock of a program', () => {
  it('is refused in terms of what was said, for durations and instants alike', async () => {
    const { clock } = await createFake({ clock: noon })
    await expect(clock.advance('soon')).rejects.toThrow('by: "soon" is not a duration; write 250ms, 30s, 1h30m or PT1H')
    await expect(clock.set('soon')).rejects.toThrow('now: expected an ISO 8601 date-time')
    await expect(clock.run(-1)).rejects.toThrow('rate: expected a number above 0, at most 86400, got -1')
  })
})
