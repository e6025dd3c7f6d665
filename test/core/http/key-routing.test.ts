import { createHash } from 'node:crypto'

import { expect, it } from 'vitest'

import { answers, anySuccess, jobBody, noon } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'

const unknownKey = 'Authorization: the API key is not known'
const revokedKey = 'Authorization: the API key has been revoked'

describeFake('a key that a sandbox made, on the plain base URL', (open) => {
  it('is served by that sandbox: its records, clock, choices and scenarios', async () => {
    const client = await open({ clock: noon })
    const worker = client.at('worker')
    const { secret: key } = await worker.sandbox.keys.create({ name: 'k' })
    await worker.sandbox.clock.advance('1h')
    await worker.sandbox.assumptions.set({ limitAboveMax: 'clamp' })
    const { id } = read(await client.post('/data/analysis/jobs', jobBody, { key }), 201, answers.job).data
    read(await worker.get(`/data/analysis/jobs/${id}`), 200, answers.job)
    read(await client.get(`/data/analysis/jobs/${id}`, { key }), 200, answers.job)
    readError(await client.get(`/data/analysis/jobs/${id}`), 404, 'resource_not_found')
    const listed = await client.get('/data/analysis/jobs?limit=500', { key })
    expect(read(listed, 200, answers.jobs).pagination.total_items).toBe(26)
    expect(listed.headers.get('date')).toBe('Wed, 01 Jul 2026 13:00:00 GMT')
    await worker.sandbox.scenarios.on('internal-error')
    readError(await client.get('/cloud/resources', { key }), 500, 'internal_error')
    readError(await client.get('/nowhere', { key }), 500, 'internal_error')
    read(await client.get('/cloud/resources'), 200, anySuccess)
    await worker.sandbox.scenarios.off()
    expect((await client.fake.summary()).counts['jobs']).toBe(25)
  })

  it('belongs to it when it is revoked, and to none once it was reset or deleted', async () => {
    const client = await open({ clock: noon })
    const worker = client.fake.sandbox('worker')
    const first = await worker.keys.create({ name: 'k' })
    await worker.keys.revoke(first.id)
    expect(readError(await client.get('/cloud/resources', { key: first.secret }), 401, 'authentication_error')).toBe(
      revokedKey,
    )
    const second = await worker.keys.create({ name: 'k' })
    read(await client.get('/cloud/resources', { key: second.secret }), 200, anySuccess)
    await worker.reset()
    for (const { secret } of [first, second]) {
      expect(readError(await client.get('/cloud/resources', { key: secret }), 401, 'authentication_error')).toBe(
        unknownKey,
      )
    }
    const third = await worker.keys.create({ name: 'k', secret: 'third-secret' })
    read(await client.get('/cloud/resources', { key: third.secret }), 200, anySuccess)
    await worker.delete()
    expect(readError(await client.get('/cloud/resources', { key: third.secret }), 401, 'authentication_error')).toBe(
      unknownKey,
    )
    expect((await client.fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default'])
    // Another may have it from then on.
    await client.fake.sandbox('other').keys.create({ name: 'k', secret: 'third-secret' })
    read(await client.get('/cloud/resources', { key: third.secret }), 200, anySuccess)
  })

  it('is not known below the address of another sandbox, not even of the default one', async () => {
    const client = await open({ clock: noon })
    const { secret: key } = await client.fake.sandbox('worker').keys.create({ name: 'k' })
    for (const path of ['/../@other/v1/cloud/resources', '/../@default/v1/cloud/resources']) {
      expect(readError(await client.request('GET', path, { key }), 401, 'authentication_error')).toBe(unknownKey)
    }
    read(await client.request('GET', '/../@worker/v1/cloud/resources', { key }), 200, anySuccess)
  })

  it('that the default sandbox made or that the fixtures have stays in the default one', async () => {
    const client = await open({ clock: noon })
    await client.fake.sandbox('worker').keys.create({ name: 'k' })
    const { secret } = await client.fake.keys.create({ name: 'own' })
    const { id } = read(await client.post('/data/analysis/jobs', jobBody, { key: secret }), 201, answers.job).data
    read(await client.get(`/data/analysis/jobs/${id}`, { key: 'csf_read_only' }), 200, answers.job)
    await client.fake.sandbox('worker').keys.revoke('read-only')
    read(await client.get(`/data/analysis/jobs/${id}`, { key: 'csf_read_only' }), 200, answers.job)
  })

  it('with a secret that several sandboxes have leads to none of them', async () => {
    const client = await open({ clock: noon })
    const [one, two] = [client.at('one'), client.at('two')]
    const key = 'shared-secret'
    await one.sandbox.keys.create({ name: 'k', secret: key })
    read(await client.get('/cloud/resources', { key }), 200, anySuccess)
    await two.sandbox.keys.create({ name: 'k', secret: key })
    expect(readError(await client.get('/cloud/resources', { key }), 401, 'authentication_error')).toBe(unknownKey)
    for (const each of [one, two]) read(await each.get('/cloud/resources', { key }), 200, anySuccess)
    await one.sandbox.delete()
    await two.sandbox.clock.advance('2h')
    expect((await client.get('/cloud/resources', { key })).headers.get('date')).toBe('Wed, 01 Jul 2026 14:00:00 GMT')
  })

  it('leads to the sandbox that its secret names, and to another one only where that one does not know it', async () => {
    const client = await open({ clock: noon })
    const [worker, copy] = [client.fake.sandbox('worker'), client.fake.sandbox('copy')]
    const { secret: key } = await worker.keys.create({ name: 'k' })
    await copy.snapshot.load(await worker.snapshot.save())
    await worker.clock.advance('1h')
    await copy.clock.advance('2h')
    const dateOf = async () => (await client.get('/cloud/resources', { key })).headers.get('date')
    expect(await dateOf()).toBe('Wed, 01 Jul 2026 13:00:00 GMT')
    await worker.reset()
    expect(await dateOf()).toBe('Wed, 01 Jul 2026 14:00:00 GMT')
    await worker.delete()
    expect(await dateOf()).toBe('Wed, 01 Jul 2026 14:00:00 GMT')
    const made = await copy.keys.create({ name: 'own', secret: 'csf_nobody_0123456789' })
    read(await client.get('/cloud/resources', { key: made.secret }), 200, anySuccess)
    expect((await client.fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default', 'copy'])
  })

  it('is found where the fixtures keep only hashes', async () => {
    const secret_sha256 = createHash('sha256').update('only-a-hash').digest('hex')
    const folder = await writeFixtures({
      'keys.json': [{ id: 'h', name: 'h', permissions: ['cloud:read'], secret_sha256 }],
    })
    const client = await open({ clock: noon, fixtures: folder })
    const { secret: key } = await client.fake.sandbox('worker').keys.create({ name: 'k' })
    await client.fake.sandbox('worker').clock.advance('1h')
    const dateOf = async (sent: string) => (await client.get('/cloud/resources', { key: sent })).headers.get('date')
    expect(await dateOf('only-a-hash')).toBe('Wed, 01 Jul 2026 12:00:00 GMT')
    expect(await dateOf(key)).toBe('Wed, 01 Jul 2026 13:00:00 GMT')
  })
})
