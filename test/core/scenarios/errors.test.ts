import { expect, it } from 'vitest'

import { anySuccess, assessmentBody, noon, operations } from '../../support/answers.ts'
import { type Answer, type Client, describeSandboxes, read, readError } from '../../support/fake.ts'
import { askOperation, countsOf, defineRules, errors, servedStatus, tallyOf } from '../../support/scenarios.ts'

const reset = String(Date.parse(noon) / 1000 + 3600)

/** Holds an answer to an error, and to what the rate-limit headers say of it. @returns its details */
function readRefusal(answer: Answer, status: number, code: string, remaining: number): string {
  const details = readError(answer, status, code)
  const rate = ['limit', 'remaining', 'reset'].map((name) => answer.headers.get(`x-rate-limit-${name}`))
  expect(rate).toEqual(['5000', code === 'rate_limit_exceeded' ? '0' : String(remaining), reset])
  return details
}

describeSandboxes('an error that a scenario makes', (open) => {
  it.each(operations.flatMap((operation) => errors.map((error) => ({ operation, ...error }))))(
    '$operation.id answers $code, and does nothing',
    async ({ operation, code, message, status, scenario }) => {
      const client = await open({ clock: noon })
      const { sandbox } = client
      const before = await countsOf(sandbox)

      await sandbox.scenarios.on(scenario)
      const answer = await askOperation(client, operation)
      expect(readRefusal(answer, status, code, 4999)).toBe(`a scenario says so: ${scenario}[0]`)
      expect(JSON.parse(answer.text)).toMatchObject({ status: 'error', error: { code, message } })
      expect(answer.headers.has('retry-after')).toBe(false)
      readRefusal(await askOperation(client, operation), status, code, 4998)

      await sandbox.scenarios.off(scenario)
      const named = await askOperation(client, operation, { 'X-Fake-Scenario': scenario })
      expect(readRefusal(named, status, code, 4997)).toBe(`a scenario says so: ${scenario}[0]`)
      expect(await countsOf(sandbox)).toEqual(before)

      const served = await askOperation(client, operation)
      read(served, servedStatus(operation), anySuccess)
      expect(served.headers.get('x-rate-limit-remaining')).toBe('4996')
      const made = { createAssessment: 'assessments', createJob: 'jobs' }[operation.id as string]
      const one = made === undefined ? {} : { [made]: (before[made] ?? 0) + 1 }
      expect(await countsOf(sandbox)).toEqual({ ...before, ...one })
    },
  )

  it.each(errors)('$code is given to requests without a key too, and to those without a permission', async (error) => {
    const { sandbox, get, post } = await open({ clock: noon })
    await sandbox.scenarios.on(error.scenario)
    for (const key of [null, 'csf_unknown', 'csf_none']) {
      readError(await get('/cloud/resources', { key }), error.status, error.code)
    }
    for (const path of ['/nowhere', '/cloud/resources?limit=none']) readError(await get(path), error.status, error.code)
    readError(await post('/security/assessments', '{'), error.status, error.code)
  })

  it('its details only repeat the meaning where the register says so', async () => {
    const { sandbox, get } = await open({ assume: { errorDetails: 'generic' } })
    for (const { scenario, status, code, message } of errors) {
      await sandbox.scenarios.on(scenario)
      expect(readError(await get('/cloud/resources'), status, code)).toBe(`${message}.`)
      await sandbox.scenarios.off()
    }
  })
})

const errorStatuses = [
  ['conventional', {}],
  ['unprocessable', { invalid_request: 422 }],
  ['hidden', { authorization_error: 404 }],
  ['always_200', Object.fromEntries(errors.map(({ code }) => [code, 200]))],
] as const

/** The id that is always answered with an error. */
const magicId = (status: number): string => `a1b2c3d4-e5f6-4789-8abc-${String(status).padStart(12, '0')}`

/** The errors that have a magic id: what is invalid has none, since any malformed id will do. */
const magical = errors.filter(({ code }) => code !== 'invalid_request')

describeSandboxes('the status of an error', (open) => {
  it.each(errorStatuses)('follows errorStatus=%s, whichever way it comes about', async (errorStatus, others) => {
    const { sandbox, get } = await open({ assume: { errorStatus } })
    const differing: Readonly<Record<string, number>> = others
    for (const { code, status, scenario } of errors) {
      const expected = differing[code] ?? status
      await sandbox.scenarios.on(scenario)
      readError(await get('/data/analysis/jobs'), expected, code)
      await sandbox.scenarios.off()
      readError(await get('/data/analysis/jobs', { headers: { 'X-Fake-Scenario': scenario } }), expected, code)
      if (code !== 'invalid_request') readError(await get(`/cloud/resources/${magicId(status)}`), expected, code)
    }
  })

  it('is the one of a rule where that has one', async () => {
    const { sandbox, get } = await open({ assume: { errorStatus: 'always_200' } })
    await sandbox.scenarios.define({ name: 'other', rules: [{ then: { error: 'internal_error', status: 599 } }] })
    readError(await get('/cloud/resources'), 599, 'internal_error')
  })
})

