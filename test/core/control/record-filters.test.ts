import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { areas } from '../../../src/core/app/areas.ts'
import { type Choices, createFake } from '../../../src/index.ts'
import { knownResource, noon } from '../../support/answers.ts'
import { describeTwoWays, type ControlledFake, readProblem, stateOf } from '../../support/control.ts'
import { builtIn, type Kind } from '../../support/record-admin.ts'

const paths: Readonly<Record<Kind, string>> = {
  resources: '/cloud/resources',
  assessments: '/security/assessments',
  jobs: '/data/analysis/jobs',
}

const itemsOf = z.object({ items: z.array(z.looseObject({ id: z.string() })), total: z.int() })
const pageOf = z.object({ data: z.array(z.looseObject({})) })

/** The ids of a page of the API, whichever field has them. */
async function idsByApi({ api }: ControlledFake, kind: Kind, query: string): Promise<readonly unknown[]> {
  const { text } = await api('GET', `${paths[kind]}?${query}&limit=100`)
  return pageOf.parse(JSON.parse(text)).data.map((item) => item['id'] ?? item['job_id'] ?? item['assessment_id'])
}

const shownAll: Choices = { pendingListed: 'score_zero' }

describeTwoWays('the filters of records', (open) => {
  it.each<[kind: Kind, query: string, choices?: Choices]>([
    ['resources', 'type=database'],
    ['resources', 'type=database&provider=aws'],
    ['resources', 'type=', { emptyFilter: 'ignore' }],
    ['resources', 'tag=environment:production'],
    ['resources', 'tag=environment:production&tag=environment:staging', { tagRepeat: 'any' }],
    ['resources', 'tag=environment:production&tag=environment:staging', { tagRepeat: 'all' }],
    ['resources', 'tag=environment', { tagFormat: 'key' }],
    ['resources', 'type=database&type=cache', { duplicateQuery: 'last' }],
    ['assessments', 'resource_type=database', shownAll],
    ['assessments', `resource_id=${knownResource.id}`, shownAll],
    ['assessments', 'from_date=2026-06-01T00:00:00Z', shownAll],
    ['assessments', 'from_date=2026-05-01&to_date=2026-05-31', shownAll],
    ['assessments', 'from_date=2026-05-01', { ...shownAll, assessmentTimestamp: 'created' }],
    ['jobs', 'status=completed'],
    ['jobs', 'status=odd'],
    ['jobs', 'status=processing', { jobStates: 'queued_processing_succeeded_failed' }],
    ['jobs', 'type=anomaly_detection&created_after=2026-05-15'],
    ['jobs', 'created_after=1780000000', { createdAfterFormat: 'unix_seconds' }],
  ])('of %s select as the API does: %s', async (kind, query, choices = {}) => {
    const panel = await open({ clock: noon, assume: choices })
    const ids = await idsByApi(panel, kind, query)
    const page = itemsOf.parse(JSON.parse((await panel.control('GET', `/${kind}?${query}&limit=1000`)).text))
    expect(page.items.map(({ id }) => id).toSorted()).toEqual(ids.map(String).toSorted())
    expect(page.total).toBe(ids.length)
    const part = itemsOf.parse(JSON.parse((await panel.control('GET', `/${kind}?${query}&limit=2&offset=1`)).text))
    expect(part).toEqual({ items: page.items.slice(1, 3), total: page.total })
  })

  it('show assessments that the list of the API hides, and keep the order', async () => {
    const { fake } = await open({ clock: noon })
    const late = { created_at: '2026-06-30T20:00:00Z', completed_at: '2026-06-30T23:00:00Z' }
    const early = { created_at: '2026-06-30T21:00:00Z', completed_at: '2026-06-30T22:00:00Z' }
    for (const dates of [late, early]) await fake.assessments.create({ ...dates, resource_type: 'database' })
    await fake.assessments.create({ status: 'pending', resource_type: 'database' })
    const { items, total } = await fake.assessments.list({ resource_type: 'database' })
    const expected = builtIn('assessments').filter((row) => row['resource_type'] === 'database')
    expect([items[0]?.['status'], total]).toEqual(['pending', expected.length + 3])
    const all = (await fake.assessments.list({ limit: 1000 })).items
    expect(items).toEqual(all.filter((row) => row['resource_type'] === 'database'))
  })

  it('follow the choices of a scenario that is on, and ask for no other', async () => {
    const { fake, control } = await open({ clock: noon })
    expect((await fake.resources.list({ type: 'toaster' })).items).toEqual([])
    await fake.scenarios.define({ name: 'strict', assume: { resourceValues: 'reject' } })
    expect(readProblem(await control('GET', '/resources?type=databas'), 400)).toMatch(
      /^type: expected one of .*database, .*, got "databas"$/,
    )
    await fake.scenarios.off()
    expect((await fake.resources.list({ type: 'toaster' })).total).toBe(0)
  })

  it.each<[path: string, detail: RegExp, choices?: Choices]>([
    ['/resources?typ=database', /^typ: not a query parameter of this path\. Did you mean type/],
    ['/resources?tag=environment', /^tag: expected key:value, got "environment"$/],
    ['/resources?type=a&type=b', /^type: given more than once, expected one value$/],
    ['/assessments?from_date=soon', /^from_date: expected an ISO 8601 date or date-time, got "soon"$/],
    ['/assessments?resource_id=x', /^resource_id: expected a UUID, got "x"$/],
    [
      '/assessments?resource_id=00000000-0000-4000-8000-000000000429',
      /^resource_id: ids with this ending always return this error$/,
    ],
    ['/jobs?status=runing', /^status: expected one of pending, .*, got "runing"$/, { jobStatusFilter: 'reject' }],
    ['/jobs?type=x', /^type: no job has the type "x"$/, { jobTypeFilter: 'reject' }],
    ['/assessments?resource_type=', /^resource_type: expected a value, got ""$/, { emptyFilter: 'reject' }],
    ['/resources?type=database&limit=1001', /^limit: expected a whole number from 1 to 1000, got "1001"$/],
  ])('are refused with the field and what would be right: %s', async (path, detail, assume = {}) => {
    const panel = await open({ clock: noon, assume })
    const before = await stateOf(panel)
    expect(readProblem(await panel.control('GET', path), 400)).toMatch(detail)
    expect(await stateOf(panel)).toEqual(before)
  })

  it('leave no trace', async () => {
    const panel = await open({ clock: noon, scenario: ['internal-error'] })
    const before = await stateOf(panel)
    expect((await panel.fake.resources.list({ type: 'database', limit: 1 })).items).toHaveLength(1)
    expect(await stateOf(panel)).toEqual(before)
    expect(await panel.fake.requests.list()).toEqual([])
    await panel.at('other').control('GET', '/resources?type=database')
    expect((await panel.fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default'])
  })

  it('can be given to a program, also several values of one', async () => {
    const { fake } = await open({ clock: noon, assume: { tagRepeat: 'any' } })
    const tag = ['environment:production', 'environment:staging']
    const { items, total } = await fake.resources.list({ tag, limit: 3, offset: 1 })
    const each = await Promise.all(tag.map((one) => fake.resources.list({ tag: one })))
    expect(total).toBe(each.reduce((sum, page) => sum + page.total, 0))
    expect(items).toHaveLength(3)
  })
})

const document = z.object({
  paths: z.record(
    z.string(),
    z.object({ get: z.optional(z.object({ parameters: z.optional(z.array(z.looseObject({ name: z.string() }))) })) }),
  ),
})

describe('the document of the control plane', () => {
  const parametersOf = async (assume: Choices, kind: string) => {
    const fake = await createFake({ assume })
    const { paths } = document.parse(await (await fake.app.request('/_control/openapi.json')).json())
    return paths[`/${kind}`]?.get?.parameters ?? []
  }

  it.each(areas.map(({ name, operations }) => [name, operations] as const))(
    'has the filters of %s with the descriptions of the API',
    async (kind, operations) => {
      const list = operations.find(({ isList }) => isList)
      const parameters = await parametersOf({}, kind)
      const filters = Object.entries(list?.queryParameters ?? {}).filter(([name]) => !/^(page|limit)$/.test(name))
      expect(parameters.slice(2)).toEqual(
        filters.map(([name, { description }]) => expect.objectContaining({ name, in: 'query', description })),
      )
    },
  )

  it('has the known values of a filter: as an enum where others are refused, else as examples', async () => {
    const types = [...new Set(builtIn('resources').map(({ type }) => String(type)))].toSorted()
    const typeIn = async (assume: Choices, kind = 'resources', name = 'type') =>
      (await parametersOf(assume, kind)).find((parameter) => parameter.name === name)?.['schema']
    expect(await typeIn({})).toEqual({ type: 'string', examples: types })
    expect(await typeIn({ resourceValues: 'reject' })).toEqual({ type: 'string', enum: types })
    const states = ['pending', 'running', 'completed', 'failed']
    expect(await typeIn({}, 'jobs', 'status')).toEqual({ type: 'string', examples: states })
    expect(await typeIn({ jobStatusFilter: 'reject' }, 'jobs', 'status')).toEqual({ type: 'string', enum: states })
    expect(await typeIn({}, 'assessments', 'from_date')).not.toHaveProperty('examples')
  })
})
