import { describe, expect, it } from 'vitest'

import { faultNames } from '../../../src/core/faults/table.ts'
import { errorCodes } from '../../../src/core/spec/errors.ts'
import { type CoverageReport, createFake, type FakeOptions, type Profile } from '../../../src/index.ts'
import { assessmentBody, noon, unknownId } from '../../support/answers.ts'
import { type Client, describeFake, type Way } from '../../support/fake.ts'
import { giveUp, senderTo } from '../../support/scenarios.ts'
import { getFrom } from '../../support/served.ts'

/** A request: its path, after POST its body, and the effect of a rule for it alone. */
interface Asked {
  readonly path: string
  readonly method?: string
  readonly body?: unknown
  readonly then?: object
}

const get = (path: string, then?: object): Asked => ({ path, ...(then === undefined ? {} : { then }) })
const post = (path: string, body: unknown): Asked => ({ path, method: 'POST', body })

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'
const assessments = '/security/assessments'

/** Assessments and jobs of the built-in fixtures, by their status. */
const assessed = {
  pending: `${assessments}/cf9fc400-ca2a-451f-a0b1-9b9c899d628d`,
  running: `${assessments}/2f77dc30-f49f-417a-a84e-0b8553036516`,
  failed: `${assessments}/65bd8829-c70d-4f67-8163-22d4b3707191`,
  completed: `${assessments}/f66442b5-9ca7-4dc7-a028-2cb2a7cd4b8c`,
}
const analysed = {
  pending: `${jobs}/df3dc95f-f89b-4808-9da0-d128faab862a`,
  running: `${jobs}/d2610fea-7ec8-4d63-8be5-00a6e59e6d34`,
  failed: `${jobs}/7fc4ec60-f4e1-4d1b-8ba4-0bdce1219742`,
  completed: `${jobs}/681697cc-0056-495d-a0cf-74d82b5f3a79`,
}

/** Sends requests one after another, and gives up a request that gets no answer. */
async function ask(client: Client, way: Way, asked: readonly Asked[]): Promise<void> {
  const send = senderTo(client, way)
  for (const { path, method = 'GET', body, then } of asked) {
    const left = await leftOf(client)
    const headers = new Headers(then === undefined ? {} : { 'X-Fake-Then': JSON.stringify(then) })
    const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }
    const sent = async (signal: AbortSignal | null) => await (await send(path, { ...init, signal })).text()
    if (isEndless(then)) await giveUp(sent, () => counted(client, left - 1))
    else await sent(null).catch(() => {})
  }
}

/** How many requests the key of a sandbox has left. */
const leftOf = async ({ sandbox }: Client): Promise<number> => (await sandbox.quota.show('full-access')).remaining

/** Waits until a request has arrived: its key then has so many left. */
const counted = async (client: Client, left: number): Promise<void> =>
  await expect.poll(() => leftOf(client), { interval: 5 }).toBe(left)

const isEndless = (then: object = {}): boolean => 'fault' in then && then.fault === 'hang'

/** The cells that were met: operation (`any` for a fault), kind, name, and the number of requests. */
const metIn = ({ items, faults }: CoverageReport): readonly string[] =>
  [...items, { operation: 'any', cells: faults }].flatMap(({ operation, cells }) =>
    cells.flatMap(({ kind, name, count }) => (count === 0 ? [] : [`${operation} ${kind} ${name} ${count}`])),
  )

/** The names of the cells of an operation that are of a kind. */
const namesOf = ({ items }: CoverageReport, operation: string, kind: string): readonly string[] =>
  (items.find((item) => item.operation === operation)?.cells ?? []).flatMap((cell) =>
    cell.kind === kind ? [cell.name] : [],
  )

/** The faults after which a client has nothing to read. */
const hiding = faultNames.filter((name) => name !== 'slow_body' && name !== 'wrong_content_type')

interface Row {
  readonly title: string
  readonly asked: readonly Asked[]
  readonly options?: FakeOptions
  readonly met: readonly string[]
}

