import { expect, it } from 'vitest'

import { assessmentBody, jobBody, noon } from '../../support/answers.ts'
import { describeTwoWays, type ControlledFake, readProblem, stateOf } from '../../support/control.ts'

type Due = Awaited<ReturnType<ControlledFake['fake']['clock']['due']>>[number]

/** An instant of the clock, so many milliseconds later. */
const after = (at: string, ms: number): string => new Date(Date.parse(at) + ms).toISOString()

const webhook = { ...jobBody, notification: { webhook_url: 'http://192.0.2.1/hook' } }

const post = ({ api }: Pick<ControlledFake, 'api'>, path: string, body: object) => api('POST', path, { body })

/** The part of a sandbox that an event changes. */
async function partOf({ fake }: ControlledFake, { kind, id }: Due): Promise<unknown> {
  if (kind === 'quota') return (await fake.quota.show(id)).remaining
  if (kind === 'outbox') return (await fake.outbox.list()).find((delivery) => delivery.id === id)?.attempts.length
  return (kind === 'jobs' ? await fake.jobs.get(id) : await fake.assessments.get(id))?.['status']
}

/** Moves the clock to what comes next, again and again. @returns what came, as texts */
async function walk(panel: ControlledFake, steps: number): Promise<readonly string[]> {
  const came: string[] = []
  while (came.length < steps) {
    const [next] = await panel.fake.clock.due()
    if (next === undefined) return came
    const before = await partOf(panel, next)
    await panel.fake.clock.set(after(next.at, -1))
    expect([next, await partOf(panel, next)]).toEqual([next, before])
    expect((await panel.fake.clock.due())[0]).toEqual(next)
    await panel.fake.clock.set(next.at)
    const changed = await partOf(panel, next)
    if (next.kind === 'outbox') expect(changed).toBe(Number(before) + 1)
    else if (next.kind === 'quota') expect(changed).toBeGreaterThan(Number(before))
    else expect(changed).toBe(next.event)
    came.push(`${next.at.slice(11, 23)} ${next.kind} ${next.event}`)
  }
  return came
}