describeSandboxes('Retry-After, where the register has it,', (open) => {
  const after = (code: string): string | null =>
    ({ rate_limit_exceeded: '3600', service_unavailable: '1' })[code] ?? null

  it.each(errors)('is given with $code, from every cause', async ({ code, status, scenario }) => {
    const { sandbox, get } = await open({ clock: noon, assume: { retryAfter: 'present' } })
    await sandbox.scenarios.on(scenario)
    expect((await get('/cloud/resources')).headers.get('retry-after')).toBe(after(code))
    await sandbox.scenarios.off()
    const named = await get('/cloud/resources', { headers: { 'X-Fake-Scenario': scenario } })
    expect(named.headers.get('retry-after')).toBe(after(code))
    if (code === 'invalid_request') return
    const magic = await get(`/cloud/resources/${magicId(status)}`)
    expect(magic.headers.get('retry-after')).toBe(after(code))
  })

  it('counts down with the clock', async () => {
    const { sandbox, get } = await open({ clock: noon, assume: { retryAfter: 'present' } })
    await get('/cloud/resources')
    await sandbox.scenarios.on('rate-limit-exceeded')
    await sandbox.clock.advance('59m')
    expect((await get('/cloud/resources')).headers.get('retry-after')).toBe('60')
  })

  it('is never negative, however late an answer comes', async () => {
    const { sandbox, get } = await open({ clock: noon, assume: { retryAfter: 'present' } })
    await defineRules(sandbox, [{ then: { delay: '60ms', error: 'rate_limit_exceeded' } }])
    const answer = get('/cloud/resources')
    await expect.poll(() => tallyOf(sandbox), { interval: 5 }).toEqual([[1, 1]])
    await sandbox.clock.advance('2h')
    expect((await answer).headers.get('retry-after')).toBe('0')
  })
})

type Ask = (client: Client, id: string, resourceId?: string, jobId?: string) => Promise<Answer>

/** The places of an id: of an assessment, a resource or a job, which have other forms where ids are opaque. */
const places: readonly (readonly [string, Ask])[] = [
  ['getAssessment', ({ get }, id) => get(`/security/assessments/${id}`)],
  ['getResource', ({ get }, id, resourceId = id) => get(`/cloud/resources/${resourceId}`)],
  ['getJob', ({ get }, id, _, jobId = id) => get(`/data/analysis/jobs/${jobId}`)],
  ['listAssessments', ({ get }, id, resourceId = id) => get(`/security/assessments?resource_id=${resourceId}`)],
  [
    'createAssessment',
    ({ post }, id, resourceId = id) => post('/security/assessments', { ...assessmentBody, resource_id: resourceId }),
  ],
]

const hex = (id: string): string => id.replaceAll('-', '')
const opaque = { resourceIdFormat: 'opaque', jobIdFormat: 'opaque' } as const

describeSandboxes('a magic id', (open) => {
  it.each(places)(
    'in %s is answered with its error, in either case, in every sandbox and where ids are opaque',
    async (_, ask) => {
      const client = await open({ clock: noon })
      const obscure = await open({ assume: opaque })
      const before = await countsOf(client.sandbox)
      for (const { status, code } of magical) {
        const id = magicId(status)
        readError(await ask(obscure, id, `res-${hex(id)}`, `job-${hex(id)}`), status, code)
        const details = readError(await ask(client, id), status, code)
        expect(details).toContain('ids with this ending always return this error')
        readError(await ask(client, id.toUpperCase()), status, code)
        readError(await ask(client, `00000000-0000-0000-0000-${id.slice(-12)}`), status, code)
        readError(await ask(client.at(`${client.sandbox.name}-other`), id), status, code)
      }
      expect(await countsOf(client.sandbox)).toEqual(before)
    },
  )

  it('leaves nothing where it is one of the rate limit, and what there is else', async () => {
    const client = await open({ clock: noon })
    for (const [position, { status, code }] of magical.entries()) {
      const answer = await client.get(`/data/analysis/jobs/${magicId(status)}`)
      expect(readRefusal(answer, status, code, 4999 - position)).toContain('ids with this ending')
    }
  })

  it.each(places)('in %s is none where its end is another', async (_, ask) => {
    const client = await open()
    for (const end of ['000000000400', '000000000402', '000000000502', '100000000429', '000000004290']) {
      const answer = await ask(client, `a1b2c3d4-e5f6-4789-8abc-${end}`)
      expect([end, answer.status < 405]).toEqual([end, true])
      if (answer.status !== 200) readError(answer, 404, 'resource_not_found')
    }
  })

  it('is looked at once the key is known, and may do it, and with everything else in order', async () => {
    const client = await open()
    const path = `/security/assessments/${magicId(500)}`
    readError(await client.get(path, { key: null }), 401, 'authentication_error')
    readError(await client.get(path, { key: 'csf_cloud' }), 403, 'authorization_error')
    const body = { ...assessmentBody, resource_id: magicId(500) }
    readError(await client.post('/security/assessments', body, { key: 'csf_read_only' }), 403, 'authorization_error')
    const wrong = { ...body, scan_options: { comprehensive: 'yes' } }
    readError(await client.post('/security/assessments', wrong), 400, 'invalid_request')
    await client.sandbox.scenarios.on('rate-limit-exhausted')
    readError(await client.get(path), 429, 'rate_limit_exceeded')
  })

  it('is answered so for a resource that need not exist too, and to HEAD by its status', async () => {
    const { request, post } = await open({ assume: { assessedResource: 'any' } })
    for (const { status, code } of magical) {
      const body = { ...assessmentBody, resource_id: magicId(status) }
      readError(await post('/security/assessments', body), status, code)
      const answer = await request('HEAD', `/cloud/resources/${magicId(status)}`)
      expect([answer.status, answer.text]).toEqual([status, ''])
    }
  })
})
