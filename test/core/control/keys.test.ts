import { hash } from 'node:crypto'

import { expect, it } from 'vitest'

import { createLog, InputError, type CreatedKey, type NewKey, type Permission } from '../../../src/index.ts'
import { anySuccess, noon, operations } from '../../support/answers.ts'
import { describeTwoWays, describeWays, type ControlledFake } from '../../support/control.ts'
import { read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'

const all: readonly Permission[] = ['security:read', 'security:write', 'cloud:read', 'analysis:read', 'analysis:write']

const models = ['area_read_write', 'read_write', 'area'] as const

/** The ids of the operations that a key may do. */
async function permitted({ api }: Pick<ControlledFake, 'api'>, key: string): Promise<readonly string[]> {
  const done: string[] = []
  for (const operation of operations) {
    const { status } = await api(operation.method, operation.path, { key, ...('body' in operation ? operation : {}) })
    if (status < 300) done.push(operation.id)
    else expect(status).toBe(403)
  }
  return done
}

describeTwoWays('a key that is made', (open) => {
  it('may do everything, has the usual quota and a secret of its own, unless it says otherwise', async () => {
    const { fake, api } = await open({ clock: noon })
    const made = await fake.keys.create({ name: 'Mine' })
    expect(made).toMatchObject({ name: 'Mine', permissions: all, quota: null })
    const answer = await api('GET', '/cloud/resources', { key: made.secret })
    read(answer, 200, anySuccess)
    expect(answer.headers.get('x-rate-limit-limit')).toBe('5000')
    expect(answer.headers.get('x-rate-limit-remaining')).toBe('4999')
    expect(await permitted({ api }, made.secret)).toEqual(operations.map(({ id }) => id))
  })

  it.each<readonly [permissions: readonly Permission[] | undefined, model: (typeof models)[number], which: RegExp]>([
    ...models.map((model) => [undefined, model, /./] as const),
    [[], 'area_read_write', /^$/],
    [['cloud:read'], 'area_read_write', /Resource/],
    [['security:write', 'analysis:read'], 'area_read_write', /^createAssessment$|^getJob$|^listJobs$/],
    [['read'], 'read_write', /^(?:get|list)/],
    [['write'], 'read_write', /^create/],
    [['security'], 'area', /Assessment/],
    [['security:read'], 'area', /^$/],
    [all, 'read_write', /./],
  ])('with %j may do, under %s, what these say', async (permissions, permissionModel, which) => {
    const panel = await open({ clock: noon, assume: { permissionModel } })
    const { secret } = await panel.fake.keys.create({
      name: 'k',
      ...(permissions && { permissions: [...permissions] }),
    })
    const expected = operations.map(({ id }) => id).filter((id) => which.test(id))
    expect(await permitted(panel, secret)).toEqual(expected)
  })

  it('with a quota of its own has that', async () => {
    const { fake, api } = await open({ clock: noon })
    const { secret, id } = await fake.keys.create({ name: 'k', quota: 2 })
    const statuses: number[] = []
    for (let i = 0; i < 3; i += 1) statuses.push((await api('GET', '/cloud/resources', { key: secret })).status)
    expect(statuses).toEqual([200, 200, 429])
    expect((await fake.quota.list()).find((quota) => quota.id === id)).toMatchObject({ limit: 2, remaining: 0 })
  })

  it('with a secret that a person chose has that, and no other may have it', async () => {
    const { fake, api } = await open({ clock: noon })
    const taken = async () => (await fake.sandboxes.list())[0]?.storedBytes
    for (const secret of ['12345678', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', 'x'.repeat(200)]) {
      expect((await fake.keys.create({ name: 'k', secret })).secret).toBe(secret)
      expect((await api('GET', '/cloud/resources', { key: secret })).status).toBe(200)
      const before = await taken()
      const again = fake.keys.create({ name: 'second', secret })
      await expect(again).rejects.toThrow(
        new InputError('already in use by another key', { kind: 'taken', field: 'secret' }),
      )
      expect(await taken()).toBe(before)
    }
  })

  it('can always be drawn, after any secrets that were chosen before', async () => {
    const first = await open({ clock: noon })
    const drawn = [await first.fake.keys.create({ name: 'one' }), await first.fake.keys.create({ name: 'two' })]
    const { fake } = await open({ clock: noon })
    // A program that kept the secrets of an earlier run and makes its keys again, in another order.
    await fake.keys.create({ name: 'two', secret: drawn[1]?.secret })
    const made = [await fake.keys.create({ name: 'three' }), await fake.keys.create({ name: 'four' })]
    expect(new Set([...made, ...drawn.slice(1)].map(({ secret }) => secret)).size).toBe(3)
  })

  it('is there only in its sandbox', async () => {
    const { fake, at } = await open({ clock: noon })
    const one = await fake.sandbox('one').keys.create({ name: 'k' })
    expect((await at('one').api('GET', '/cloud/resources', { key: one.secret })).status).toBe(200)
    for (const elsewhere of [at('default'), at('two')]) {
      const answer = await elsewhere.api('GET', '/cloud/resources', { key: one.secret })
      expect(readError(answer, 401, 'authentication_error')).toBe('Authorization: the API key is not known')
    }
    expect((await fake.keys.list()).map(({ id }) => id)).not.toContain(one.id)
    // The same secret may be another key's elsewhere.
    expect((await fake.sandbox('two').keys.create({ name: 'k', secret: one.secret })).secret).toBe(one.secret)
  })
})

describeWays('the secret of a key', (open) => {
  it('is shown where the fixtures have it in plain text, also of a revoked key, and of no key that was made', async () => {
    const { fake, at, control } = await open({ clock: noon })
    const { id, secret } = await fake.sandbox('one').keys.create({ name: 'k' })
    const shown = (await fake.sandbox('one').keys.list()).map((key) => [key.id, key.secret])
    expect(shown).toContainEqual(['revoked', 'csf_revoked'])
    expect(shown.at(-1)).toEqual([id, null])
    expect(shown.slice(0, -1)).toEqual(shown.slice(0, -1).map(([name]) => [name, `csf_${name?.replaceAll('-', '_')}`]))
    expect(JSON.parse((await control('GET', '/keys/read-only')).text)).toMatchObject({ secret: 'csf_read_only' })
    for (const path of ['/keys', `/keys/${id}`])
      expect((await at('one').control('GET', path)).text).not.toContain(secret)
  })

  it('is shown of no key with only a hash in the fixtures', async () => {
    const row = { name: 'k', permissions: ['cloud:read'] }
    const plain = { ...row, id: 'plain', secret: 'at-least-8-characters' }
    const hashed = { ...row, id: 'hashed', secret_sha256: hash('sha256', 'another-secret') }
    const { fake } = await open({ clock: noon, fixtures: await writeFixtures({ 'keys.json': [plain, hashed] }) })
    expect((await fake.keys.list()).map(({ id, secret }) => [id, secret])).toEqual([
      ['plain', plain.secret],
      ['hashed', null],
    ])
  })
})

describeWays('a key that is revoked', (open) => {
  it('is refused from then on, only in its sandbox, and stays in the list', async () => {
    const { fake, api, at } = await open({ clock: noon })
    const made = await fake.keys.create({ name: 'k' })
    expect((await api('GET', '/cloud/resources', { key: made.secret })).status).toBe(200)
    const { secret, ...rest } = made
    expect(await fake.keys.revoke(made.id)).toEqual({ ...rest, revoked: true, secret: null })
    const answer = await api('GET', '/cloud/resources', { key: secret })
    expect(readError(answer, 401, 'authentication_error')).toBe('Authorization: the API key has been revoked')
    expect((await fake.keys.list()).at(-1)).toEqual({ ...rest, revoked: true, secret: null })
    expect((await fake.quota.list()).map(({ id }) => id)).not.toContain(made.id)

    await fake.keys.revoke('full-access')
    expect((await api('GET', '/cloud/resources', { key: 'csf_full_access' })).status).toBe(401)
    expect((await at('one').api('GET', '/cloud/resources', { key: 'csf_full_access' })).status).toBe(200)
  })

  it('may be revoked again, stays so, and keeps its place in the list', async () => {
    const { fake, api } = await open({ clock: noon })
    const before = (await fake.keys.list()).map(({ id }) => id)
    const revoked = await fake.keys.revoke('read-only')
    expect(await fake.keys.revoke('read-only')).toEqual(revoked)
    expect((await fake.keys.revoke('revoked')).revoked).toBe(true)
    expect((await api('GET', '/cloud/resources', { key: 'csf_read_only' })).status).toBe(401)
    expect((await fake.keys.list()).map(({ id }) => id)).toEqual(before)
  })
})

describeWays('the secret of a key', (open) => {
  it('is shown once: in the answer to its creation, in no other answer, and in no line of the log', async () => {
    const lines: string[] = []
    const { fake, control, api } = await open({ clock: noon, log: createLog('debug', (line) => lines.push(line)) })
    const chosen = 'open-sesame-42'
    const made = [await fake.keys.create({ name: 'drawn' }), await fake.keys.create({ name: 'own', secret: chosen })]
    const texts: string[] = []
    const ask = async (method: string, path: string, body?: unknown): Promise<void> => {
      const { text, headers } = await control(method, path, body)
      texts.push(text, ...headers.values())
    }
    for (const { id, secret } of made) {
      const { text } = await api('GET', '/cloud/resources', { key: secret })
      texts.push(text, (await api('GET', '/nowhere', { key: secret })).text)
      for (const path of ['', '/keys', `/keys/${id}`, '/quota']) await ask('GET', path)
      await ask('PUT', `/quota/${id}`, { limit: 5 })
      for (const body of [
        { name: 'again', secret },
        { name: 'bad', secret: `${secret} ` },
        { name: 'bad', secret: { value: secret } },
        `{"name":"bad","secret":${secret}}`,
        `{"name":"bad","secret":"${secret}" "x"}`,
      ]) {
        await ask('POST', '/keys', body)
      }
      await ask('DELETE', `/keys/${id}`)
      texts.push((await api('GET', '/cloud/resources', { key: secret })).text)
    }
    await ask('POST', '/reset')
    await ask('GET', '/keys')
    expect(lines.length).toBeGreaterThan(4)
    for (const { secret } of made) {
      // A part of it is no better.
      for (const part of [secret, secret.slice(0, 10), secret.slice(-10)]) {
        expect([...texts, ...lines].filter((text) => text.includes(part))).toEqual([])
      }
    }
  })
})

describeWays('the ids and secrets drawn for keys', (open) => {
  const play = async (panel: ControlledFake, name: string): Promise<readonly CreatedKey[]> => {
    const sandbox = panel.fake.sandbox(name)
    const requests: readonly NewKey[] = [{ name: 'a' }, { name: 'b', secret: 'chosen-by-me' }, { name: 'a', quota: 5 }]
    const made: CreatedKey[] = []
    for (const request of requests) made.push(await sandbox.keys.create(request))
    return made
  }

  it('is the same for the same seed, sandbox and calls, and another otherwise', async () => {
    const [one, other] = [await open({ clock: noon, seed: 7 }), await open({ clock: noon, seed: 8 })]
    const expected = await play(one, 'box')
    expect(await play(await open({ clock: noon, seed: 7 }), 'box')).toEqual(expected)
    const others = [...(await play(one, 'crate')), ...(await play(one, 'default')), ...(await play(other, 'box'))]
    const drawn = [...expected, ...others].map(({ secret }) => secret).filter((secret) => secret !== 'chosen-by-me')
    expect(new Set(drawn).size).toBe(8)
    const ids = [...expected, ...others].map(({ id }) => id)
    expect(new Set(ids).size).toBe(12)
  })

  it('has the name that the sandbox draws from in the secret, so that a balancer can lead a request by its key', async () => {
    const { fake } = await open({ clock: noon })
    for (const name of ['default', 'worker-1', 'a', 'x'.repeat(63)]) {
      const { secret } = await fake.sandbox(name).keys.create({ name: 'k' })
      expect(secret).toMatch(new RegExp(`^csf_${name}_[\\da-f]{32}$`))
    }
    const copy = fake.sandbox('copy')
    await copy.snapshot.load(await fake.sandbox('worker-1').snapshot.save())
    const drawn = [await copy.keys.create({ name: 'k' }), await fake.sandbox('worker-1').keys.create({ name: 'k' })]
    expect(drawn[0]).toEqual({ ...drawn[1], createdAt: drawn[0]?.createdAt })
  })

  it('does not depend on what else happens, nor on calls that were refused', async () => {
    const [one, two] = [await open({ clock: noon }), await open({ clock: noon })]
    await two.api('GET', '/cloud/resources')
    await two.fake.jobs.create({})
    await expect(two.fake.keys.create({ name: 'k', secret: 'csf_revoked' })).rejects.toThrow('secret')
    await two.control('POST', '/keys', { name: '' })
    expect(await two.fake.keys.create({ name: 'k' })).toEqual(await one.fake.keys.create({ name: 'k' }))
  })
})
