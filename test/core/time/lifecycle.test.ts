import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { Choice } from '../../../src/core/assumptions/register.ts'
import { answers, assessmentBody, jobBody, noon } from '../../support/answers.ts'
import { type Client, describeFake, read } from '../../support/fake.ts'

async function assess({ post }: Client) {
  return read(await post('/security/assessments', assessmentBody), 201, answers.creation).data
}

async function newest({ get }: Client) {
  return read(await get('/security/assessments?limit=1'), 200, answers.assessments).data[0]
}

describeFake('assessments and jobs over time', (open) => {
  it('a comprehensive scan of a category runs all of its checks, an ordinary one half of them', async () => {
    const client = await open({ clock: noon })
    const run = async (scan_options?: object) => {
      const body = { ...assessmentBody, ...(scan_options === undefined ? {} : { scan_options }) }
      const { id } = read(await client.post('/security/assessments', body), 201, answers.creation).data
      await client.fake.clock.advance('5s')
      const { findings, summary } = read(await client.get(`/security/assessments/${id}`), 200, answers.assessment).data
      expect(summary.high_severity + summary.medium_severity + summary.low_severity).toBe(findings.length)
      return {
        categories: new Set(findings.map((finding) => finding.category)),
        checks: findings.length + summary.passing_checks,
      }
    }
    expect((await run({ comprehensive: true, categories: ['network'] })).checks).toBe(5)
    expect((await run({ comprehensive: false, categories: ['network'] })).checks).toBe(3)
    expect((await run()).checks).toBe(8)
    const { categories } = await run({ comprehensive: true, categories: ['encryption'] })
    expect([...categories].every((category) => category === 'encryption')).toBe(true)
  })

  it('a record that completes at once is still created as pending', async () => {
    const client = await open({ clock: noon, completeAfter: '0s' })
    const created = await assess(client)
    expect(created).toMatchObject({ status: 'pending', estimated_completion_time: noon })
    read(await client.get(`/security/assessments/${created.id}`), 200, answers.assessment)
    const job = read(await client.post('/data/analysis/jobs', jobBody), 201, answers.job).data
    expect(job.status).toBe('pending')
    expect(read(await client.get(`/data/analysis/jobs/${job.id}`), 200, answers.job).data.status).toBe('completed')
  })

  it('lists what was created at one instant with the latest first', async () => {
    const client = await open({ clock: noon })
    const ids: string[] = []
    for (let i = 0; i < 3; i += 1) ids.push((await assess(client)).id)
    await client.fake.clock.advance('5s')
    const { data } = read(await client.get('/security/assessments?limit=3'), 200, answers.assessments)
    expect(data.map((item) => item.id)).toEqual(ids.toReversed())
  })
})

interface Life {
  /** The instant of the clock, most often between two whole seconds. */
  readonly startMs: number
  /** The time that a record created then takes. */
  readonly takesMs: number
  readonly precision: Choice<'timestampPrecision'>
  /** True if the sandbox is saved and loaded on the way. */
  readonly isLoaded: boolean
}

const lives: fc.Arbitrary<Life> = fc.record({
  startMs: fc.integer({ min: 0, max: 999 }).map((ms) => Date.parse(noon) + ms),
  takesMs: fc.oneof(fc.constantFrom(1, 500, 999, 1000, 1001, 600_000), fc.integer({ min: 1, max: 7_200_000 })),
  precision: fc.constantFrom('seconds' as const, 'milliseconds' as const),
  isLoaded: fc.boolean(),
})

const text = (atMs: number, precision: string): string =>
  precision === 'milliseconds' ? new Date(atMs).toISOString() : `${new Date(atMs).toISOString().slice(0, -5)}Z`

const ceilSecond = (ms: number): number => Math.ceil(ms / 1000) * 1000

