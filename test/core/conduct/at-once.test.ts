import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { jobBody, noon, unknownId } from '../../support/answers.ts'
import { fetchBy, openStory, paths, type Story, tell, verdictsOf } from '../../support/conducting.ts'
import { getFrom, openFake, serve } from '../../support/served.ts'

const { resources, jobs, assessments } = paths
const unknown = `${resources}/${unknownId}`

/** A story through the pool of `fetch`, which has idle connections. */
async function openThroughPool(): Promise<Story> {
  const fake = await serve({ port: 0 })
  const story = tell(fake, fetch)
  for (const path of [resources, jobs, assessments]) await story.get(path)
  return story
}

/** Waits as a client does that gets its token first. */
async function awaitTimes(count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) await Promise.resolve()
}

describe('conduct of requests that were sent at once', () => {
  it.each([3, 5, 20, 60])('says nothing about %i through a pool with the quota used up', async (count) => {
    const story = await openThroughPool()
    await story.box.scenarios.on('rate-limit-exhausted')
    await Promise.all(Array.from({ length: count }, (_, i) => story.get(`${resources}?limit=${i + 1}`)))
    expect(await verdictsOf(story.box)).toEqual([])
  })

  it.each([
    { about: 'a record that does not exist', scenario: undefined, path: unknown },
    { about: 'a list with the quota used up', scenario: 'rate-limit-exhausted', path: resources },
    { about: 'connections that break', scenario: 'connection-reset', path: resources },
  ])('says nothing about equal ones through a pool: $about', async ({ scenario, path }) => {
    const story = await openThroughPool()
    if (scenario !== undefined) await story.box.scenarios.on(scenario)
    await Promise.all(Array.from({ length: 6 }, () => story.get(path)))
    expect(await verdictsOf(story.box)).toEqual([])
  })

  it.each([
    { about: 'different ones', scenario: 'rate-limit-exhausted', queries: ['?limit=1', '?limit=2', '?limit=3', ''] },
    { about: 'equal ones', scenario: 'authentication-error', queries: ['', '', '', ''] },
  ])('says nothing in process, where some wait before: $about', async ({ scenario, queries }) => {
    for (const step of [1, 2, 5, 30]) {
      const story = await openStory()
      await story.box.scenarios.on(scenario)
      const late = async (query: string, waits: number) => {
        await awaitTimes(waits)
        await story.get(resources + query)
      }
      await Promise.all([
        ...queries.map((query, i) => late(query, i * step)),
        ...(step > 1 ? [late('?limit=9', 0), late('?limit=8', 40)] : []),
      ])
      expect(await verdictsOf(story.box)).toEqual([])
    }
  })
})

describe('conduct of requests before an answer', () => {
  it('does not report requests in process that came while earlier ones waited', async () => {
    const fake = await openFake()
    const { id } = await fake.jobs.create({ status: 'running' })
    await fake.scenarios.define({ name: 'waits', rules: [{ then: { delay: '300ms' } }] })
    const reads = []
    for (let at = 0; at < 4; at += 1) {
      reads.push(getFrom(fake, `${jobs}/${id}`))
      await sleep(10)
    }
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await verdictsOf(fake)).toEqual([])
  })
})

describe('conduct of reactions over sockets', () => {
  it.each([
    { about: 'a pause', scenario: 'authentication-error', shows: ['retried-in-vain'], pauses: ['1s', '1s'] },
    {
      about: 'a lost connection',
      scenario: 'connection-reset',
      shows: ['retried-without-backoff'],
      pauses: ['0s', '0s', '0s', '0s'],
    },
  ])('finds them after $about', async ({ scenario, shows, pauses }) => {
    const story = await openThroughPool()
    await story.box.clock.freeze()
    await story.box.scenarios.on(scenario)
    await story.get(resources, ...pauses)
    expect(await verdictsOf(story.box)).toEqual(shows)
  })
})

