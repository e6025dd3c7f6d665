import type { TestContext } from 'node:test'

import type {
  Assessment,
  BuiltInScenario,
  CloudResource,
  CloudResourceItem,
  ErrorAnswer,
  ErrorCode,
  Fake,
  FixtureRecord,
  ItemAnswer,
  Job,
  ListAnswer,
  RecordFields,
  SandboxClient,
  ScenarioName,
} from 'cloudsec-fake'
import { createTest as createJestTest } from 'cloudsec-fake/jest'
import type { handlers } from 'cloudsec-fake/msw'
import { createTest as createNodeTest } from 'cloudsec-fake/node-test'
import { test as playwright } from 'cloudsec-fake/playwright'
import { createTest, test as vitest } from 'cloudsec-fake/vitest'
import type { HttpHandler } from 'msw'
import { expectTypeOf } from 'vitest'

vitest('types', ({ sandbox, fake }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof fake>().toEqualTypeOf<Fake>()
})

vitest.beforeAll(({ fake }) => {
  expectTypeOf<typeof fake>().toEqualTypeOf<Fake>()
})

vitest.override({ fakeOptions: { seed: 2 } })
// @ts-expect-error: no such option
vitest.override({ fakeOptions: { sed: 2 } })

createTest({ seed: 2 })('types', ({ sandbox }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
})
// @ts-expect-error: no such option
createTest({ sed: 2 })

const jest = createJestTest({ seed: 2 })
jest.concurrent('types', ({ sandbox, fake }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof fake>().toEqualTypeOf<Fake>()
})
jest.only.each([1, 2])('types', ({ sandbox }, row) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof row>().toEqualTypeOf<number>()
})
jest.each([
  [1, 'a'],
  [2, 'b'],
])('types', (_, count, name) => {
  expectTypeOf<typeof count>().toEqualTypeOf<number>()
  expectTypeOf<typeof name>().toEqualTypeOf<string>()
})
jest.each([[1, 2], [3]] as number[][])('types', (_, ...row) => {
  expectTypeOf<typeof row>().toEqualTypeOf<number[]>()
})
// @ts-expect-error: no such option
createJestTest({ sed: 2 })

const node = createNodeTest({ seed: 2 })
node.skip('types', { timeout: 1 }, ({ sandbox, t }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof t>().toEqualTypeOf<TestContext>()
})
// @ts-expect-error: no such option
createNodeTest({ sed: 2 })

playwright('types', ({ sandbox, fake }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof fake>().toEqualTypeOf<Fake>()
})

playwright.use({ fakeOptions: { seed: 2 } })
// @ts-expect-error: no such option
playwright.use({ fakeOptions: { sed: 2 } })

expectTypeOf<ReturnType<typeof handlers>>().toEqualTypeOf<HttpHandler[]>()

const names = async ({ scenarios, keys, requests, assumptions }: Fake): Promise<void> => {
  await scenarios.on('flaky', 'one-of-my-own')
  expectTypeOf<BuiltInScenario>().toExtend<ScenarioName>()
  expectTypeOf<'flaky'>().toExtend<BuiltInScenario>()

  await scenarios.define({
    name: 'one',
    rules: [{ when: { operation: ['createJob', 'getJob'] }, then: { delay: '1s' } }],
  })
  // @ts-expect-error: no such operation
  await scenarios.define({ name: 'one', rules: [{ when: { operation: 'getJobs' }, then: { delay: '1s' } }] })
  // @ts-expect-error: no such error code
  await scenarios.define({ name: 'one', rules: [{ then: { error: 'not_found' } }] })
  // @ts-expect-error: no such option
  await scenarios.define({ name: 'one', assume: { limitAboveMax: 'clip' } })
  // @ts-expect-error: no such field
  await scenarios.define({ name: 'one', resources: { completeAfter: '1s' } })

  await keys.create({ name: 'reader', permissions: ['cloud:read', 'read', 'security'] })
  // @ts-expect-error: no such permission
  await keys.create({ name: 'reader', permissions: ['cloud:fly'] })

  await requests.verify({ operation: 'createJob', code: 'invalid_request', assumption: 'errorStatus' })
  // @ts-expect-error: no such operation
  await requests.verify({ operation: 'getJobs' })
  // @ts-expect-error: no such operation
  await requests.list({ operation: 'getJobs' })

  await assumptions.set({ limitAboveMax: 'clamp', rateQuota: 10 })
  // @ts-expect-error: no such option
  await assumptions.set({ limitAboveMax: 'clip' })
}

