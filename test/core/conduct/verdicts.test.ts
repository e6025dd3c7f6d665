import { afterEach, describe, expect, it, vi } from 'vitest'

import type { ScenarioRule } from '../../../src/index.ts'
import { assessmentBody, jobBody, noon, unknownId } from '../../support/answers.ts'
import { openStory, paths, type Story, verdictsOf } from '../../support/conducting.ts'

const { jobs, assessments } = paths

/** Paths by their words in a story. Any other word of a path is a query of the list of resources. */
const named: Readonly<Record<string, string>> = {
  resources: paths.resources,
  jobs,
  unknown: `${paths.resources}/${unknownId}`,
  'unknown-job': `${jobs}/${unknownId}`,
  misspelt: '/cloud/resource',
}
const pathOf = (word: string): string => named[word] ?? `${paths.resources}?${word}`

const rule = async ({ box }: Story, given: ScenarioRule) => await box.scenarios.define({ name: 'own', rules: [given] })

/** Sends requests with a wall clock that stands still, with pauses by it in milliseconds. */
async function onWall(send: () => Promise<unknown>, pauses: readonly string[]): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] })
  await send()
  for (const ms of pauses) {
    vi.setSystemTime(Date.now() + Number(ms))
    await send()
  }
}

/** What happens in a story, by its first word. */
const steps: Readonly<Record<string, (story: Story, ...words: string[]) => unknown>> = {
  get: (story, path = '', ...pauses) => story.get(pathOf(path), ...pauses),
  head: ({ send }, path = '') => send('HEAD', pathOf(path)),
  'get-on-wall': (story, path = '', ...pauses) => onWall(() => story.get(pathOf(path)), pauses),
  'get-at-once': (story, ...words) => Promise.all(words.map((path) => story.get(pathOf(path)))),
  'give-up': (story, path = '') => story.giveUp(pathOf(path)),
  preflight: ({ send }, path = '') =>
    send('OPTIONS', pathOf(path), {
      headers: { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'GET' },
    }),
  pause: (story, by = '') => story.pause(by),

  create: ({ send }, name) => send('POST', jobs, { body: { ...jobBody, ...(name && { name }) } }),
  'create-wrong': ({ send }, name) => send('POST', jobs, { body: { name } }),
  'create-at-once': (story) => Promise.all([steps['create']?.(story), steps['create']?.(story)]),
  /** Creates a job, and reads it. */
  job: async (story, ...pauses) => story.get(await story.createJob(), ...pauses),
  'job-on-wall': async (story, ...pauses) => {
    const path = await story.createJob()
    await onWall(() => story.get(path), pauses)
  },
  'job-at-once': async (story) => {
    const path = await story.createJob()
    await Promise.all([story.get(path), story.get(path), story.get(path)])
  },
  'job-that-a-test-moves': async (story) => {
    const path = await story.createJob()
    for (const status of ['running', 'running', 'running'] as const) {
      await story.get(path)
      await story.box.jobs.update(path.slice(jobs.length + 1), { status })
    }
  },
  assess: async (story, ...pauses) => {
    const { text } = await story.send('POST', assessments, { body: assessmentBody })
    await story.get(`${assessments}/${JSON.parse(text).data.id}`, ...pauses)
  },
  'get-a-resource': async (story, ...pauses) => {
    const [resource] = (await story.box.resources.list()).items
    await story.get(`${paths.resources}/${String(resource?.['id'])}`, ...pauses)
  },

  /** Has a key accepted, and then revoked, and goes on with it. */
  'revoked-key': async ({ box, send }, how, ...paths) => {
    const { id, secret: key } = await box.keys.create({ name: 'Own', permissions: ['cloud:read'] })
    await send('GET', pathOf('resources'), { key })
    await box.keys.revoke(id)
    const left = paths.map((path) => async () => await send('GET', pathOf(path), { key }))
    if (how === 'at-once') await Promise.all(left.map((one) => one()))
    else for (const one of left) await one()
  },
  'wrong-key': async ({ send }, ...words) => {
    for (const path of words) await send('GET', pathOf(path), { key: 'csf_not_a_key' })
  },

  on: ({ box }, scenario = '') => box.scenarios.on(scenario),
  off: ({ box }) => box.scenarios.off(),
  assume: ({ box }, row = '', option = '') => box.assumptions.set({ [row]: option }),
  'fail-first': (story, operation, code) =>
    rule(story, JSON.parse(JSON.stringify({ when: { operation }, count: { first: 1 }, then: { error: code } }))),
  'fail-lists': (story) => rule(story, { when: { operation: 'listResources' }, then: { error: 'internal_error' } }),
  'fail-reads-of-jobs': (story) =>
    rule(story, {
      when: { operation: 'getJob' },
      count: { every: 2 },
      phase: 'after',
      then: { error: 'internal_error' },
    }),
  'forbid-twice': (story) => rule(story, { count: { first: 2 }, then: { error: 'authorization_error' } }),
  'fail-slowly': (story) => rule(story, { then: { delay: '1ms', error: 'internal_error' } }),
  'answer-502': (story) => rule(story, { then: { status: 502, body: 'down' } }),
  'answer-with-date': (story) =>
    rule(story, {
      count: { first: 1 },
      then: { error: 'service_unavailable', headers: { 'Retry-After': 'Thu, 01 Jul 2999 12:00:00 GMT' } },
    }),
  'add-job': ({ box }) => box.jobs.create({ id: unknownId }),
  /** An instant that the wall clock has not reached. */
  'clock-to-come': ({ box }) => box.clock.set('2999-07-01T12:00:00Z'),
  'wall-clock-at-noon': () => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(noon) }),
  'pause-on-both': async ({ box }, by = '') => vi.setSystemTime(Date.parse((await box.clock.advance(by)).now)),
  'has-made': async ({ box }, count) =>
    expect((await box.conduct()).items[0]?.occurrences[0]?.detail).toContain(`so there are ${count} records`),
}