describeTwoWays('what comes due next', (open) => {
  it('is what happens at that instant and no earlier, the soonest first', async () => {
    const panel = await open({ clock: noon, completeAfter: '10s' })
    await panel.fake.scenarios.define({ name: 'unreachable', webhooks: { fail: 5 } })
    await post(panel, '/security/assessments', assessmentBody)
    await panel.fake.clock.advance('333ms')
    await post(panel, '/data/analysis/jobs', webhook)
    expect(await walk(panel, 20)).toEqual([
      '12:00:02.000 assessments in_progress',
      '12:00:02.333 jobs running',
      '12:00:10.000 assessments completed',
      '12:00:10.333 jobs completed',
      '12:00:15.333 outbox attempt',
      '12:05:15.333 outbox attempt',
      '12:35:15.333 outbox attempt',
      '13:00:00.000 quota reset',
      '14:35:15.333 outbox attempt',
    ])
  })

  it.each([
    ['first_request', ['13:00:00.000 quota reset']],
    ['clock_hour', ['13:00:00.000 quota reset']],
    ['sliding', ['13:00:00.000 quota reset', '13:00:07.000 quota reset']],
  ] as const)('has the resets of a quota with the window %s', async (rateWindow, resets) => {
    const panel = await open({ clock: noon, assume: { rateWindow } })
    await panel.api('GET', '/cloud/resources')
    await panel.fake.clock.advance('7890ms')
    await panel.api('GET', '/cloud/resources')
    expect(await walk(panel, 5)).toEqual(resets)
  })

  it('has the outcome that a scenario gives, and the statuses of a lifecycle that is not whole', async () => {
    const panel = await open({ clock: noon })
    await panel.fake.scenarios.define({ name: 'odd', jobs: { completeAfter: '7ms', outcome: 'failed' } })
    await post(panel, '/data/analysis/jobs', jobBody)
    const { items } = await panel.fake.jobs.list({ limit: 1 })
    expect((await panel.fake.clock.due({ limit: 1 }))[0]).toEqual({
      at: '2026-07-01T12:00:00.001Z',
      kind: 'jobs',
      id: items[0]?.['id'],
      event: 'running',
    })
    expect(await walk(panel, 2)).toEqual(['12:00:00.001 jobs running', '12:00:00.007 jobs failed'])
  })

  it('leaves out what never comes', async () => {
    const panel = await open({ clock: noon, scenario: ['assessments-never-complete'] })
    const { fake } = panel
    expect(await fake.clock.due()).toEqual([])
    await post(panel, '/security/assessments', assessmentBody)
    await post(panel, '/data/analysis/jobs', jobBody)
    await post(panel, '/data/analysis/jobs', jobBody)
    const [first, second] = (await fake.jobs.list({ limit: 2 })).items
    await fake.jobs.update(String(first?.['id']), { status: 'running' })
    await fake.jobs.remove(String(second?.['id']))
    await fake.jobs.create({ status: 'completed', completed_at: '2026-07-01T14:00:00Z' })
    expect(await fake.clock.due()).toEqual([expect.objectContaining({ kind: 'quota', id: 'full-access' })])
    await fake.keys.revoke('full-access')
    expect(await fake.clock.due()).toEqual([])
  })

  it('has only the next delivery of a job', async () => {
    const { fake } = await open({ clock: noon })
    await fake.assumptions.set({ notifyOn: 'every_transition' })
    await fake.scenarios.define({ name: 'unreachable', webhooks: { fail: 5 } })
    await fake.jobs.create({ status: 'pending', notification: webhook.notification })
    const [{ id } = expect.fail('no job')] = (await fake.jobs.list({ limit: 1 })).items
    await fake.jobs.update(id, { status: 'running' })
    await fake.clock.advance('1s')
    await fake.jobs.update(id, { status: 'completed' })
    await fake.clock.advance('0s')
    const [first, ...others] = await fake.outbox.list()
    expect(others.map(({ state }) => state)).toEqual(['pending'])
    await fake.clock.set('2026-07-01T11:00:00Z')
    const attempts = (await fake.clock.due()).filter(({ kind }) => kind === 'outbox')
    expect(attempts).toEqual([{ at: first?.nextAttemptAt, kind: 'outbox', id: first?.id, event: 'attempt' }])
  })

  it('has 20 items unless the request says otherwise, at most 100', async () => {
    const panel = await open({ clock: noon })
    for (let made = 0; made < 60; made += 1) await post(panel, '/security/assessments', assessmentBody)
    const lengthOf = async (limit?: number) => (await panel.fake.clock.due(limit === undefined ? {} : { limit })).length
    expect([await lengthOf(), await lengthOf(1), await lengthOf(100)]).toEqual([20, 1, 100])
    const all = await panel.fake.clock.due({ limit: 100 })
    expect(await panel.fake.clock.due({ limit: 30 })).toEqual(all.slice(0, 30))
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted())
    for (const limit of ['0', '101', '-1', '1.5', 'all', '']) {
      const refused = readProblem(await panel.control('GET', `/clock/due?limit=${limit}`), 400)
      expect(refused).toBe(`limit: expected a whole number from 1 to 100, got "${limit}"`)
    }
  })

  it('has only one kind or one id, also where others come sooner', async () => {
    const { fake, ...panel } = await open({ clock: noon })
    for (let made = 0; made < 60; made += 1) await post(panel, '/security/assessments', assessmentBody)
    await fake.clock.advance('100ms')
    await post(panel, '/data/analysis/jobs', jobBody)
    const [{ id } = expect.fail('no job')] = (await fake.jobs.list({ limit: 1 })).items
    const job = { kind: 'jobs', id }
    const changes = [expect.objectContaining({ ...job, event: 'running' }), expect.objectContaining(job)]
    expect(await fake.clock.due({ kind: 'jobs' })).toEqual(changes)
    expect(await fake.clock.due({ id })).toEqual(changes)
    expect(await fake.clock.due({ kind: 'assessments', id })).toEqual([])
    expect(await fake.clock.due({ kind: 'resources' })).toEqual([])
    expect(await fake.clock.due({ kind: 'quota', limit: 1 })).toEqual([expect.objectContaining({ event: 'reset' })])
    const refused = readProblem(await panel.control('GET', '/clock/due?kind=job'), 400)
    expect(refused).toBe(
      'kind: expected one of resources, assessments, jobs, outbox, quota, got "job". Did you mean jobs?',
    )
  })

  it('changes nothing when it is read, and makes no sandbox', async () => {
    const panel = await open({ clock: noon })
    await post(panel, '/data/analysis/jobs', webhook)
    const before = await stateOf(panel)
    await panel.fake.clock.due()
    expect(await stateOf(panel)).toEqual(before)
    expect((await panel.at('other').control('GET', '/clock/due')).text).toBe('{"items":[]}')
    expect((await panel.fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default'])
  })
})
