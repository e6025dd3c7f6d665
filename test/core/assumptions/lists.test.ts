import { expect, it } from 'vitest'

import { assessmentBody, jobBody, knownResource } from '../../support/answers.ts'
import { describeFake, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { countOf } from '../../support/record-admin.ts'
import { at1, at2, idOf, jobRow, threeOfEach } from './own-data.ts'
import { idsOf, listed, lists, page } from './read-list.ts'

const resources = '/cloud/resources'
const assessments = '/security/assessments'

describeFake('assumptions about what is listed', (open) => {
  it.each([
    ['newest_first', [1, 3, 2]],
    ['oldest_first', [2, 3, 1]],
    ['by_id', [1, 2, 3]],
  ] as const)('listOrder: %s', async (option, numbers) => {
    const client = await open({ fixtures: await writeFixtures(threeOfEach), assume: { listOrder: option } })
    for (const [path] of lists) expect(await idsOf(client, path)).toEqual(numbers.map(idOf))
  })

  it.each(['newest_first', 'oldest_first', 'by_id'] as const)(
    'listOrder: %s shows items of one instant once each, page by page',
    async (option) => {
      const fixtures = await writeFixtures({ 'jobs.json': [3, 1, 2].map((number) => jobRow(number, at1)) })
      const client = await open({ fixtures, assume: { listOrder: option } })
      const pages = await Promise.all([1, 2, 3].map((n) => idsOf(client, `/data/analysis/jobs?limit=1&page=${n}`)))
      expect(pages.flat().toSorted()).toEqual([1, 2, 3].map(idOf))
    },
  )

  it.each([
    ['included', [2, 3]],
    ['excluded', [2]],
  ] as const)('dateBounds: %s', async (option, numbers) => {
    const assume = { dateBounds: option, listOrder: 'by_id' } as const
    const client = await open({ fixtures: await writeFixtures(threeOfEach), assume })
    expect(await idsOf(client, `${assessments}?to_date=${at2}`)).toEqual(numbers.map(idOf))
    expect(await idsOf(client, `${assessments}?from_date=${at2}`)).toEqual([1, 3].map(idOf))
  })

  it.each(['included', 'excluded'] as const)(
    'dateOnly: accept is the whole day, where dateBounds is %s',
    async (dateBounds) => {
      const assume = { dateOnly: 'accept', dateBounds, listOrder: 'by_id' } as const
      const client = await open({ fixtures: await writeFixtures(threeOfEach), assume })
      const day = 'from_date=2026-06-10&to_date=2026-06-10'
      expect(await idsOf(client, `${assessments}?${day}`)).toEqual([2, 3].map(idOf))
      expect(await idsOf(client, `${assessments}?from_date=2026-06-11`)).toEqual([idOf(1)])
    },
  )

  it.each(['from_date', 'to_date'])('dateOnly: reject answers 400 to %s', async (field) => {
    const client = await open({ assume: { dateOnly: 'reject' } })
    const details = readError(await client.get(`${assessments}?${field}=2026-06-10`), 400, 'invalid_request')
    expect(details).toBe(`${field}: expected an ISO 8601 date-time, got "2026-06-10"`)
    await listed(client, `${assessments}?${field}=2026-06-10T00:00:00Z`)
  })

  it.each([
    [assessments, 'from_date', [1, 3]],
    [assessments, 'to_date', [2, 3]],
    ['/data/analysis/jobs', 'created_after', [1]],
  ] as const)('dateWithoutOffset: reject and utc, at %s, of %s', async (path, field, numbers) => {
    const query = `${path}?${field}=2026-06-10T23:59:59`
    const strict = await open({ assume: { dateWithoutOffset: 'reject' } })
    const details = readError(await strict.get(query), 400, 'invalid_request')
    expect(details).toBe(`${field}: expected an offset, such as Z or +02:00, got "2026-06-10T23:59:59"`)
    const assume = { dateWithoutOffset: 'utc', listOrder: 'by_id' } as const
    const lenient = await open({ fixtures: await writeFixtures(threeOfEach), assume })
    expect(await idsOf(lenient, query)).toEqual(numbers.map(idOf))
    expect(await idsOf(lenient, `${query}Z`)).toEqual(numbers.map(idOf))
  })

  const requests = [
    ...lists.map(([path]) => ['GET', path, undefined, 200] as const),
    ['GET', `${resources}/${knownResource.id}`, undefined, 200],
    ['POST', assessments, assessmentBody, 201],
    ['POST', '/data/analysis/jobs', jobBody, 201],
  ] as const
  it.each(requests)('unknownQuery: reject and ignore, at %s %s', async (method, path, body, status) => {
    const strict = await open({ assume: { unknownQuery: 'reject' } })
    const details = readError(await strict.request(method, `${path}?colour=red`, { body }), 400, 'invalid_request')
    expect(details).toBe('colour: not a query parameter of this operation')
    const lenient = await open({ clock: 'frozen', assume: { unknownQuery: 'ignore' } })
    const plain = await (await open({ clock: 'frozen' })).request(method, path, { body })
    const answer = await lenient.request(method, `${path}?colour=red`, { body })
    expect([answer.status, answer.text]).toEqual([status, plain.text])
  })

  it.each([
    ['type', 'database', 'cache'],
    ['provider', 'aws', 'gcp'],
  ])('duplicateQuery: reject, first and last, of %s=%s and %s', async (field, first, last) => {
    const query = `${field}=${first}&${field}=${last}`
    const strict = await open({ assume: { duplicateQuery: 'reject' } })
    const details = readError(await strict.get(`${resources}?${query}`), 400, 'invalid_request')
    expect(details).toBe(`${field}: given more than once, expected one value`)
    const totals = { first: countOf(field, first), last: countOf(field, last) }
    for (const option of ['first', 'last'] as const) {
      const client = await open({ assume: { duplicateQuery: option } })
      expect((await page(client, `${resources}?${query}`)).total_items).toBe(totals[option])
    }
  })

  it.each([
    ['first', 2, 5],
    ['last', 3, 10],
  ] as const)('duplicateQuery: %s counts for page and limit too', async (option, current_page, items_per_page) => {
    const client = await open({ assume: { duplicateQuery: option } })
    const pagination = await page(client, `${resources}?page=2&limit=5&page=3&limit=10`)
    expect(pagination).toMatchObject({ current_page, items_per_page })
  })
})
