import { unknownId } from './support/answers.ts'
import { describeTales, paths, type Tale, tale } from './support/conducting.ts'

const { resources, jobs } = paths

const polls: readonly Tale[] = [
  tale(
    'a job that is not finished, read three times too fast',
    ['polled-too-often'],
    async ({ createJob, get }) => await get(await createJob(), '100ms', '999ms'),
  ),
  tale(
    'a job that is not finished, read once a second',
    [],
    async ({ createJob, get }) => await get(await createJob(), '1s', '1s', '1s'),
  ),
  tale('a job that is not finished, read twice', [], async ({ createJob, get }) => await get(await createJob(), '0s')),
  tale('a job that is not finished, read three times at once', [], async ({ createJob, get }) => {
    const path = await createJob()
    await Promise.all([get(path), get(path), get(path)])
  }),
  tale('three jobs that are not finished, read one after another', [], async ({ createJob, get }) => {
    for (const name of ['a', 'b', 'c']) await get(await createJob({ name }), '0s')
  }),
  tale('a job that a test moves between reads', [], async ({ box, createJob, get }) => {
    const path = await createJob()
    for (const status of ['running', 'running', 'running'] as const) {
      await get(path)
      await box.jobs.update(path.slice(jobs.length + 1), { status })
    }
  }),
  tale('reads of a job that fail, tried again', [], async ({ box, createJob, get }) => {
    const path = await createJob()
    await box.scenarios.define({
      name: 'own',
      rules: [
        { when: { operation: 'getJob' }, count: { every: 2 }, phase: 'after', then: { error: 'internal_error' } },
      ],
    })
    await get(path, '100ms', '1s', '100ms', '1s')
  }),
  tale('a resource, which takes no time, read again and again', [], async ({ box, get }) => {
    const [resource] = (await box.resources.list()).items
    await get(`${resources}/${String(resource?.['id'])}`, '0s', '0s', '0s')
  }),
  tale(
    'a finished job that is read again and again',
    [],
    async ({ createJob, get }) => await get(await createJob(), '1h', '0s', '0s', '0s'),
  ),
]

const others: readonly Tale[] = [
  tale('a path that the API does not have', ['matched-no-operation'], ({ get }) => get('/cloud/resource')),
  tale('a browser that asks if its page may send a request, and is refused', [], async ({ box, send }) => {
    await box.assumptions.set({ cors: 'none' })
    const headers = { Origin: 'http://localhost:3000', 'Access-Control-Request-Method': 'GET' }
    await send('OPTIONS', resources, { headers })
  }),
  tale('a record that does not exist', [], ({ get }) => get(`${resources}/${unknownId}`)),
]

describeTales('polling', polls)
describeTales('what is sent', others)
