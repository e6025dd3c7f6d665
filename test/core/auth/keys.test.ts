import { expect, it } from 'vitest'

import { anySuccess, noon, operations } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'

const all = ['security:read', 'security:write', 'cloud:read', 'analysis:read', 'analysis:write']

const keys = [
  { key: 'csf_full_access', name: 'Full access', permissions: all },
  { key: 'csf_read_only', name: 'Read only', permissions: ['security:read', 'cloud:read', 'analysis:read'] },
  { key: 'csf_security', name: 'Security area', permissions: ['security:read', 'security:write'] },
  { key: 'csf_cloud', name: 'Cloud area', permissions: ['cloud:read'] },
  { key: 'csf_analysis', name: 'Analysis area', permissions: ['analysis:read', 'analysis:write'] },
  { key: 'csf_none', name: 'No permission', permissions: [] },
]

describeFake('API keys', (open) => {
  it.each(operations.flatMap((operation) => keys.map((key) => ({ operation, ...key }))))(
    '$operation.id with the key $name',
    async ({ operation, key, name, permissions }) => {
      const { request } = await open()
      const body = 'body' in operation ? { body: operation.body } : {}
      const answer = await request(operation.method, operation.path, { key, ...body })
      if (permissions.includes(operation.permission)) {
        read(answer, operation.method === 'POST' ? 201 : 200, anySuccess)
      } else {
        const details = readError(answer, 403, 'authorization_error')
        expect(details).toBe(`the API key "${name}" lacks the permission ${operation.permission}`)
      }
    },
  )

  it.each(operations)('$id without a key, or with a bad one', async (operation) => {
    const { request } = await open()
    const body = 'body' in operation ? { body: operation.body } : {}
    const send = async (authorization?: string) => {
      const headers = authorization === undefined ? {} : { Authorization: authorization }
      return readError(
        await request(operation.method, operation.path, { key: null, headers, ...body }),
        401,
        'authentication_error',
      )
    }
    expect(await send()).toBe('Authorization: required, but missing; expected Bearer and an API key')
    expect(await send('Basic csf_full_access')).toBe(
      'Authorization: expected Bearer and an API key, got the scheme Basic',
    )
    expect(await send('csf_full_access')).toBe('Authorization: expected Bearer and an API key, got another word')
    expect(await send('Bearer')).toBe('Authorization: expected one API key after Bearer')
    expect(await send('Bearer csf_full_access csf_full_access')).toBe(
      'Authorization: expected one API key after Bearer',
    )
    expect(await send('Bearer csf_unknown')).toBe('Authorization: the API key is not known')
    expect(await send('Bearer csf_revoked')).toBe('Authorization: the API key has been revoked')
  })

  it('takes the scheme in any case and any number of spaces', async () => {
    const { get } = await open()
    for (const authorization of ['bearer csf_full_access', 'BEARER csf_full_access', 'Bearer   csf_full_access']) {
      read(await get('/cloud/resources', { key: null, headers: { Authorization: authorization } }), 200, anySuccess)
    }
  })

  it('never repeats a secret in an answer', async () => {
    const { get } = await open()
    for (const authorization of [
      'Bearer csf_secret_thing',
      'csf_secret_thing',
      'csf_secret_thing please',
      'Bearer csf_secret_thing again',
    ]) {
      const { text } = await get('/cloud/resources', { key: null, headers: { Authorization: authorization } })
      expect(text).not.toContain('csf_secret_thing')
    }
  })
})

const rates = ({ headers }: { headers: Headers }): (string | null)[] =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-rate-limit-${name}`))

const hourLater = String(Date.parse('2026-07-01T13:00:00Z') / 1000)

describeFake('the hourly quota', (open) => {
  it('is shown on every answer, errors included, and counts each request of a key', async () => {
    const { get, fake } = await open({ clock: noon })
    expect(rates(await get('/cloud/resources'))).toEqual(['5000', '4999', hourLater])
    await fake.clock.advance('10m')
    expect(rates(await get('/nowhere'))).toEqual(['5000', '4998', hourLater])
    expect(rates(await get('/cloud/resources', { key: 'csf_read_only' }))).toEqual([
      '5000',
      '4999',
      String(Number(hourLater) + 600),
    ])
  })

  it('refuses what is above it, on every operation, and opens again at the reset', async () => {
    const { request, get, fake } = await open({ clock: noon, quota: 3 })
    for (let left = 2; left >= 0; left -= 1) {
      expect(rates(await get('/cloud/resources'))).toEqual(['3', String(left), hourLater])
    }
    for (const operation of operations) {
      const body = 'body' in operation ? { body: operation.body } : {}
      const answer = await request(operation.method, operation.path, body)
      expect(readError(answer, 429, 'rate_limit_exceeded')).toBe('the quota of 3 requests an hour is used up')
      expect(rates(answer)).toEqual(['3', '0', hourLater])
    }
    await fake.clock.advance('3599999ms')
    readError(await get('/cloud/resources'), 429, 'rate_limit_exceeded')
    await fake.clock.advance('1ms')
    expect(rates(await get('/cloud/resources'))).toEqual(['3', '2', String(Number(hourLater) + 3600)])
  })

  it('resets on a whole second: what it says is over once an hour has passed', async () => {
    const { get, fake } = await open({ clock: '2026-07-01T12:00:00.999Z', quota: 1 })
    const reset = rates(await get('/cloud/resources'))[2]
    expect(reset).toBe(hourLater)
    await fake.clock.set(new Date(Number(reset) * 1000 - 1).toISOString())
    readError(await get('/cloud/resources'), 429, 'rate_limit_exceeded')
    await fake.clock.set(new Date(Number(reset) * 1000).toISOString())
    read(await get('/cloud/resources'), 200, anySuccess)
  })
})