describeFake('a record that takes time', (open) => {
  it('completes to the millisecond, wherever between two seconds it began, and says so everywhere', async () => {
    const all = await open({ clock: noon, assume: { assessmentTimestamp: 'completed' } })
    let runs = 0
    const check = async ({ startMs, takesMs, precision, isLoaded }: Life) => {
      runs += 1
      const client = all.at(`run-${runs}`)
      const { sandbox, get, post } = client
      const completeAfter = `${takesMs}ms`
      await sandbox.assumptions.set({ timestampPrecision: precision })
      await sandbox.scenarios.define({ name: 'own', assessments: { completeAfter }, jobs: { completeAfter } })
      await sandbox.clock.set(new Date(startMs).toISOString())
      const doneMs = startMs + takesMs
      const assessed = await assess(client)
      const isExact = precision === 'milliseconds'
      expect(assessed.estimated_completion_time).toBe(text(isExact ? doneMs : ceilSecond(doneMs), precision))
      const body = { ...jobBody, notification: { email: 'ops@example.com' } }
      const job = read(await post('/data/analysis/jobs', body), 201, answers.job).data
      const readJob = async () => read(await get(`/data/analysis/jobs/${job.id}`), 200, answers.job).data
      if (isLoaded) await sandbox.snapshot.load(await sandbox.snapshot.save())

      await sandbox.clock.advance(`${takesMs - 1}ms`)
      expect(read(await get(`/security/assessments/${assessed.id}`), 200, answers.creation).data).toEqual(assessed)
      expect((await newest(client))?.id).not.toBe(assessed.id)
      expect((await readJob()).status).not.toBe('completed')
      expect(await sandbox.outbox.list()).toEqual([])

      await sandbox.clock.advance('1ms')
      const { data } = read(await get(`/security/assessments/${assessed.id}`), 200, answers.assessment)
      expect(data).toMatchObject({ ...assessmentBody, timestamp: text(doneMs, precision) })
      expect((await newest(client))?.score).toBe(data.score)
      expect((await newest(client))?.id).toBe(assessed.id)
      expect(await readJob()).toMatchObject({ status: 'completed', completed_at: text(doneMs, precision) })
      for (const [records, id] of [
        [sandbox.assessments, assessed.id],
        [sandbox.jobs, job.id],
      ] as const) {
        const row = await records.get(id)
        if (row?.status !== 'completed') expect.fail('not completed')
        expect(Date.parse(row.completed_at)).toBe(doneMs)
      }
      const shown = (await sandbox.outbox.list()).map(({ event, createdAt }) => [event, createdAt])
      expect(shown).toEqual([['analysis_job.completed', new Date(doneMs).toISOString()]])
    }
    await fc.assert(fc.asyncProperty(lives, check), { numRuns: 30 })
  })

  it('has completed once its time has been added to a clock that runs', async () => {
    const client = await open({ completeAfter: '10m' })
    for (let i = 0; i < 5; i += 1) {
      const { id } = await assess(client)
      const job = read(await client.post('/data/analysis/jobs', jobBody), 201, answers.job).data
      await client.fake.clock.advance('10m')
      read(await client.get(`/security/assessments/${id}`), 200, answers.assessment)
      expect(read(await client.get(`/data/analysis/jobs/${job.id}`), 200, answers.job).data.status).toBe('completed')
    }
  })
})

describeFake('the clock of a program', (open) => {
  it('frozen without a time stands where every run has it', async () => {
    const { fake } = await open({ clock: 'frozen' })
    expect(await fake.clock.show()).toEqual({ now: '2026-07-01T00:00:00.000Z', mode: 'frozen', rate: 1 })
  })

  it.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['1.5s', 1500],
    ['5m', 300_000],
    ['1h', 3_600_000],
    ['2d', 172_800_000],
    ['0s', 0],
    ['PT1H', 3_600_000],
    ['PT0.25S', 250],
    ['P1DT1M', 86_460_000],
    ['1h30m', 5_400_000],
    ['9m59s', 599_000],
    ['2h5m10s', 7_510_000],
    ['1d12h', 129_600_000],
    ['1m0.5s', 60_500],
    ['1s250ms', 1250],
    ['2m500ms', 120_500],
  ])('understands the duration %s', async (duration, ms) => {
    const { fake } = await open({ clock: noon })
    const { now } = await fake.clock.advance(duration)
    expect(Date.parse(now) - Date.parse(noon)).toBe(ms)
  })

  it.each(['', '5', 's', '1 h', '-1s', '1w', 'PT', 'P', 'P1Y', 'PT1', '1h1h', '30m1h', '1h 30m', '1h30', 'h'])(
    'refuses the duration %j, and moves nothing',
    async (duration) => {
      const { fake } = await open({ clock: noon })
      await expect(fake.clock.advance(duration)).rejects.toThrow(`by: ${JSON.stringify(duration)} is not a duration`)
      expect((await fake.clock.show()).now).toBe('2026-07-01T12:00:00.000Z')
    },
  )

  it('does not go past the years that a date-time can name', async () => {
    const { fake, get } = await open({ clock: '9899-12-31T00:00:00Z' })
    await expect(fake.clock.advance('1d')).rejects.toThrow('by: expected a time from 1970 to 9899')
    expect((await fake.clock.advance('1h')).now).toBe('9899-12-31T01:00:00.000Z')
    read(await get('/cloud/resources'), 200, answers.resources)
  })

  it('refuses a duration of more than a hundred years', async () => {
    const { fake } = await open({ clock: noon })
    await expect(fake.clock.advance('40000d')).rejects.toThrow('by: "40000d" is longer than 36525d, a hundred years')
  })
})
