import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { type Fake, InputError } from '../../../src/index.ts'
import { answers, assessmentBody, jobBody, knownResource, noon } from '../../support/answers.ts'
import { describeFake, fetchBy, read } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { stateFolder } from '../../support/state-files.ts'

/** All but its servers, which have the port. */
const document = z.object({ paths: z.unknown(), components: z.unknown() })

const nothing = { resources: 0, assessments: 0, jobs: 0 }

const countsOf = async ({ summary }: Pick<Fake, 'summary'>): Promise<unknown> => (await summary()).counts

describeFake('a fake with the option empty', (open) => {
  it('has keys and no records, to which a reset goes back', async () => {
    const { fake, sandbox, get, post } = await open({ clock: noon, empty: true })
    const before = await fake.summary()
    const other = await open({ clock: noon })
    expect(before).toEqual({ ...(await other.fake.summary()), counts: nothing })
    expect(read(await get('/cloud/resources'), 200, answers.resources).data).toEqual([])
    const { id } = await sandbox.resources.create({ name: 'only', type: 'database' })
    expect(read(await get('/cloud/resources'), 200, answers.resources).data).toMatchObject([{ id, name: 'only' }])
    read(await post('/security/assessments', { ...assessmentBody, resource_id: id }), 201, answers.creation)
    expect(await countsOf(fake)).toEqual({ ...nothing, resources: 1, assessments: 1 })
    await fake.reset()
    expect(await fake.summary()).toEqual(before)
  })

  it('takes the keys alone of a folder, and refuses a number of resources', async () => {
    const key = { id: 'mine', name: 'Mine', secret: 'csf_mine_alone', permissions: ['cloud:read'] }
    const fixtures = await writeFixtures({ 'resources.json': [{}], 'keys.json': [key] })
    expect(await countsOf((await open({ fixtures })).fake)).toEqual({ ...nothing, resources: 1 })
    const { fake } = await open({ fixtures, empty: true })
    expect(await countsOf(fake)).toEqual(nothing)
    expect((await fake.keys.list()).map(({ id }) => id)).toEqual(['mine'])
    await expect(open({ empty: true, resources: 0 })).rejects.toThrow(
      new InputError('cannot be used with empty, got 0', { field: 'resources' }),
    )
  })
})

describeFake('the clearing of a sandbox', (open, way) => {
  it('removes every record, and leaves keys, clock, scenarios, choices, journal and outbox', async () => {
    const { fake, get, post, at } = await open({ clock: noon })
    const { id } = read(
      await post('/data/analysis/jobs', { ...jobBody, notification: { email: 'a@b.example' } }),
      201,
      answers.job,
    ).data
    await fake.clock.advance('1h')
    await fake.scenarios.on('jobs-slow')
    await fake.assumptions.set({ limitAboveMax: 'clamp' })
    await fake.keys.create({ name: 'mine' })
    const [before, requests, sent] = [await fake.summary(), await fake.requests.list(), await fake.outbox.list()]
    expect(sent.map(({ job, state }) => [job, state])).toEqual([[id, 'kept']])
    expect(await fake.clear()).toBeUndefined()
    expect(await fake.summary()).toEqual({ ...before, counts: nothing })
    expect([await fake.requests.list(), await fake.outbox.list()]).toEqual([requests, sent])
    expect((await get(`/data/analysis/jobs/${id}`)).status).toBe(404)
    expect(read(await get('/cloud/resources'), 200, answers.resources).data).toEqual([])
    expect((await at('other').sandbox.resources.list()).total).toBe(60)
    await fake.reset()
    expect((await fake.resources.list()).total).toBe(60)
  })

  it('is the same as the removal of each record', async () => {
    const fakes = await Promise.all([open({ clock: noon }), open({ clock: noon })])
    const told: unknown[] = []
    for (const [place, { fake, get, post }] of fakes.entries()) {
      const notification = { email: 'a@b.example' }
      await post('/data/analysis/jobs', { ...jobBody, notification })
      await fake.clock.advance('1h')
      await post('/data/analysis/jobs', { ...jobBody, notification })
      await fake.resources.update(knownResource.id, { name: 'changed' })
      if (place === 0) await fake.clear()
      else {
        for (const kind of ['jobs', 'assessments', 'resources'] as const) {
          for (const { id } of (await fake[kind].list({ limit: 1000 })).items) await fake[kind].remove(id)
        }
      }
      const { outbox } = (await fake.snapshot.save()).parts
      await fake.clock.advance('1h')
      await fake.resources.create({ type: 'cache' })
      await post('/data/analysis/jobs', jobBody)
      const { storedBytes } = (await fake.sandboxes.list())[0] ?? expect.fail('no sandbox')
      told.push([
        storedBytes,
        outbox,
        await fake.outbox.list(),
        (await get('/data/analysis/jobs')).text,
        (await get('/cloud/resources?type=database')).text,
        (await fake.resources.list()).items,
        document.parse(await (await fetchBy(way, fake)(fake.baseUrl.replace('v1', 'openapi.json'))).json()),
      ])
    }
    expect(told[0]).toEqual(told[1])
  })

  it('is one word in a snapshot and in a state file', async () => {
    const { state } = await stateFolder()
    const options = { clock: noon, resources: 2000, state }
    const { fake, at } = await open(options)
    await fake.clear()
    await fake.resources.create({ name: 'later' })
    const [saved, listed] = [await fake.snapshot.save(), await fake.resources.list()]
    expect(JSON.stringify(saved).length).toBeLessThan(2000)
    expect(listed).toMatchObject({ items: [{ name: 'later' }], total: 1 })
    await at('copy').sandbox.snapshot.load(saved)
    expect(await at('copy').sandbox.resources.list()).toEqual(listed)
    expect((await at('copy').sandbox.snapshot.save()).parts).toEqual(saved.parts)
    await fake.close()
    const { fake: next } = await open(options)
    expect(await next.resources.list()).toEqual(listed)
    expect(await countsOf(next)).toEqual({ ...nothing, resources: 1 })
  })
})
