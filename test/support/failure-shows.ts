import { expect } from 'vitest'

import { answers, anyList, anySuccess, assessmentBody, jobBody, operations } from './answers.ts'
import { type Client, read, readError } from './fake.ts'
import { askOperation, countsOf, errors, failureOf, fired, giveUp, initOf, servedStatus } from './scenarios.ts'
import { type Scene, type Show } from './shows.ts'

const list = '/cloud/resources?limit=1'

/** Checks that work creates this many assessments and changes no other count. */
async function expectCreates(scene: Scene, created: number, work: () => Promise<unknown>): Promise<void> {
  const before = await countsOf(scene.sandbox)
  await work()
  const after = await countsOf(scene.sandbox)
  expect(after).toEqual({ ...before, assessments: (before['assessments'] ?? 0) + created })
}

const create: RequestInit = { method: 'POST', body: JSON.stringify(assessmentBody) }

/** Checks what a client sees of each operation. @param expected by the status of a served answer */
const eachShows =
  (expected: (served: number) => readonly unknown[]): Show =>
  async ({ send }) => {
    for (const operation of operations) {
      const seen = await send(operation.path, initOf(operation)).then(
        async (response) => [
          response.status,
          response.headers.get('content-type'),
          response.headers.get('x-rate-limit-limit'),
          await response.text().catch(String),
        ],
        async (error: unknown) => [await failureOf(Promise.reject(error))],
      )
      expect([operation.id, ...seen]).toEqual([operation.id, ...expected(servedStatus(operation))])
    }
  }

export const connectionReset = eachShows(() => [{ name: 'TypeError', message: 'fetch failed', code: 'ECONNRESET' }])

const json = ['application/json', '5000']

export const truncatedBody = eachShows((served) => [served, ...json, 'TypeError: terminated'])

