import { describe, expect, it } from 'vitest'

import { jobBody, unknownId } from './support/answers.ts'
import { openStory, paths, type Story, type Tale, verdictsOf } from './support/conducting.ts'

const { resources, jobs } = paths

/** Follows the links of a list to its end. @returns the address of the last page */
async function readAll(story: Pick<Story, 'get'>, first: string): Promise<string> {
  const { pagination } = JSON.parse((await story.get(first)).text)
  const next: unknown = pagination.next_page
  return typeof next === 'string' && next !== '' ? await readAll(story, next.replace(/^.*\/v1/, '')) : first
}

const pages: readonly Tale[] = [
  { title: 'a list read by its links', shows: [], run: (story) => readAll(story, `${resources}?limit=60`) },
  {
    title: 'a list with filters read by its links, which keep them',
    shows: [],
    run: (story) => readAll(story, `${resources}?provider=aws&limit=60`),
  },
  {
    title: 'a page built by hand',
    shows: ['built-page-link'],
    run: async ({ get }) => {
      await get(`${resources}?limit=20`)
      await get(`${resources}?page=2`)
    },
  },
  {
    title: 'a page built by hand with the query of another list',
    shows: ['built-page-link'],
    run: async ({ get }) => {
      await get(`${resources}?limit=20`)
      await get(`${resources}?provider=aws&page=2&limit=20`)
    },
  },
  {
    title: 'a filter that the client adds, since the links drop it',
    shows: [],
    run: async ({ box, get }) => {
      await box.assumptions.set({ pageLinkFilters: 'dropped' })
      await get(`${resources}?limit=5&provider=aws`)
      await get(`${resources}?page=2&limit=5&provider=aws`)
    },
  },
  {
    title: 'a page that was offered before, asked again',
    shows: [],
    run: async ({ get }) => {
      await get(`${resources}?limit=20`)
      for (let i = 0; i < 2; i += 1) await get(`${resources}?page=2&limit=20`)
    },
  },
  {
    title: 'a page that was offered by an answer that was removed',
    shows: [],
    run: async ({ box, get }) => {
      await get(`${resources}?limit=20`)
      await box.requests.clear()
      await get(`${resources}?page=2&limit=20`)
    },
  },
  {
    title: 'the first page by its number',
    shows: [],
    run: ({ get }) => get(`${resources}?page=1&limit=20`),
  },
  {
    title: 'a page after an answer to HEAD, which has no links',
    shows: ['built-page-link'],
    run: async ({ send, get }) => {
      await send('HEAD', `${resources}?limit=20`)
      await get(`${resources}?page=2&limit=20`)
    },
  },
  {
    title: 'pages until one is empty',
    shows: ['built-page-link', 'asked-beyond-end'],
    run: async ({ get }) => {
      for (const page of [1, 2, 3, 4]) await get(`${resources}?page=${page}&limit=20`)
    },
  },
  {
    title: 'a page beyond the end before any answer',
    shows: ['built-page-link'],
    run: ({ get }) => get(`${resources}?page=40&limit=20`),
  },
  {
    title: 'pages in a list that shrinks meanwhile',
    shows: [],
    run: async ({ box, get }) => {
      await get(`${jobs}?limit=20`)
      for (const { id } of (await box.jobs.list()).items.slice(0, 10)) await box.jobs.remove(id)
      await get(`${jobs}?page=2&limit=20`)
    },
  },
  {
    title: 'two small pages of a long list',
    shows: [],
    run: async ({ get }) => {
      await get(`${resources}?limit=5`)
      await get(`${resources}?page=2&limit=5`)
    },
  },
]

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
    title: 'polling that goes on after the end',
    shows: ['polled-after-end'],
    run: async ({ createJob, get }) => await get(await createJob(), '1h', '1s', '1s'),
  },
  {
    title: 'polling of two jobs in turn that goes on after the end',
    shows: ['polled-after-end'],
    run: async ({ createJob, get, pause }) => {
      const both = [await createJob({ name: 'a' }), await createJob({ name: 'b' })]
      for (const by of ['1h', '1s', '1s', '1s']) {
        for (const path of both) await get(path)
        await pause(by)
      }
    },
  },
  {
    title: 'two jobs polled in turn to the end',
    shows: [],
    run: async ({ createJob, get, pause }) => {
      const both = [await createJob({ name: 'a' }), await createJob({ name: 'b' })]
      for (const by of ['1h', '1s', '1s']) {
        for (const path of both) await get(path)
        await pause(by)
      }
    },
  },
  {
    title: 'a finished job that is read once more',
    shows: [],
    run: async ({ createJob, get }) => await get(await createJob(), '1h', '1s'),
  },
  {
    title: 'a finished job that is read now and then',
    shows: [],
    run: async ({ createJob, get }) => {
      const path = await createJob()
      await get(path, '1h')
      for (let i = 0; i < 3; i += 1) {
        await get(jobs)
        await get(path)
      }
    },
  },
  {
    title: 'a job of the fixtures, which was never polled',
    shows: [],
    run: async ({ box, get }) => {
      const [job] = (await box.jobs.list()).items
      await get(`${jobs}/${String(job?.['id'])}`, '1s', '1s', '1s')
    },
  },
  {
    title: 'a status that the client cannot know, polled on',
    shows: [],
    run: async ({ box, createJob, get }) => {
      const path = await createJob()
      await get(path)
      await box.scenarios.on('unknown-values')
      await get(path, '1h', '1s', '1s')
    },
  },
]

const others: readonly Tale[] = [
  {
    title: 'a parameter that is ignored',
    shows: ['sent-ignored-fields'],
    run: async ({ box, get }) => {
      await box.assumptions.set({ unknownQuery: 'ignore' })
      await get(`${resources}?sort=name`)
    },
  },
  {
    title: 'a field that is ignored',
    shows: ['sent-ignored-fields'],
    run: async ({ box, send }) => {
      await box.assumptions.set({ unknownBodyFields: 'ignore' })
      await send('POST', jobs, { body: { ...jobBody, priority: 'high' } })
    },
  },
  {
    title: 'a parameter that is refused',
    shows: [],
    run: ({ get }) => get(`${resources}?sort=name`),
  },
  {
    title: 'fields and parameters that are known, where others are ignored',
    shows: [],
    run: async ({ box, createJob, get }) => {
      await box.assumptions.set({ unknownQuery: 'ignore', unknownBodyFields: 'ignore' })
      await createJob()
      await get(`${resources}?type=database`)
    },
  },
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
  { about: 'pages', tales: pages },
  { about: 'polling', tales: polls },
  { about: 'what is sent', tales: others },
])('conduct of $about', ({ tales }) => {
  it.each(tales)('$title', async ({ shows, run }) => {
    const story = await openStory()
    await run(story)
    expect(await verdictsOf(story.box)).toEqual(shows)
  })
})
