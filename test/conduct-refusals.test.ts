import { expect } from 'vitest'

import { assessmentBody, jobBody, unknownId } from './support/answers.ts'
import { describeTales, paths, type Story, type Tale, tale } from './support/conducting.ts'

const { resources, jobs, assessments } = paths
const unknown = `${resources}/${unknownId}`

const create = async ({ send }: Story, body: object = jobBody): Promise<unknown> => await send('POST', jobs, { body })

/** Answers the first request of an operation with an error. */
const failFirst = async (
  { box }: Story,
  operation: 'createJob' | 'getJob' | 'listJobs' | 'listResources',
  error: string,
) =>
  await box.scenarios.define(
    JSON.parse(JSON.stringify({ name: 'own', rules: [{ when: { operation }, count: { first: 1 }, then: { error } }] })),
  )

const inVain: readonly Tale[] = [
  tale('a record that does not exist, three times', ['retried-in-vain'], ({ get }) => get(unknown, '1s', '1s')),
  tale('a record that does not exist, twice, as two tests may ask for it', [], ({ get }) => get(unknown, '1s')),
  tale('a wrong parameter, three times', ['retried-in-vain'], ({ get }) => get(`${resources}?limit=0`, '1s', '2s')),
  tale('a refusal of a rule that fired twice', ['retried-in-vain'], async (story) => {
    const rules = [{ count: { first: 2 }, then: { error: 'authorization_error' } as const }]
    await story.box.scenarios.define({ name: 'own', rules })
    await story.get(resources, '1s', '1s')
  }),
  tale('a wrong body, three times', ['retried-in-vain'], async (story) => {
    for (const name of ['Half', 'Half', 'Half']) await create(story, { name })
  }),
  tale('two wrong bodies', [], async (story) => {
    for (const name of ['Half', 'Other']) await create(story, { name })
  }),
  tale('a record that does not exist, asked twice at once', [], ({ get }) => Promise.all([get(unknown), get(unknown)])),
  tale('a record that does not exist, with another request in between', [], async ({ get }) => {
    await get(unknown)
    await get(resources)
    await get(unknown)
  }),
  tale('a scenario switched off in between', [], async ({ box, get }) => {
    await box.scenarios.on('authentication-error')
    await get(resources)
    await box.scenarios.off()
    await get(resources)
  }),
  tale('a record that a test adds in between', [], async ({ box, get }) => {
    await get(`${jobs}/${unknownId}`)
    await box.jobs.create({ id: unknownId })
    await get(`${jobs}/${unknownId}`)
  }),
  tale('an own assessment that cannot be read before it completes', [], async ({ box, send, get }) => {
    await box.assumptions.set({ pendingRead: 'not_found' })
    const { text } = await send('POST', assessments, { body: assessmentBody })
    await get(`${assessments}/${JSON.parse(text).data.id}`, '1s', '1s', '30s')
  }),
  tale('an own job that a rule hides at first', [], async (story) => {
    await failFirst(story, 'getJob', 'resource_not_found')
    await story.get(await story.createJob(), '1s')
  }),
  tale('a HEAD request before the GET request for the same', [], async ({ send, get }) => {
    await send('HEAD', unknown)
    await get(unknown)
  }),
]

const endings: readonly Tale[] = [
  ...['service-unavailable', 'connection-reset', 'gateway-error-page', 'truncated-body', 'rate-limit-resets-soon'].map(
    (scenario) =>
      tale(`${scenario} as the end`, ['gave-up'], async ({ box, get }) => {
        await box.scenarios.on(scenario)
        await get(resources)
      }),
  ),
  ...['internal-error', 'rate-limit-exhausted', 'wrong-content-type', 'slow-body', 'authentication-error'].map(
    (scenario) =>
      tale(`${scenario} as the end`, [], async ({ box, send }) => {
        await box.scenarios.on(scenario)
        await send('HEAD', resources)
      }),
  ),
  tale('two attempts, the second in vain too', [], async ({ box, get }) => {
    await box.scenarios.on('service-unavailable')
    await get(resources, '1s')
  }),
  tale('a second attempt with another query', [], async (story) => {
    await failFirst(story, 'listResources', 'service_unavailable')
    await story.get(`${resources}?limit=1`)
    await story.get(resources)
  }),
  tale('a create that failed, and a look', [], async (story) => {
    await failFirst(story, 'createJob', 'service_unavailable')
    await create(story)
    await story.get(jobs)
  }),
  tale('a create that failed, and a look at another area', ['gave-up'], async (story) => {
    await failFirst(story, 'createJob', 'service_unavailable')
    await create(story)
    await story.get(resources)
  }),
]