const rows: readonly Row[] = [
  {
    title: 'a success',
    asked: [get(`${list}/${unknownId}`), get(`${list}/085eb948-ff2a-4f15-bd84-c172cd02afba`)],
    met: ['getResource success success 1', 'getResource error resource_not_found 1'],
  },
  {
    title: 'each error',
    asked: errorCodes.map((error) => get(analysed.failed, { error })),
    met: errorCodes.map((code) => `getJob error ${code} 1`),
  },
  {
    title: 'each fault that hides the answer',
    asked: hiding.map((fault) => get(list, { fault })),
    met: hiding.map((name) => `any fault ${name} 1`),
  },
  {
    title: 'a fault that a client reads through, beside the answer',
    asked: [
      get(`${list}?limit=100`, { fault: 'slow_body', over: '1ms' }),
      get(analysed.failed, { fault: 'wrong_content_type' }),
      get(list, { fault: 'wrong_content_type', error: 'internal_error' }),
    ],
    met: [
      'listResources success success 1',
      'listResources error internal_error 1',
      'listResources page only 1',
      'getJob success success 1',
      'getJob state failed 1',
      'any fault slow_body 1',
      'any fault wrong_content_type 2',
    ],
  },
  {
    title: 'a delay beside the answer',
    asked: [get(`${list}?limit=100`, { delay: '1ms' }), get(list, { delay: '1ms', error: 'internal_error' })],
    met: [
      'listResources success success 1',
      'listResources error internal_error 1',
      'listResources page only 1',
      'any fault delay 2',
    ],
  },
  {
    title: 'an answer that a rule made neither a success nor an error',
    asked: [get(list, { status: 302 }), get(list, { status: 500, body: 'no envelope' })],
    met: [],
  },
  {
    title: 'the pages of a list',
    asked: [
      get(`${list}?limit=20`),
      get(`${list}?limit=20&page=2`),
      get(`${list}?limit=20&page=999`),
      get(`${jobs}?limit=20&page=2`),
      get(`${jobs}?limit=100&status=failed`),
      get(`${jobs}?type=unheard_of&page=1`),
    ],
    met: [
      'listResources success success 3',
      'listResources page first 1',
      'listResources page middle 1',
      'listResources page beyond 1',
      'listJobs success success 3',
      'listJobs state completed 1',
      'listJobs state failed 2',
      'listJobs page only 1',
      'listJobs page last 1',
      'listJobs page empty 1',
    ],
  },
  {
    title: 'a page beyond the end that is refused',
    asked: [get(`${list}?page=999`), get(`${list}/${unknownId}`)],
    options: { assume: { pageBeyondEnd: 'resource_not_found' } },
    met: [
      'listResources error resource_not_found 1',
      'listResources page beyond 1',
      'getResource error resource_not_found 1',
    ],
  },
  {
    title: 'errors that have the status of a success',
    asked: [get(`${list}?limit=0`)],
    options: { assume: { errorStatus: 'always_200' } },
    met: ['listResources error invalid_request 1'],
  },
  {
    title: 'the states of jobs, each once in an answer',
    asked: [get(analysed.pending), get(analysed.running), get(analysed.completed), get(analysed.failed), get(jobs)],
    met: [
      'getJob success success 4',
      ...['pending', 'running', 'completed', 'failed'].map((name) => `getJob state ${name} 1`),
      'listJobs success success 1',
      ...['pending', 'running', 'completed', 'failed'].map((name) => `listJobs state ${name} 1`),
      'listJobs page first 1',
    ],
  },
  {
    title: 'a state that the service does not have',
    asked: [get(analysed.pending, { replace: { status: 'quarantined' } })],
    met: ['getJob success success 1'],
  },
  {
    title: 'the states of assessments, of which a running one looks pending and a completed one has no status',
    asked: [...Object.values(assessed).map((path) => get(path)), post(assessments, assessmentBody)],
    met: [
      'getAssessment success success 4',
      'getAssessment state pending 2',
      'getAssessment state completed 1',
      'getAssessment state failed 1',
      'createAssessment success success 1',
      'createAssessment state pending 1',
    ],
  },
  {
    title: 'the states of assessments under other choices',
    asked: Object.values(assessed).map((path) => get(path)),
    options: {
      assume: {
        assessmentStates: 'pending_in_progress_completed',
        recordStatusField: 'present',
        failedRead: 'not_found',
      },
    },
    met: [
      'getAssessment success success 3',
      'getAssessment error resource_not_found 1',
      'getAssessment state pending 1',
      'getAssessment state in_progress 1',
      'getAssessment state completed 1',
    ],
  },
  {
    title: 'a blank record, which has not completed',
    asked: [get(assessed.pending), get(assessed.completed)],
    options: { assume: { pendingRead: 'blank_record' } },
    met: ['getAssessment success success 2', 'getAssessment state pending 1', 'getAssessment state completed 1'],
  },
  {
    title: 'no operation',
    asked: [get('/nowhere', { fault: 'reset' }), { path: list, method: 'DELETE' }],
    met: ['any fault reset 1'],
  },
]

