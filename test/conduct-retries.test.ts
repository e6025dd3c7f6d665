import { afterEach, vi } from 'vitest'

import { noon } from './support/answers.ts'
import { describeTales, paths, type Story, type Tale, tale } from './support/conducting.ts'

const { resources, jobs } = paths

/** An instant that the wall clock has not reached. */
const toCome = '2999-07-01T12:00:00Z'

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
  tale('a retry before the reset of the quota', ['retried-too-early'], async (story) => {
    await story.box.clock.set(toCome)
    await under('rate-limit-resets-soon', '4s', '1s')(story)
  }),
  tale('a retry at the reset of the quota', [], under('rate-limit-resets-soon', '5s')),
  tale('a retry before Retry-After', ['retried-too-early'], retryAfter('500ms')),
  tale('a retry after Retry-After', [], retryAfter('1s')),
  tale('another request of the key while its quota is used up', ['retried-too-early'], async ({ box, get }) => {
    await box.clock.set(toCome)
    await box.scenarios.on('rate-limit-exhausted')
    await get(resources)
    await get(jobs)
  }),
  tale('requests above the quota that were sent at once', [], async ({ box, get }) => {
    await box.scenarios.on('rate-limit-exhausted')
    await Promise.all([get(resources), get(resources), get(jobs)])
  }),
  tale('a request that a test sends after it gave the key its quota back', [], async ({ box, get }) => {
    await box.scenarios.on('rate-limit-exhausted')
    await get(resources)
    await box.scenarios.off()
    await get(resources)
  }),
  tale('four attempts without a pause', ['retried-without-backoff'], under('outage-then-recovery', '0s', '0s', '0s')),
  tale('four attempts with equal pauses', ['retried-without-backoff'], under('connection-reset', '1s', '1s', '1s')),
  tale('pauses that shrink', ['retried-without-backoff'], under('internal-error', '4s', '2s', '1s', '500ms', '250ms')),
  tale(
    'one long pause and then equal ones',
    ['retried-without-backoff'],
    under('internal-error', '1s', '100ms', '100ms', '100ms', '100ms', '100ms'),
  ),
  tale('four pauses with jitter that shrink', [], under('internal-error', '4s', '3s', '2s', '1s')),
  tale('pauses that grow to a limit', [], under('internal-error', '1s', '2s', '4s', '4s', '4s', '4s')),
  tale('pauses that grow', [], under('outage-then-recovery', '1s', '2s', '4s')),
  tale('pauses with jitter, the last the shortest', [], under('internal-error', '700ms', '1900ms', '600ms')),
  tale('three attempts with equal pauses', [], under('internal-error', '1s', '1s')),
  tale('attempts of one request in a table of tests, each under another scenario', [], async ({ box, get }) => {
    for (const name of ['internal-error', 'service-unavailable', 'gateway-error-page', 'empty-body']) {
      await box.scenarios.on(name)
      await get(resources)
      await box.scenarios.off()
    }
    await get(resources)
  }),
  tale('equal pauses between failures while other requests succeed', [], async ({ box, get, pause }) => {
    await box.scenarios.define({
      name: 'own',
      rules: [{ when: { operation: 'listResources' }, then: { error: 'internal_error' } }],
    })
    for (let i = 0; i < 4; i += 1) {
      await get(resources)
      await get(jobs)
      await pause('1s')
    }
  }),
  tale('equal pauses that the service told', [], async ({ box, get }) => {
    await box.assumptions.set({ retryAfter: 'present' })
    await box.scenarios.on('service-unavailable')
    await get(resources, '1s', '1s', '1s', '1s')
  }),
  tale('equal pauses that have the time of slow answers in them', [], async ({ box, get }) => {
    const then = { delay: '1ms', error: 'internal_error' } as const
    await box.scenarios.define({ name: 'own', rules: [{ then }] })
    await get(resources, '1s', '1s', '1s')
  }),
  tale('equal pauses after hangs, which have the limit of the client in them', [], async ({ box, giveUp, pause }) => {
    await box.scenarios.on('no-answer')
    for (let i = 0; i < 4; i += 1) {
      await giveUp(resources)
      await pause('10s')
    }
  }),
]

describeTales('retries', tales)

afterEach(() => {
  vi.useRealTimers()
})

/** Sends a GET with pauses by the wall clock, in milliseconds, while the clock of the sandbox stands still. */
async function getOnWall({ get }: Story, path: string, ...pausesMs: readonly number[]): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] })
  await get(path)
  for (const ms of pausesMs) {
    vi.setSystemTime(Date.now() + ms)
    await get(path)
  }
}

describeTales('a client that goes by the wall clock while the one of the sandbox stands still', [
  tale('a retry after the reset, which the wall clock has passed', [], async (story) => {
    await under('rate-limit-resets-soon', '4s', '1s')(story)
    await story.get(jobs)
  }),
  tale(
    'a retry before the reset of a process that has the time of the sandbox',
    ['retried-too-early'],
    async (story) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(noon) })
      await under('rate-limit-resets-soon', '0s', '5s')(story)
    },
  ),
  tale('a retry after the reset by both clocks', [], async ({ box, get }) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(noon) })
    await box.scenarios.on('rate-limit-resets-soon')
    await get(resources)
    vi.setSystemTime(Date.parse((await box.clock.advance('5s')).now))
    await get(resources)
  }),
  tale('a retry before Retry-After', ['retried-too-early'], async (story) => {
    await retryAfter('0s')(story)
  }),
  tale('a retry after Retry-After', [], async (story) => {
    await story.box.assumptions.set({ retryAfter: 'present' })
    await story.box.scenarios.on('outage-then-recovery')
    await getOnWall(story, resources, 1000, 1000, 1000)
  }),
  tale('pauses that grow', [], async (story) => {
    await story.box.scenarios.on('outage-then-recovery')
    await getOnWall(story, resources, 250, 500, 1000)
  }),
  tale('equal pauses', ['retried-without-backoff'], async (story) => {
    await story.box.scenarios.on('outage-then-recovery')
    await getOnWall(story, resources, 1000, 1000, 1000)
  }),
  tale('a job that is read once a second', [], async (story) => {
    await getOnWall(story, await story.createJob(), 1000, 1000, 1000)
  }),
  tale('a job that is read four times a second', ['polled-too-often'], async (story) => {
    await getOnWall(story, await story.createJob(), 250, 250, 250)
  }),
  tale('no second attempt where the quota resets long after by the wall clock', [], async ({ box, get }) => {
    await box.clock.set(toCome)
    await box.scenarios.on('rate-limit-resets-soon')
    await get(resources)
  }),
])