export const malformedJson = eachShows((served) => [
  served,
  ...json,
  expect.stringMatching(/^\{"status":"success".*,$/s),
])

export const emptyBody = eachShows((served) => [served, ...json, ''])

export const wrongContentType = eachShows((served) => {
  const whole = expect.stringMatching(/^\{"status":"success".*\}$/s)
  return [served, 'text/html', '5000', whole]
})

export const gatewayErrorPage = eachShows(() => {
  const page = expect.stringMatching(/^<html>\n.*<h1>502 Bad Gateway<\/h1>.*<\/html>\n$/s)
  return [502, 'text/html', null, page]
})

export const failing: Show = async (scene) => {
  const { send, sandbox } = scene
  const [name = ''] = (await sandbox.summary()).scenarios
  const error = errors.find(({ scenario }) => scenario === name)
  const { assessments } = await countsOf(sandbox)
  for (const operation of operations) {
    readError(await askOperation(scene, operation), error?.status ?? 0, error?.code ?? '')
  }
  expect((await countsOf(sandbox))['assessments']).toBe(assessments)
  const raw = await send('/cloud/resources')
  expect([raw.ok, raw.headers.get('content-type')]).toEqual([false, 'application/json'])
}

export const noAnswer: Show = async (scene) =>
  await expectCreates(scene, 0, async () => {
    const aborted = await giveUp(
      (signal) => scene.send('/security/assessments', { ...create, signal }),
      () => fired(scene.sandbox, 1, 'no-answer'),
    )
    expect(aborted?.name).toBe('AbortError')
  })

export const slowBody: Show = async ({ send, sandbox }) => {
  const response = await send('/cloud/resources')
  expect([response.status, Number(response.headers.get('content-length')) > 1000]).toEqual([200, true])
  await response.body?.cancel()
  const { rules } = await sandbox.scenarios.show('slow-body')
  expect(rules).toMatchObject([{ then: { fault: 'slow_body', over: '5s' }, phase: 'after', matches: 1, hits: 1 }])
}

export const outage: Show = async (scene) => {
  const { sandbox, get } = scene
  const one = async () => (await get(list)).status
  for (let outages = 0; outages < 2; outages += 1) {
    expect([await one(), await one(), await one(), await one(), await one()]).toEqual([503, 503, 503, 200, 200])
    await sandbox.scenarios.on('outage-then-recovery')
  }
  await expectCreates(scene, 1, async () => {
    for (const operation of operations.slice(0, 4)) {
      const expected = operation.id === 'listResources' ? 200 : 503
      expect((await askOperation(scene, operation)).status).toBe(expected)
    }
    read(await scene.post('/security/assessments', assessmentBody), 201, answers.creation)
  })
}

export const flaky: Show = async ({ sandbox, get, at }) => {
  const many = 200
  const sequence = async (client: Pick<Client, 'get'>, times = 50) => {
    const statuses: number[] = []
    for (let asked = 0; asked < times; asked += 1) statuses.push((await client.get(list)).status)
    return statuses
  }
  const statuses = await sequence({ get }, many)
  const unavailable = statuses.filter((status) => status === 503).length
  const broken = statuses.filter((status) => status === 500).length
  expect(statuses.filter((status) => status === 200).length + unavailable + broken).toBe(many)
  expect(Math.abs(unavailable / many - 0.2)).toBeLessThan(0.07)
  expect(Math.abs(broken / (many - unavailable) - 0.1)).toBeLessThan(0.06)
  const { rules } = await sandbox.scenarios.show('flaky')
  expect(rules).toMatchObject([
    { matches: many, hits: unavailable },
    { matches: many - unavailable, hits: broken },
  ])

  await sandbox.scenarios.on('flaky')
  expect(await sequence({ get })).toEqual(statuses.slice(0, 50))
  const other = at(`${sandbox.name}-other`)
  await other.sandbox.scenarios.on('flaky')
  expect(await sequence(other)).toEqual(statuses.slice(0, 50))
}

export const slow: Show = async ({ sandbox, send }) => {
  const { rules } = await sandbox.scenarios.show('slow')
  expect(rules).toMatchObject([{ then: { delay: { min: '500ms', max: '1500ms' } }, phase: 'before' }])
  const failure = await giveUp(
    (signal) => send(list, { signal }),
    () => fired(sandbox, 1, 'slow'),
  )
  expect(failure?.name).toBe('AbortError')
}

export const commitsThenFails: Show = async ({ sandbox, get, post }) => {
  const made = async (path: string, body: unknown, kind: 'assessments' | 'jobs') => {
    const before = (await countsOf(sandbox))[kind] ?? 0
    readError(await post(path, body), 503, 'service_unavailable')
    expect((await countsOf(sandbox))[kind]).toBe(before + 1)
    const second = read(await post(path, body), 201, anySuccess)
    expect((await countsOf(sandbox))[kind]).toBe(before + 2)
    await sandbox.clock.advance('1h')
    const { data, pagination } = read(await get(path), 200, anyList)
    const [newest, hidden] = data
    expect(second).toMatchObject({ data: { id: newest?.id } })
    expect(hidden?.id).not.toBe(newest?.id)
    read(await get(`${path}/${hidden?.id}`), 200, anySuccess)
    read(await post(path, body), 201, anySuccess)
    return pagination.total_items
  }
  const { assessments = 0, jobs = 0 } = await countsOf(sandbox)
  const unlisted = assessments - read(await get('/security/assessments'), 200, anyList).pagination.total_items
  expect(await made('/security/assessments', assessmentBody, 'assessments')).toBe(assessments - unlisted + 2)
  expect(await made('/data/analysis/jobs', jobBody, 'jobs')).toBe(jobs + 2)
}

export const keyRevoked: Show = async (scene) => {
  const { get, post } = scene
  read(await get(list), 200, answers.resources)
  read(await post('/data/analysis/jobs', jobBody), 201, answers.job)
  read(await get(list, { key: 'csf_read_only' }), 200, answers.resources)
  const { jobs, assessments } = await countsOf(scene.sandbox)
  for (const operation of operations) readError(await askOperation(scene, operation), 401, 'authentication_error')
  readError(await get(list, { key: 'csf_read_only' }), 401, 'authentication_error')
  expect(await countsOf(scene.sandbox)).toMatchObject({ jobs, assessments })
  await scene.sandbox.scenarios.off()
  read(await get(list), 200, answers.resources)
}

export const permissionRemoved: Show = async (scene) => {
  const { post, sandbox } = scene
  read(await post('/data/analysis/jobs', jobBody), 201, answers.job)
  const before = await countsOf(sandbox)
  for (const operation of operations) {
    const answer = await askOperation(scene, operation)
    if (operation.method === 'POST') readError(answer, 403, 'authorization_error')
    else read(answer, 200, anySuccess)
  }
  readError(await post('/security/assessments', assessmentBody), 403, 'authorization_error')
  expect(await countsOf(sandbox)).toEqual(before)
}
