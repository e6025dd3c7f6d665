import { describe, expect, it } from 'vitest'

import { unknownId } from './support/answers.ts'
import { openStory, paths, type Tale, verdictsOf } from './support/conducting.ts'

const { resources, jobs } = paths

const polls: readonly Tale[] = [
  {
    title: 'a job that is not finished, read three times too fast',
    shows: ['polled-too-often'],
    run: async ({ createJob, get }) => await get(await createJob(), '100ms', '999ms'),
  },
  {
    title: 'a job that is not finished, read once a second',
    shows: [],
    run: async ({ createJob, get }) => await get(await createJob(), '1s', '1s', '1s'),
  },
  {
    title: 'a job that is not finished, read twice',
    shows: [],
    run: async ({ createJob, get }) => await get(await createJob(), '0s'),
  },
  {
    title: 'a job that is not finished, read three times at once',
    shows: [],
    run: async ({ createJob, get }) => {
      const path = await createJob()
      await Promise.all([get(path), get(path), get(path)])
    },
  },
  {
    title: 'three jobs that are not finished, read one after another',
    shows: [],
    run: async ({ createJob, get }) => {
      for (const name of ['a', 'b', 'c']) await get(await createJob({ name }), '0s')
    },
  },
  {
    title: 'a job that a test moves between reads',
    shows: [],
    run: async ({ box, createJob, get }) => {
      const path = await createJob()
      for (const status of ['running', 'running', 'running'] as const) {
        await get(path)
        await box.jobs.update(path.slice(jobs.length + 1), { status })
      }
    },
  },
  {
    title: 'reads of a job that fail, tried again',
    shows: [],
    run: async ({ box, createJob, get }) => {
      const path = await createJob()
      await box.scenarios.define({
        name: 'own',
        rules: [
          { when: { operation: 'getJob' }, count: { every: 2 }, phase: 'after', then: { error: 'internal_error' } },
        ],
      })
      await get(path, '100ms', '1s', '100ms', '1s')
    },
  },
  {
    title: 'a resource, which takes no time, read again and again',
    shows: [],
    run: async ({ box, get }) => {
      const [resource] = (await box.resources.list()).items
      await get(`${resources}/${String(resource?.['id'])}`, '0s', '0s', '0s')
    },
  },
  {
    title: 'a finished job that is read again and again',
    shows: [],
    run: async ({ createJob, get }) => await get(await createJob(), '1h', '0s', '0s', '0s'),
  },
]

const others: readonly Tale[] = [
  {
    title: 'a path that the API does not have',
    shows: ['matched-no-operation'],
    run: ({ get }) => get('/cloud/resource'),
  },
  {
    title: 'a browser that asks if its page may send a request, and is refused',
    shows: [],
    run: async ({ box, send }) => {
      await box.assumptions.set({ cors: 'none' })
      const headers = { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'GET' }
      await send('OPTIONS', resources, { headers })
    },
  },
  { title: 'a record that does not exist', shows: [], run: ({ get }) => get(`${resources}/${unknownId}`) },
]

describe.each([
  { about: 'polling', tales: polls },
  { about: 'what is sent', tales: others },
])('conduct of $about', ({ tales }) => {
  it.each(tales)('$title', async ({ shows, run }) => {
    const story = await openStory()
    await run(story)
    expect(await verdictsOf(story.box)).toEqual(shows)
  })
})