describeFake('coverage', (open, way) => {
  it.each(rows)('counts $title', async ({ asked, options = {}, met }) => {
    for (const coverage of [false, true]) {
      const client = await open({ clock: noon, coverage, ...options })
      await ask(client, way, asked)
      const report = await client.fake.coverage({ sandboxes: 'all' })
      expect(metIn(report)).toEqual(met)
      expect([report.requests, report.forgotten]).toEqual([asked.length, 0])
    }
  })

  it('names the first request that met a cell, and its sandbox', async () => {
    const client = await open()
    await ask(client, way, [get(`${list}?limit=0`), get(list)])
    await ask(client.at('one'), way, [get(list), get(list)])
    const cellsOf = ({ items }: CoverageReport) =>
      items.flatMap(({ cells }) => cells.filter(({ name }) => name === 'success' || name === 'invalid_request'))
    const success = { kind: 'success', name: 'success' }
    const refused = { kind: 'error', name: 'invalid_request' }
    const metBy = (report: CoverageReport) => cellsOf(report).filter(({ count }) => count > 0)
    expect(metBy(await client.fake.coverage())).toEqual([
      { ...success, count: 1, request: '0-2', sandbox: 'default' },
      { ...refused, count: 1, request: '0-1', sandbox: 'default' },
    ])
    expect(metBy(await client.fake.sandbox('one').coverage())).toEqual([
      { ...success, count: 2, request: '0-1', sandbox: 'one' },
    ])
    expect(metBy(await client.fake.sandbox('one').coverage({ sandboxes: 'all' }))).toEqual([
      { ...success, count: 3, request: '0-2', sandbox: 'default' },
      { ...refused, count: 1, request: '0-1', sandbox: 'default' },
    ])
    expect(cellsOf(await client.fake.coverage())).toContainEqual({ ...success, count: 0, request: null, sandbox: null })
  })
})

describeFake('the option coverage', (open, way) => {
  it('counts what resets, deletions and a cleared journal take away', async () => {
    for (const coverage of [true, false]) {
      const client = await open({ coverage })
      const { fake } = client
      await ask(client, way, [get(list)])
      await fake.reset()
      await ask(client.at('one'), way, [get(list), get(jobs)])
      await fake.sandbox('one').delete()
      await ask(client, way, [get(list)])
      await fake.requests.clear()
      const counts = [
        await fake.coverage({ sandboxes: 'all' }),
        await fake.coverage(),
        await fake.sandbox('one').coverage(),
      ]
      expect(counts.map(({ requests }) => requests)).toEqual([coverage ? 4 : 0, 0, 0])
    }
  })

  it('counts what the journal has no room for, whole', async () => {
    for (const [coverage, journalBytes] of [
      [true, 6000],
      [true, 0],
      [false, 6000],
    ] as const) {
      const client = await open({ coverage, journalBytes })
      await ask(
        client,
        way,
        Array.from({ length: 20 }, () => get(`${jobs}?limit=100`)),
      )
      const { requests, forgotten, items } = await client.fake.coverage({ sandboxes: 'all' })
      const page = items
        .find(({ operation }) => operation === 'listJobs')
        ?.cells.find(({ kind, name }) => kind === 'page' && name === 'only')
      expect(requests + forgotten).toBe(20)
      if (coverage) expect([forgotten, page?.count]).toEqual([0, 20])
      else expect([forgotten > 10, page?.count]).toEqual([true, 0])
    }
  })
})

