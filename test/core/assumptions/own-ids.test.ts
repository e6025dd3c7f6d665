import { join } from 'node:path'

import { expect, it } from 'vitest'

import { createFake, type FakeOptions } from '../../../src/index.ts'
import { answers, assessmentBody, knownResource, noon } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { withAt } from '../../support/snapshots.ts'
import { idOf } from './own-data.ts'

const path = '/cloud/resources'
const assessments = '/security/assessments'
const arn = 'arn:aws:ec2:eu-west-1:123456789012:instance/i-0abc'
const azure = '/subscriptions/a-1/providers/Microsoft.Compute/vm.1_a'
const own = [arn, azure, 'i-0abc', 'I-0ABC', '.x..', 'a'.repeat(200)]
const rule = 'a UUID, or with --assume resourceIdFormat=any 1 to 200 letters, digits and -_.:/'
const kept = 'cannot replace any: a sandbox keeps any until its reset, and no scenario can choose it'
const at = (id: string): string => `${path}/${encodeURIComponent(id)}`

/** Options of a fake with resources of such ids, the newest first, and an assessment of each. */
async function withOwn(ids: readonly string[], more: FakeOptions = {}): Promise<FakeOptions> {
  const fixtures = await writeFixtures({
    'resources.json': ids.map((id) => ({ id, name: id.slice(0, 20) })),
    'assessments.json': ids.map((resource_id) => ({ resource_id })),
  })
  return { ...more, fixtures, assume: { resourceIdFormat: 'any', ...more.assume } }
}

describeFake('resourceIdFormat: any', (open) => {
  it('serves ids as the fixtures have them, wherever a resource id stands', async () => {
    const { get, post, fake } = await open(await withOwn(own, { clock: noon }))
    expect(read(await get(path), 200, answers.resources).data.map(({ id }) => id)).toEqual(own)
    for (const id of own) {
      expect(read(await get(at(id)), 200, answers.resource).data.id).toBe(id)
      const query = `resource_id=${encodeURIComponent(id)}`
      const found = read(await get(`${assessments}?${query}`), 200, answers.assessments).data
      expect(found.map(({ resource_id }) => resource_id)).toEqual([id])
      const body = { resource_id: id, resource_type: found[0]?.resource_type }
      const { data } = read(await post(assessments, body), 201, answers.creation)
      expect(data.resource_id).toBe(id)
      await fake.clock.advance('5s')
      expect(read(await get(`${assessments}/${data.id}`), 200, answers.assessment).data.resource_id).toBe(id)
    }
  })

  it.each(['not-an-id', 'i 0abc', 'é', '"', 'a'.repeat(201), 'i-000000000503', '..x', arn.toUpperCase()])(
    'finds nothing by %s',
    async (id) => {
      const { get, post } = await open(await withOwn(own))
      expect(readError(await get(at(id)), 404, 'resource_not_found')).toMatch(/^id: /)
      const body = { ...assessmentBody, resource_id: id }
      expect(readError(await post(assessments, body), 404, 'resource_not_found')).toMatch(/^resource_id: /)
      const filter = `${assessments}?resource_id=${encodeURIComponent(id)}`
      expect(read(await get(filter), 200, answers.assessments).data).toEqual([])
    },
  )

  it('takes UUIDs in either case, also those that always fail', async () => {
    const { get } = await open({ assume: { resourceIdFormat: 'any' } })
    const { id } = knownResource
    expect(read(await get(at(id.toUpperCase())), 200, answers.resource).data.id).toBe(id)
    readError(await get(at(`${id.slice(0, -12)}000000000503`)), 503, 'service_unavailable')
  })

  it('assesses a resource that the inventory lacks, if its id has the form', async () => {
    const { post } = await open({ assume: { resourceIdFormat: 'any', assessedResource: 'any' } })
    const create = (resource_id: string) => post(assessments, { ...assessmentBody, resource_id })
    expect(read(await create(arn), 201, answers.creation).data.resource_id).toBe(arn)
    readError(await create('a b'), 404, 'resource_not_found')
  })

  it('lets the control plane create, show, change and delete them', async () => {
    const { sandbox, get } = await open({ assume: { resourceIdFormat: 'any' } })
    for (const id of own) {
      expect(await sandbox.resources.create({ id })).toMatchObject({ id })
      await expect(sandbox.resources.create({ id })).rejects.toThrow('is already in use')
      expect(await sandbox.resources.update(id, { id, name: 'new' })).toMatchObject({ id, name: 'new' })
      expect(read(await get(at(id)), 200, answers.resource).data).toMatchObject({ id, name: 'new' })
      expect(await sandbox.assessments.create({ resource_id: id })).toMatchObject({ resource_id: id })
      expect(await sandbox.resources.get(id)).toMatchObject({ id })
    }
    await expect(sandbox.resources.update(arn, { id: azure })).rejects.toThrow(/^id: expected .+ cannot be changed/)
    for (const id of own) await sandbox.resources.remove(id)
    for (const id of own) readError(await get(at(id)), 404, 'resource_not_found')
  })

  it.each(['i 0abc', '.', '..', '...', '', 'a'.repeat(201)])('refuses to create the id %j', async (id) => {
    const { sandbox } = await open({ assume: { resourceIdFormat: 'any' } })
    await expect(sandbox.resources.create({ id })).rejects.toThrow(
      /^id: expected (?:1 to 200 letters, digits and -_\.:\/|at most 200 characters), got/,
    )
  })

  it('stays in a snapshot, and in a state file', async () => {
    const state = join(await writeFixtures({}), 'state.json')
    const options = await withOwn([arn], { state })
    const first = await createFake(options)
    await first.resources.update(arn, { name: 'changed' })
    await first.resources.create({ id: azure })
    await first.sandbox('copy').snapshot.load(await first.snapshot.save())
    await first.close()
    const { fake, at: sandboxAt, get } = await open(options)
    expect(read(await get(at(arn)), 200, answers.resource).data.name).toBe('changed')
    expect(read(await sandboxAt('copy').get(at(azure)), 200, answers.resource).data.id).toBe(azure)
    expect((await fake.resources.list()).total).toBe(2)
  })

  it('is not left by a choice, a scenario or a snapshot', async () => {
    const { fake, get } = await open(await withOwn(own))
    const scenario = { name: 'strict', assume: { resourceIdFormat: 'uuid' } } as const
    await expect(fake.assumptions.set({ resourceIdFormat: 'opaque' })).rejects.toThrow(
      `assumption resourceIdFormat: opaque ${kept}`,
    )
    await expect(fake.scenarios.define(scenario)).rejects.toThrow(`assumption resourceIdFormat: uuid ${kept}`)
    expect((await fake.scenarios.list()).some(({ name }) => name === 'strict')).toBe(false)
    const saved = withAt(await fake.snapshot.save(), 'parts.scenarios.choices', {})
    await expect(fake.snapshot.load(saved)).rejects.toThrow(`assumption resourceIdFormat: uuid ${kept}`)
    expect(read(await get(path), 200, answers.resources).data).toHaveLength(own.length)
    await fake.assumptions.set({ resourceIdFormat: 'any' })
  })
})