/** Stories of clients by their titles: the steps, and the ids of the verdicts that they show (none). */
const stories: Readonly<Record<string, Readonly<Record<string, readonly [story: string, ...shows: string[]]>>>> = {
  polling: {
    'a job that is not finished, three times too fast': ['job 100ms 999ms', 'polled-too-often'],
    'a job that is not finished, once a second': ['job 1s 1s 1s'],
    'a job that is not finished, twice': ['job 0s'],
    'a job that is not finished, three times at once': ['job-at-once'],
    'three jobs that are not finished, one after another': ['job 0s, job 0s, job 0s'],
    'a job that a test moves between reads': ['job-that-a-test-moves'],
    'reads of a job that fail, tried again': ['fail-reads-of-jobs, job 100ms 1s 100ms 1s'],
    'a resource, which takes no time, again and again': ['get-a-resource 0s 0s 0s'],
    'a finished job, again and again': ['job 1h 0s 0s 0s'],
  },
  'what is sent': {
    'a path that the API does not have': ['get misspelt', 'matched-no-operation'],
    'a browser that asks if its page may send a request, and is refused': ['assume cors none, preflight resources'],
    'a record that does not exist': ['get unknown'],
  },
  'requests that were refused': {
    'a record that does not exist, three times': ['get unknown 1s 1s', 'retried-in-vain'],
    'a record that does not exist, twice, as two tests may ask for it': ['get unknown 1s'],
    'a wrong parameter, three times': ['get limit=0 1s 2s', 'retried-in-vain'],
    'a refusal of a rule that fired twice': ['forbid-twice, get resources 1s 1s', 'retried-in-vain'],
    'a wrong body, three times': ['create-wrong A, create-wrong A, create-wrong A', 'retried-in-vain'],
    'two wrong bodies': ['create-wrong A, create-wrong B'],
    'a record that does not exist, asked twice at once': ['get-at-once unknown unknown'],
    'a record that does not exist, another request in between': ['get unknown, get resources, get unknown'],
    'a scenario switched off in between': ['on authentication-error, get resources, off, get resources'],
    'a record that a test adds in between': ['get unknown-job, add-job, get unknown-job'],
    'an own assessment that cannot be read before it completes': ['assume pendingRead not_found, assess 1s 1s 30s'],
    'an own job that a rule hides at first': ['fail-first getJob resource_not_found, job 1s'],
    'HEAD requests around a GET request for the same': ['head unknown, get unknown, head unknown'],
  },
  'failures that were the end': {
    'an outage': ['on service-unavailable, get resources', 'gave-up'],
    'a cut connection': ['on connection-reset, get resources', 'gave-up'],
    'a page of a gateway': ['on gateway-error-page, get resources', 'gave-up'],
    'a cut body': ['on truncated-body, get resources', 'gave-up'],
    'a quota that resets soon': ['on rate-limit-resets-soon, get resources', 'gave-up'],
    'an internal error': ['on internal-error, head resources'],
    'a quota that resets late': ['on rate-limit-exhausted, head resources'],
    'a wrong content type': ['on wrong-content-type, head resources'],
    'a slow body': ['on slow-body, head resources'],
    'a refusal': ['on authentication-error, head resources'],
    'a second attempt in vain': ['on service-unavailable, get resources 1s'],
    'a read, and a look at another record': [
      'fail-first listJobs service_unavailable, get jobs, get unknown-job',
      'gave-up',
    ],
    'a second attempt with another query': ['fail-first listResources service_unavailable, get limit=1, get resources'],
    'a create, and a look': ['fail-first createJob service_unavailable, create, get jobs'],
    'a create, and a look at another area': [
      'fail-first createJob service_unavailable, create, get resources',
      'gave-up',
    ],
  },
  creates: {
    'one that was done, again at once': ['on commits-then-fails, create, create', 'repeated-committed-create'],
    'one that was done, again after a look': ['on commits-then-fails, create, get jobs, create'],
    'one that was done, again after a look at another area': [
      'on commits-then-fails, create, get resources, create',
      'repeated-committed-create',
    ],
    'one that was done, again after a look that failed': [
      'fail-first listJobs internal_error, on commits-then-fails, create, get jobs, create',
      'repeated-committed-create',
    ],
    'one that was done, again, and once more when it had succeeded': [
      'on commits-then-fails, create, create, create, has-made 2',
      'repeated-committed-create',
    ],
    'one that was not done, again': ['fail-first createJob service_unavailable, create, create'],
    'another one after one that was done': ['on commits-then-fails, create, create Another, get jobs'],
    'one that was done, sent twice at once': ['on commits-then-fails, create-at-once'],
    'the same twice, both with success': ['create, create'],
  },
  keys: {
    'two requests after a revoked key was refused': [
      'revoked-key in-turn resources limit=1 limit=2',
      'used-revoked-key',
    ],
    'a revoked key that is refused twice': ['revoked-key in-turn resources limit=1'],
    'a revoked key that is refused at once several times': ['revoked-key at-once resources limit=1 limit=2'],
    'a scenario that revokes the key midway': [
      'on key-revoked-midway, get limit=1, get limit=2, get limit=3, get limit=4, get limit=5, get limit=6',
      'used-revoked-key',
    ],
    'a key that no sandbox knows, also after an answer of a rule': [
      'fail-first listResources internal_error, wrong-key limit=1 limit=2 limit=3 limit=4',
    ],
  },
  retries: {
    'before the reset of the quota': [
      'clock-to-come, on rate-limit-resets-soon, get resources 4s 1s',
      'retried-too-early',
    ],
    'at the reset of the quota': ['on rate-limit-resets-soon, get resources 5s'],
    'at the reset of the quota in milliseconds': [
      'assume rateResetUnit milliseconds, on rate-limit-resets-soon, get resources 5s',
    ],
    'before a Retry-After that is a date': ['answer-with-date, get resources 1s', 'retried-too-early'],
    'with equal pauses after statuses that have no envelope': [
      'answer-502, get resources 1s 1s 1s',
      'retried-without-backoff',
    ],
    'before Retry-After': [
      'assume retryAfter present, fail-first listResources service_unavailable, get resources 500ms',
      'retried-too-early',
    ],
    'after Retry-After': ['assume retryAfter present, fail-first listResources service_unavailable, get resources 1s'],
    'another request of the key while its quota is used up': [
      'clock-to-come, on rate-limit-exhausted, get resources, get jobs',
      'retried-too-early',
    ],
    'requests above the quota that were sent at once': [
      'on rate-limit-exhausted, get-at-once resources resources jobs',
    ],
    'after a test gave the key its quota back': ['on rate-limit-exhausted, get resources, off, get resources'],
    'without a pause': ['on outage-then-recovery, get resources 0s 0s 0s', 'retried-without-backoff'],
    'with equal pauses': ['on connection-reset, get resources 1s 1s 1s', 'retried-without-backoff'],
    'with pauses that shrink': ['on internal-error, get resources 4s 2s 1s 500ms 250ms', 'retried-without-backoff'],
    'with one long pause and then equal ones': [
      'on internal-error, get resources 1s 100ms 100ms 100ms 100ms 100ms',
      'retried-without-backoff',
    ],
    'with four pauses with jitter that shrink': ['on internal-error, get resources 4s 3s 2s 1s'],
    'with pauses that grow to a limit': ['on internal-error, get resources 1s 2s 4s 4s 4s 4s'],
    'with pauses that grow': ['on outage-then-recovery, get resources 1s 2s 4s'],
    'with jitter, the last pause the shortest': ['on internal-error, get resources 700ms 1900ms 600ms'],
    'three with equal pauses': ['on internal-error, get resources 1s 1s'],
    'of one request in a table of tests, each under another scenario': [
      'on internal-error, get resources, off, on service-unavailable, get resources, off, on gateway-error-page, get resources, off, on empty-body, get resources, off, get resources',
    ],
    'with equal pauses while other requests succeed': [`fail-lists${', get resources, get jobs, pause 1s'.repeat(4)}`],
    'with equal pauses that the service told': [
      'assume retryAfter present, on service-unavailable, get resources 1s 1s 1s 1s',
    ],
    'with equal pauses that have the time of slow answers in them': ['fail-slowly, get resources 1s 1s 1s'],
    'with equal pauses after hangs, which have the limit of the client in them': [
      `on no-answer${', give-up resources, pause 10s'.repeat(4)}`,
    ],
  },
  'a client that goes by the wall clock while the sandbox has its own': {
    'a retry after the reset, which the wall clock has passed': [
      'on rate-limit-resets-soon, get resources 4s 1s, get jobs',
    ],
    'a retry before the reset of a process that has the time of the sandbox': [
      'wall-clock-at-noon, on rate-limit-resets-soon, get resources 0s 5s',
      'retried-too-early',
    ],
    'a retry after the reset by both clocks': [
      'wall-clock-at-noon, on rate-limit-resets-soon, get resources, pause-on-both 5s, get resources',
    ],
    'a retry before Retry-After': [
      'assume retryAfter present, fail-first listResources service_unavailable, get resources 0s',
      'retried-too-early',
    ],
    'a retry after Retry-After': [
      'assume retryAfter present, on outage-then-recovery, get-on-wall resources 1000 1000 1000',
    ],
    'pauses that grow': ['on outage-then-recovery, get-on-wall resources 250 500 1000'],
    'equal pauses': ['on outage-then-recovery, get-on-wall resources 1000 1000 1000', 'retried-without-backoff'],
    'a job that is read once a second': ['job-on-wall 1000 1000 1000'],
    'a job that is read four times a second': ['job-on-wall 250 250 250', 'polled-too-often'],
    'no second attempt where the quota resets long after by the wall clock': [
      'clock-to-come, on rate-limit-resets-soon, get resources',
    ],
  },
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each(Object.entries(stories))('conduct of %s', (_, rows) => {
  it.each(Object.entries(rows))('%s', async (__, [told, ...shows]) => {
    const story = await openStory()
    for (const step of told.split(', ')) {
      const [verb = '', ...words] = step.split(' ')
      await (steps[verb] ?? expect.fail(`no step ${verb}`))(story, ...words)
    }
    expect(await verdictsOf(story.box)).toEqual(shows)
  })
})