describe('the cells of an operation', () => {
  it('are those that its answers can show under the choices of the sandbox', async () => {
    const fake = await createFake()
    const usual = await fake.coverage()
    expect(usual.faults.map(({ kind, name }) => [kind, name])).toEqual(
      [...faultNames, 'delay'].map((name) => ['fault', name]),
    )
    for (const { operation } of usual.items) {
      expect(namesOf(usual, operation, 'fault')).toEqual([])
      const pages = operation.startsWith('list') ? ['only', 'first', 'middle', 'last', 'beyond', 'empty'] : []
      expect(namesOf(usual, operation, 'page')).toEqual(pages)
    }
    const states = (report: CoverageReport) =>
      Object.fromEntries(report.items.map(({ operation }) => [operation, namesOf(report, operation, 'state')]))
    const ofJobs = ['pending', 'running', 'completed', 'failed']
    expect(states(usual)).toEqual({
      getAssessment: ['pending', 'completed', 'failed'],
      createAssessment: ['pending'],
      listAssessments: [],
      listResources: [],
      getResource: [],
      createJob: ['pending'],
      getJob: ofJobs,
      listJobs: ofJobs,
    })
    await fake.assumptions.set({
      assessmentStates: 'pending_in_progress_completed',
      failedRead: 'not_found',
      jobStates: 'queued_processing_succeeded_failed',
    })
    expect(states(await fake.coverage())).toMatchObject({
      getAssessment: ['pending', 'in_progress', 'completed'],
      createJob: ['queued'],
      listJobs: ['queued', 'processing', 'succeeded', 'failed'],
    })
    await fake.assumptions.set({ pendingRead: 'not_found' })
    expect(states(await fake.coverage())).toMatchObject({ getAssessment: ['completed'] })
    await fake.assumptions.set({ pendingRead: 'blank_record', failedRead: 'creation_result' })
    expect(states(await fake.coverage())).toMatchObject({ getAssessment: ['pending', 'completed', 'failed'] })
    await fake.close()
  })

  it('have resource_not_found where the choices allow it', async () => {
    const fake = await createFake()
    const found = errorCodes.filter((code) => code !== 'resource_not_found')
    /** The operations that cannot answer resource_not_found. Every other error is possible. */
    const finding = async (assume: Partial<Profile> = {}) => {
      await fake.assumptions.set(assume)
      const report = await fake.coverage()
      return report.items.flatMap(({ operation }) => {
        const names = namesOf(report, operation, 'error')
        if (names.length === errorCodes.length) return []
        expect(names).toEqual(found)
        return [operation]
      })
    }
    const lists = ['listAssessments', 'listResources', 'listJobs']
    expect(new Set(await finding())).toEqual(new Set([...lists, 'createJob']))
    expect(await finding({ pageBeyondEnd: 'resource_not_found' })).toEqual(['createJob'])
    expect(new Set(await finding({ pageBeyondEnd: 'invalid_request' }))).toEqual(new Set([...lists, 'createJob']))
    expect(await finding({ assessedResource: 'any' })).toContain('createAssessment')
    expect(await finding({ resourceIdFormat: 'opaque' })).not.toContain('createAssessment')
    await fake.close()
  })

  it('have an error that no choice allows, where a scenario made it', async () => {
    const fake = await createFake()
    const before = await fake.coverage()
    await getFrom(fake, list, { 'X-Fake-Then': JSON.stringify({ error: 'resource_not_found' }) })
    const after = await fake.coverage()
    expect(metIn(after)).toEqual(['listResources error resource_not_found 1'])
    expect(after.total).toMatchObject({ met: 1, of: before.total.of + 1 })
    await fake.close()
  })

  it('have the states of other choices too, where one was met', async () => {
    const fake = await createFake()
    const one = fake.sandbox('one')
    await one.assumptions.set({ jobStates: 'queued_processing_succeeded_failed' })
    await getFrom({ ...fake, baseUrl: one.baseUrl }, analysed.pending)
    expect(namesOf(await fake.coverage({ sandboxes: 'all' }), 'getJob', 'state')).toEqual([
      'pending',
      'running',
      'completed',
      'failed',
      'queued',
    ])
    await fake.close()
  })
})
