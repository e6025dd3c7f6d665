import { expect, it } from 'vitest'

import { anySuccess, noon, operations } from '../../support/answers.ts'
import { type Answer, type Client, describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'

const path = '/cloud/resources'

const remaining = ({ headers }: Answer): number => Number(headers.get('x-rate-limit-remaining'))
const limit = ({ headers }: Answer): number => Number(headers.get('x-rate-limit-limit'))
const reset = ({ headers }: Answer): number => Number(headers.get('x-rate-limit-reset'))
const seconds = (instant: string): number => Date.parse(instant) / 1000

/** The answers of operations on an empty inventory to a key with the permission. */
function statusOf(method: string, operation: string): number {
  if (method === 'POST') return 201
  return operation.startsWith('list') ? 200 : 404
}

async function remainingAfter({ get }: Client, ...keys: readonly (string | null)[]): Promise<number[]> {
  const left: number[] = []
  for (const key of keys) left.push(remaining(await get(path, { key })))
  return left
}

describeFake('assumptions about keys', (open) => {
  it.each([
    ['any_case', 'Bearer', 200],
    ['any_case', 'bearer', 200],
    ['any_case', 'BEARER', 200],
    ['any_case', 'Basic', 401],
    ['exact', 'Bearer', 200],
    ['exact', 'bearer', 401],
    ['exact', 'BEARER', 401],
    ['exact', 'Basic', 401],
  ] as const)('authScheme: %s answers %s with %i', async (option, scheme, status) => {
    const { get } = await open({ assume: { authScheme: option } })
    const answer = await get(path, { key: null, headers: { Authorization: `${scheme} csf_full_access` } })
    if (status === 200) read(answer, status, anySuccess)
    else {
      const details = readError(answer, status, 'authentication_error')
      expect(details).toBe(`Authorization: expected Bearer and an API key, got the scheme ${scheme}`)
    }
  })

  const models = {
    area_read_write: ['security:read', 'security:write', 'cloud:read', 'analysis:read', 'analysis:write'],
    read_write: ['read', 'write'],
    area: ['security', 'cloud', 'analysis'],
  } as const
  const needed = {
    area_read_write: (permission: string) => permission,
    read_write: (permission: string) => permission.replace(/^.*:/, ''),
    area: (permission: string) => permission.replace(/:.*$/, ''),
  } as const
  const secretOf = (name: string): string => `secret-${name}`
  const key = (id: string, permissions: readonly string[]) => ({ id, name: id, permissions, secret: secretOf(id) })

  const modelNames = ['area_read_write', 'read_write', 'area'] as const
  it.each(modelNames.flatMap((model) => operations.map((operation) => [model, operation.id, operation] as const)))(
    'permissionModel: %s, what %s needs',
    async (model, _, operation) => {
      const names = models[model]
      const fixtures = await writeFixtures({
        'keys.json': [
          key('full', models.area_read_write),
          ...names.map((name) => key(name, [name])),
          ...names.map((name) =>
            key(
              `all-but-${name}`,
              names.filter((other) => other !== name),
            ),
          ),
        ],
        'resources.json': [],
      })
      const { request } = await open({ fixtures, assume: { permissionModel: model, assessedResource: 'any' } })
      const { method, path: known, permission } = operation
      const body = 'body' in operation ? operation.body : undefined
      const name = needed[model](permission)
      const status = statusOf(method, operation.id)
      for (const allowed of [name, 'full']) {
        expect((await request(method, known, { key: secretOf(allowed), body })).status).toBe(status)
      }
      for (const other of [...names.filter((other) => other !== name), `all-but-${name}`]) {
        const details = readError(
          await request(method, known, { key: secretOf(other), body }),
          403,
          'authorization_error',
        )
        expect(details).toBe(`the API key "${other}" lacks the permission ${name}`)
      }
    },
  )

  it.each([
    ['area_read_write', 'csf_read_only', [200, 403, 200, 403, 200]],
    ['area_read_write', 'csf_security', [200, 201, 403, 403, 403]],
    ['read_write', 'csf_read_only', [200, 403, 200, 403, 200]],
    ['read_write', 'csf_security', [403, 403, 403, 403, 403]],
    ['area', 'csf_read_only', [403, 403, 200, 403, 403]],
    ['area', 'csf_security', [200, 201, 403, 403, 403]],
  ] as const)('permissionModel: %s, what a key with finer permissions may (%s)', async (model, secret, statuses) => {
    const { request } = await open({ assume: { permissionModel: model } })
    const got: number[] = []
    for (const operation of operations.filter(({ id }) => /^(create|list)/.test(id))) {
      const body = 'body' in operation ? operation.body : undefined
      got.push((await request(operation.method, operation.path, { key: secret, body })).status)
    }
    expect(got).toEqual(statuses)
  })
})

describeFake('assumptions about the quota', (open) => {
  it.each([1, 3])('rateQuota: %i', async (rateQuota) => {
    const client = await open({ assume: { rateQuota } })
    for (let left = rateQuota - 1; left >= 0; left -= 1) {
      const answer = await client.get(path)
      read(answer, 200, anySuccess)
      expect([limit(answer), remaining(answer)]).toEqual([rateQuota, left])
    }
    const refused = await client.get(path)
    readError(refused, 429, 'rate_limit_exceeded')
    expect([limit(refused), remaining(refused)]).toEqual([rateQuota, 0])
    const own = await client.get(path, { key: 'csf_small_quota' })
    expect([limit(own), remaining(own)]).toEqual([5, 4])
  })

  it.each([
    ['first_request', '2026-07-01T13:20:30Z', '2026-07-01T13:20:29Z'],
    ['clock_hour', '2026-07-01T13:00:00Z', '2026-07-01T12:59:59Z'],
  ] as const)('rateWindow: %s ends at %s', async (option, end, before) => {
    const client = await open({ clock: '2026-07-01T12:20:30Z', quota: 2, assume: { rateWindow: option } })
    const first = await client.get(path)
    expect([remaining(first), reset(first)]).toEqual([1, seconds(end)])
    await client.fake.clock.set('2026-07-01T12:50:00Z')
    const second = await client.get(path)
    expect([remaining(second), reset(second)]).toEqual([0, seconds(end)])
    await client.fake.clock.set(before)
    readError(await client.get(path), 429, 'rate_limit_exceeded')
    await client.fake.clock.set(end)
    const next = await client.get(path)
    expect([next.status, remaining(next), reset(next)]).toEqual([200, 1, seconds(end) + 3600])
  })

  it('rateWindow: sliding frees each request an hour after it was made', async () => {
    const assume = { rateWindow: 'sliding', rateCounts: 'accepted' } as const
    const client = await open({ clock: '2026-07-01T12:20:30Z', quota: 2, assume })
    const at = async (instant: string): Promise<[number, number, number]> => {
      await client.fake.clock.set(instant)
      const answer = await client.get(path)
      return [answer.status, remaining(answer), reset(answer)]
    }
    const [first, second] = [seconds('2026-07-01T13:20:30Z'), seconds('2026-07-01T13:50:00Z')]
    expect(await at('2026-07-01T12:20:30Z')).toEqual([200, 1, first])
    expect(await at('2026-07-01T12:50:00Z')).toEqual([200, 0, first])
    expect(await at('2026-07-01T13:20:29Z')).toEqual([429, 0, first])
    expect(await at('2026-07-01T13:20:30Z')).toEqual([200, 0, second])
    expect(await at('2026-07-01T13:49:59Z')).toEqual([429, 0, second])
    expect(await at('2026-07-01T13:50:00Z')).toEqual([200, 0, seconds('2026-07-01T14:20:30Z')])
  })

  it.each([
    ['every_request', [4999, 4998]],
    ['accepted', [5000, 5000]],
  ] as const)('rateCounts: %s, of requests refused for their key', async (option, left) => {
    expect(await remainingAfter(await open({ assume: { rateCounts: option } }), null, 'wrong')).toEqual(left)
  })

  it.each([
    ['every_request', 429],
    ['accepted', 200],
  ] as const)('rateCounts: %s, of requests refused for their quota', async (option, status) => {
    const assume = { rateCounts: option, rateWindow: 'sliding' } as const
    const { get, fake } = await open({ clock: noon, quota: 1, assume })
    read(await get(path), 200, anySuccess)
    await fake.clock.advance('30m')
    readError(await get(path), 429, 'rate_limit_exceeded')
    await fake.clock.advance('30m')
    expect((await get(path)).status).toBe(status)
  })

  it.each(['every_request', 'accepted'] as const)('rateCounts: %s, of requests refused otherwise', async (option) => {
    const { get } = await open({ assume: { rateCounts: option } })
    const answers = [await get(`${path}?limit=0`), await get('/unknown'), await get(path, { key: 'csf_none' })]
    expect(answers.map((answer) => [answer.status, remaining(answer)])).toEqual([
      [400, 4999],
      [404, 4998],
      [403, 4999],
    ])
  })

  it.each([
    ['key', [4999, 4999, 4, 4998]],
    ['account', [4999, 4998, 4997, 4996]],
  ] as const)('rateScope: %s', async (option, left) => {
    const keys = ['csf_full_access', 'csf_cloud', 'csf_small_quota', 'csf_full_access']
    const client = await open({ assume: { rateScope: option } })
    expect(await remainingAfter(client, ...keys)).toEqual(left)
    expect(await remainingAfter(client.at('blue'), 'csf_full_access')).toEqual([4999])
  })

  it.each([
    ['seconds', 1_782_910_800],
    ['milliseconds', 1_782_910_800_000],
  ] as const)('rateResetUnit: %s', async (option, value) => {
    const { get } = await open({ clock: noon, assume: { rateResetUnit: option } })
    expect(reset(await get(path))).toBe(value)
    expect(reset(await get(path, { key: null }))).toBe(value)
  })

  it.each([
    ['absent', null, null],
    ['present', '3590', '1'],
  ] as const)('retryAfter: %s', async (option, exceeded, unavailable) => {
    const { get, fake } = await open({ clock: noon, quota: 1, maxSandboxes: 1, assume: { retryAfter: option } })
    const served = await get(path)
    await fake.clock.advance('10s')
    const refused = await get(path)
    readError(refused, 429, 'rate_limit_exceeded')
    const full = await get('/../@other/v1/cloud/resources')
    readError(full, 503, 'service_unavailable')
    const unauthorised = await get(path, { key: null })
    const sent = [served, refused, full, unauthorised].map(({ headers }) => headers.get('retry-after'))
    expect(sent).toEqual([null, exceeded, unavailable, null])
  })
})