/** Records have the fields of the fixture files. */
const records = async (fake: Fake, { resources, assessments, jobs }: SandboxClient): Promise<void> => {
  const { items } = await fake.resources.list({ type: 'database', tag: ['team:search', 'team:identity'], limit: 1 })
  expectTypeOf(items).items.toEqualTypeOf<FixtureRecord<'resources'>>()
  expectTypeOf(items).items.toHaveProperty('name').toEqualTypeOf<string>()
  expectTypeOf<FixtureRecord<'resources'>['details']['volumes'][number]['size_gb']>().toEqualTypeOf<number>()
  // @ts-expect-error: a filter of another list
  await resources.list({ status: 'running' })
  const wanted: Parameters<typeof jobs.list>[0] = { status: 'failed', offset: 1 }
  await jobs.list(wanted)

  await resources.create({
    name: 'db-1',
    details: { public_ip: '192.0.2.1' },
    tags: [{ key: 'team', value: 'search' }],
  })
  // @ts-expect-error: no such field
  await resources.create({ nam: 'db-1' })
  // @ts-expect-error: no such field
  await resources.create({ details: { ip: '192.0.2.1' } })
  // @ts-expect-error: an item of a list is whole
  await resources.update('id', { tags: [{ key: 'team' }] })
  // @ts-expect-error: a resource has a name
  await resources.update('id', { name: null })

  const assessment = await assessments.get('id')
  expectTypeOf(assessment).extract<undefined>().toEqualTypeOf<undefined>()
  expectTypeOf(assessment).exclude<undefined>().toEqualTypeOf<FixtureRecord<'assessments'>>()
  expectTypeOf<FixtureRecord<'assessments'>['status']>().toEqualTypeOf<
    'pending' | 'in_progress' | 'completed' | 'failed'
  >()
  if (assessment?.status === 'completed') expectTypeOf(assessment.summary.passing_checks).toEqualTypeOf<number>()
  // @ts-expect-error: one that is pending has no score
  if (assessment?.status === 'pending') expectTypeOf(assessment.score)
  // @ts-expect-error: one that is pending has no score
  await assessments.create({ status: 'pending', score: 5 })
  const moved: RecordFields<'assessments'> = { status: 'completed', findings: [] }
  await assessments.update('id', moved)

  const job = await jobs.update('id', { description: null, notification: { email: null } })
  expectTypeOf(job.data_source.parameters?.log_types).toEqualTypeOf<string[] | undefined>()
  expectTypeOf(job).toExtend<{ readonly description?: string | undefined }>()
  // @ts-expect-error: no such status
  await jobs.update('id', { status: 'cancelled' })
}

/** A client reads answers by these types. */
const answers = (answer: ListAnswer<CloudResourceItem>, refusal: ErrorAnswer): void => {
  expectTypeOf(refusal.error.code).toEqualTypeOf<ErrorCode>()
  expectTypeOf(answer.status).toEqualTypeOf<'success'>()
  expectTypeOf(answer.pagination.next_page).toEqualTypeOf<string | null | undefined>()
  expectTypeOf<CloudResourceItem['tags'][number]['key']>().toEqualTypeOf<string>()
  // @ts-expect-error: only a whole resource has details
  expectTypeOf<CloudResourceItem['details']>()
  expectTypeOf<ItemAnswer<CloudResource>['data']['details']['volumes'][number]['size_gb']>().toEqualTypeOf<number>()
  expectTypeOf<ItemAnswer<Assessment>['data']['summary']['passing_checks']>().toEqualTypeOf<number>()
  expectTypeOf<Job['status']>().toEqualTypeOf<string>()
}

expectTypeOf(names).returns.resolves.toBeVoid()
expectTypeOf(records).returns.resolves.toBeVoid()
expectTypeOf(answers).returns.toBeVoid()
