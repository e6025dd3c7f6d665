import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createFake, startFake } from '../src/index.ts'
import { unknownId } from './support/answers.ts'
import { openStory, paths, type Story, tell, verdictsOf } from './support/conducting.ts'

const { resources, jobs, assessments } = paths
const unknown = `${resources}/${unknownId}`

/** A story through the pool of `fetch`, which has idle connections. */
async function openThroughPool(): Promise<Story> {
  const fake = await startFake({ port: 0 })
  onTestFinished(() => fake.close())
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
    const fake = await createFake()
    onTestFinished(() => fake.close())
    const { id } = await fake.jobs.create({ status: 'running' })
    await fake.scenarios.define({ name: 'waits', rules: [{ then: { delay: '300ms' } }] })
    const headers = { Authorization: `Bearer ${fake.apiKey}` }
    const reads = []
    for (let at = 0; at < 4; at += 1) {
      reads.push(fake.fetch(`${fake.baseUrl}/data/analysis/jobs/${id}`, { headers }))
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