/** Workers with a sandbox and a key in common, each with a connection of its own. */
async function openWorkers(count: number): Promise<readonly Story[]> {
  // The reset of a quota is to come by the wall clock, too.
  const fake = await serve({ port: 0, clock: '2999-07-01T12:00:00Z' })
  const workers = Array.from({ length: count }, () => tell(fake, fetchBy(new Agent({ keepAlive: true }))))
  // At once, so that no connection opens right after an answer on another one.
  await Promise.all(workers.map(({ get }) => get(resources)))
  return workers
}

describe('conduct of two workers', () => {
  it.each([
    {
      about: 'that both meet a quota which is used up',
      scenario: 'rate-limit-exhausted',
      work: ({ get }: Story) => get(resources),
      shows: [],
    },
    {
      about: 'that both meet a quota which is used up, one of them twice',
      scenario: 'rate-limit-exhausted',
      work: ({ get }: Story) => get(resources, '1s'),
      shows: ['retried-too-early'],
    },
    {
      about: 'that create the same, the first with an answer that fails',
      scenario: 'commits-then-fails',
      work: ({ send }: Story) => send('POST', jobs, { body: jobBody }),
      shows: ['same-create-elsewhere'],
    },
    {
      about: 'that ask for the same wrong id',
      scenario: undefined,
      work: ({ get }: Story) => get(unknown),
      shows: [],
    },
  ])('goes by what each could know: $about', async ({ scenario, work, shows }) => {
    const workers = await openWorkers(2)
    const [first] = workers
    if (scenario !== undefined) await first?.box.scenarios.on(scenario)
    for (const worker of workers) {
      await work(worker)
      await worker.pause('1s')
    }
    expect(await verdictsOf(workers[0]?.box ?? expect.fail('no worker'))).toEqual(shows)
  })

  it('forgives the first refusal also on a connection that opened right after an answer on another one', async () => {
    const fake = await serve({ port: 0, clock: noon, scenario: ['rate-limit-exhausted'] })
    for (const agent of [1, 2, 3].map(() => new Agent({ keepAlive: true }))) {
      await tell(fake, fetchBy(agent)).get(resources)
      await fake.clock.advance('1s')
    }
    expect(await verdictsOf(fake)).toEqual([])
  })

  it('does not add up the pauses of two that poll', async () => {
    const workers = await openWorkers(2)
    const path = (await workers[0]?.createJob()) ?? ''
    for (let read = 0; read < 8; read += 1) {
      await workers[read % 2]?.get(path)
      await workers[0]?.pause('700ms')
    }
    expect(await verdictsOf(workers[0]?.box ?? expect.fail('no worker'))).toEqual([])
  })
})

describe('conduct by a slow clock', () => {
  it('counts a pause by the wall clock', async () => {
    const fake = await serve({ port: 0 })
    const story = tell(fake, fetchBy(new Agent({ keepAlive: true })))
    await fake.clock.run(0.01)
    const path = await story.createJob()
    for (let read = 0; read < 3; read += 1) {
      await story.get(path)
      await sleep(120)
    }
    const ids = async (pollEvery: string) => (await fake.conduct({ pollEvery })).items.map(({ id }) => id)
    expect([await ids('100ms'), await ids('10s')]).toEqual([[], ['polled-too-often']])
  })
})

it.each([
  ['finds retries without a pause, a few of which a busy machine made late', [0, 60, 0, 0, 80, 250, 0], true],
  ['says nothing about pauses that grow from a short one', [10, 20, 40, 80, 160], false],
])('%s', async (_, pauses, isFound) => {
  // Time passes only between the requests, on a clock that runs.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const fake = await serve({ port: 0, scenario: ['service-unavailable'] })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const story = tell(fake, fetchBy(agent))
  await story.get(resources)
  for (const ms of pauses) {
    vi.setSystemTime(Date.now() + ms)
    await story.get(resources)
  }
  expect(await verdictsOf(story.box)).toEqual(isFound ? ['retried-without-backoff'] : [])
})