describeFake('ids of one’s own in a fake with UUIDs', (open) => {
  it('are refused in fixtures, and the message says how to serve them', async () => {
    const { fixtures } = await withOwn([arn])
    await expect(createFake({ fixtures })).rejects.toThrow(
      `resources.json: [0].id: expected ${rule}, got ${JSON.stringify(arn)}`,
    )
    const assessed = await writeFixtures({ 'assessments.json': { records: [{ resource_id: 'web-1' }] } })
    await expect(createFake({ fixtures: assessed, assume: { resourceIdFormat: 'opaque' } })).rejects.toThrow(
      `assessments.json: records[0].resource_id: expected ${rule}, got "web-1"`,
    )
  })

  it('are refused by the control plane and in snapshots', async () => {
    const { fake } = await open()
    await expect(fake.resources.create({ id: arn })).rejects.toThrow(`id: expected ${rule}`)
    await expect(fake.assessments.create({ resource_id: arn })).rejects.toThrow(`resource_id: expected ${rule}`)
    await fake.resources.create({ id: idOf(1) })
    const saved = withAt(await fake.snapshot.save(), 'parts.resources.records.0.record.id', 'web-1')
    await expect(fake.snapshot.load(saved)).rejects.toThrow(`parts.resources: id: expected ${rule}, got "web-1"`)
  })

  it('come with a choice of any, which a sandbox keeps until it is reset', async () => {
    const { sandbox, get } = await open()
    await sandbox.scenarios.define({ name: 'strict', assume: { resourceIdFormat: 'opaque' } })
    await expect(sandbox.assumptions.set({ resourceIdFormat: 'any' })).rejects.toThrow(kept)
    await sandbox.scenarios.off('strict')
    await sandbox.assumptions.set({ resourceIdFormat: 'any' })
    await sandbox.resources.create({ id: arn })
    expect(read(await get(at(arn)), 200, answers.resource).data.id).toBe(arn)
    await expect(sandbox.scenarios.on('strict')).rejects.toThrow(kept)
    await expect(sandbox.assumptions.set({ resourceIdFormat: 'uuid' })).rejects.toThrow(kept)
    await sandbox.reset()
    readError(await get(at(arn)), 400, 'invalid_request')
  })

  it('do not come with a scenario, which may end', async () => {
    const { sandbox } = await open()
    await expect(sandbox.scenarios.define({ name: 'own', assume: { resourceIdFormat: 'any' } })).rejects.toThrow(
      'assumption resourceIdFormat: any cannot replace uuid: a sandbox keeps any until its reset, and no scenario can choose it',
    )
  })
})

describeFake('ids as the API shows them, in the control plane', (open) => {
  it('find, change and delete a record under resourceIdFormat: opaque, beside UUIDs', async () => {
    const { sandbox, get } = await open({ assume: { resourceIdFormat: 'opaque' } })
    const [shown] = read(await get(path), 200, answers.resources).data
    const opaque = shown?.id ?? ''
    const { resources } = sandbox
    const { id = '' } = (await resources.get(opaque)) ?? {}
    expect(id).toMatch(/^[0-9a-f]{8}-/)
    expect(await resources.get(id.toUpperCase())).toEqual(await resources.get(opaque))
    expect(await resources.update(opaque, { id: opaque, name: 'new' })).toMatchObject({ id, name: 'new' })
    expect(await sandbox.assessments.create({ resource_id: opaque })).toMatchObject({ resource_id: id })
    await resources.remove(opaque)
    readError(await get(`${path}/${opaque}`), 404, 'resource_not_found')
    expect(await resources.create({ id: opaque })).toMatchObject({ id })
    await expect(resources.create({ id: `job-${opaque.slice(4)}` })).rejects.toThrow(/^id: expected a UUID/)
  })

  it('find, change and delete a job under jobIdFormat: opaque', async () => {
    const { sandbox, get } = await open({ assume: { jobIdFormat: 'opaque' } })
    const [shown] = read(await get('/data/analysis/jobs'), 200, answers.jobs).data
    const opaque = shown?.id ?? ''
    expect(await sandbox.jobs.update(opaque, { name: 'new' })).toMatchObject({ name: 'new' })
    await sandbox.jobs.remove(opaque)
    expect(await sandbox.jobs.get(opaque)).toBeUndefined()
  })
})