/** Has each first create be done but answered with a failure. */
const committing =
  (work: (story: Story) => Promise<unknown>) =>
  async (story: Story): Promise<void> => {
    await story.box.scenarios.on('commits-then-fails')
    await work(story)
  }

const createTwice = async (story: Story): Promise<void> => {
  await create(story)
  await create(story)
}

const creates: readonly Tale[] = [
  tale('a create that was done, again at once', ['repeated-committed-create'], committing(createTwice)),
  tale(
    'a create that was done, again after a look',
    [],
    committing(async (story) => {
      await create(story)
      await story.get(jobs)
      await create(story)
    }),
  ),
  tale('a create that was done, again after a look that failed', ['repeated-committed-create'], async (story) => {
    await failFirst(story, 'listJobs', 'internal_error')
    await story.box.scenarios.on('commits-then-fails')
    await create(story)
    await story.get(jobs)
    await create(story)
  }),
  {
    title: 'a create that was done, again, and once more when it had succeeded',
    shows: ['repeated-committed-create'],
    run: async (story) => {
      await committing(createTwice)(story)
      await create(story)
      const { items } = await story.box.conduct()
      expect(items[0]?.occurrences[0]?.detail).toContain('so there are 2 records')
    },
  },
  tale('a create that was not done, again', [], async (story) => {
    await failFirst(story, 'createJob', 'service_unavailable')
    await createTwice(story)
  }),
  tale(
    'another create after one that was done',
    [],
    committing(async (story) => {
      await create(story)
      await create(story, { ...jobBody, name: 'Another' })
      await story.get(jobs)
    }),
  ),
  tale(
    'a create that was done, sent twice at once',
    [],
    committing((story) => Promise.all([create(story), create(story)])),
  ),
  tale('the same create twice, both with success', [], createTwice),
]

/** Has a key accepted, and then revoked. @returns sends a GET for each of some queries with it */
async function revokeKey({ box, send }: Story) {
  const { id, secret } = await box.keys.create({ name: 'Own', permissions: ['cloud:read'] })
  await send('GET', resources, { key: secret })
  await box.keys.revoke(id)
  return (queries: readonly string[]) => queries.map((query) => () => send('GET', resources + query, { key: secret }))
}

const keys: readonly Tale[] = [
  tale('two requests after a revoked key was refused', ['used-revoked-key'], async (story) => {
    const requests = await revokeKey(story)
    for (const send of requests(['', '?limit=1', '?limit=2'])) await send()
  }),
  tale('a revoked key that is refused twice', [], async (story) => {
    const requests = await revokeKey(story)
    for (const send of requests(['', '?limit=1'])) await send()
  }),
  tale('a revoked key that is refused at once several times', [], async (story) => {
    const requests = await revokeKey(story)
    await Promise.all(requests(['', '?limit=1', '?limit=2']).map((send) => send()))
  }),
  tale('a scenario that revokes the key midway', ['used-revoked-key'], async ({ box, get }) => {
    await box.scenarios.on('key-revoked-midway')
    for (const limit of [1, 2, 3, 4, 5, 6]) await get(`${resources}?limit=${limit}`)
  }),
  tale('a key that no sandbox knows, also after an answer of a rule', [], async (story) => {
    await failFirst(story, 'listResources', 'internal_error')
    const { send } = story
    for (const limit of [1, 2, 3, 4]) await send('GET', `${resources}?limit=${limit}`, { key: 'csf_not_a_key' })
  }),
]

describeTales('requests that were refused', inVain)
describeTales('failures that were the end', endings)
describeTales('creates', creates)
describeTales('keys', keys)
