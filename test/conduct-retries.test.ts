import { describe, expect, it } from 'vitest'

import { openStory, paths, type Story, type Tale, verdictsOf } from './support/conducting.ts'

const { resources, jobs } = paths

/** Switches scenarios on, and has the client send a GET with pauses. */
const under =
  (scenario: string, ...pauses: readonly string[]) =>
  async ({ box, get }: Story): Promise<void> => {
    await box.scenarios.on(scenario)
    await get(resources, ...pauses)
  }

/** Has the first GET of a client refused with Retry-After: 1, and the client wait before the second. */
const retryAfter =
  (pause: string) =>
  async ({ box, get }: Story): Promise<void> => {
    await box.assumptions.set({ retryAfter: 'present' })
    const rules = [{ count: { first: 1 }, then: { error: 'service_unavailable' } as const }]
    await box.scenarios.define({ name: 'own', rules })
    await get(resources, pause)
  }

const tales: readonly Tale[] = [
  {
    title: 'a retry before the reset of the quota',
    shows: ['retried-too-early'],
    run: under('rate-limit-resets-soon', '4s', '1s'),
  },
  { title: 'a retry at the reset of the quota', shows: [], run: under('rate-limit-resets-soon', '5s') },
  { title: 'a retry before Retry-After', shows: ['retried-too-early'], run: retryAfter('500ms') },
  { title: 'a retry after Retry-After', shows: [], run: retryAfter('1s') },
  {
    title: 'another request of the key while its quota is used up',
    shows: ['retried-too-early'],
    run: async ({ box, get }) => {
      await box.scenarios.on('rate-limit-exhausted')
      await get(resources)
      await get(jobs)
    },
  },
  {
    title: 'requests above the quota that were sent at once',
    shows: [],
    run: async ({ box, get }) => {
      await box.scenarios.on('rate-limit-exhausted')
      await Promise.all([get(resources), get(resources), get(jobs)])
    },
  },
  {
    title: 'a request that a test sends after it gave the key its quota back',
    shows: [],
    run: async ({ box, get }) => {
      await box.scenarios.on('rate-limit-exhausted')
      await get(resources)
      await box.scenarios.off()
      await get(resources)
    },
  },
  {
    title: 'four attempts without a pause',
    shows: ['retried-without-backoff'],
    run: under('outage-then-recovery', '0s', '0s', '0s'),
  },
  {
    title: 'four attempts with equal pauses',
    shows: ['retried-without-backoff'],
    run: under('connection-reset', '1s', '1s', '1s'),
  },
  {
    title: 'pauses that shrink',
    shows: ['retried-without-backoff'],
    run: under('internal-error', '4s', '2s', '1s', '500ms', '250ms'),
  },
  {
    title: 'one long pause and then equal ones',
    shows: ['retried-without-backoff'],
    run: under('internal-error', '1s', '100ms', '100ms', '100ms', '100ms', '100ms'),
  },
  { title: 'four pauses with jitter that shrink', shows: [], run: under('internal-error', '4s', '3s', '2s', '1s') },
  { title: 'pauses that grow to a limit', shows: [], run: under('internal-error', '1s', '2s', '4s', '4s', '4s', '4s') },
  { title: 'pauses that grow', shows: [], run: under('outage-then-recovery', '1s', '2s', '4s') },
  {
    title: 'pauses with jitter, the last the shortest',
    shows: [],
    run: under('internal-error', '700ms', '1900ms', '600ms'),
  },
  { title: 'three attempts with equal pauses', shows: [], run: under('internal-error', '1s', '1s') },
  {
    title: 'attempts of one request in a table of tests, each under another scenario',
    shows: [],
    run: async ({ box, get }) => {
      for (const name of ['internal-error', 'service-unavailable', 'gateway-error-page', 'empty-body']) {
        await box.scenarios.on(name)
        await get(resources)
        await box.scenarios.off()
      }
      await get(resources)
    },
  },
  {
    title: 'equal pauses between failures while other requests succeed',
    shows: [],
    run: async ({ box, get, pause }) => {
      await box.scenarios.define({
        name: 'own',
        rules: [{ when: { operation: 'listResources' }, then: { error: 'internal_error' } }],
      })
      for (let i = 0; i < 4; i += 1) {
        await get(resources)
        await get(jobs)
        await pause('1s')
      }
    },
  },
  {
    title: 'equal pauses that the service told',
    shows: [],
    run: async ({ box, get }) => {
      await box.assumptions.set({ retryAfter: 'present' })
      await box.scenarios.on('service-unavailable')
      await get(resources, '1s', '1s', '1s', '1s')
    },
  },
  {
    title: 'equal pauses that have the time of slow answers in them',
    shows: [],
    run: async ({ box, get }) => {
      const then = { delay: '1ms', error: 'internal_error' } as const
      await box.scenarios.define({ name: 'own', rules: [{ then }] })
      await get(resources, '1s', '1s', '1s')
    },
  },
  {
    title: 'equal pauses after hangs, which have the limit of the client in them',
    shows: [],
    run: async ({ box, giveUp, pause }) => {
      await box.scenarios.on('no-answer')
      for (let i = 0; i < 4; i += 1) {
        await giveUp(resources)
        await pause('10s')
      }
    },
  },
]

describe('conduct of retries', () => {
  it.each(tales)('$title', async ({ shows, run }) => {
    const story = await openStory()
    await run(story)
    expect(await verdictsOf(story.box)).toEqual(shows)
  })
})
