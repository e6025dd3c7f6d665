import { expect, it } from 'vitest'

import { answers, anyList, assessmentBody, jobBody } from '../../support/answers.ts'
import { describeFake, read, readError } from '../../support/fake.ts'

const assessments = '/security/assessments'
const jobs = '/data/analysis/jobs'

describeFake('assumptions about filters that match nothing', (open) => {
  it('assessmentTypeFilter: empty lists nothing, reject refuses, a type that occurs is listed by both', async () => {
    const empty = await open({ assume: { assessmentTypeFilter: 'empty' } })
    expect(read(await empty.get(`${assessments}?resource_type=toaster`), 200, answers.assessments).data).toEqual([])
    const reject = await open({ assume: { assessmentTypeFilter: 'reject' } })
    const details = readError(await reject.get(`${assessments}?resource_type=toaster`), 400, 'invalid_request')
    expect(details).toBe('resource_type: no assessment has the type "toaster"')
    for (const { get } of [empty, reject]) {
      const { data } = read(await get(`${assessments}?resource_type=virtual_machine`), 200, answers.assessments)
      expect(data.length).toBeGreaterThan(0)
    }
  })

  it('jobTypeFilter: empty lists nothing, reject refuses until a job has the type', async () => {
    const empty = await open({ assume: { jobTypeFilter: 'empty' } })
    expect(read(await empty.get(`${jobs}?type=tea_leaves`), 200, answers.jobs).data).toEqual([])
    const { get, post } = await open({ assume: { jobTypeFilter: 'reject' } })
    const details = readError(await get(`${jobs}?type=tea_leaves`), 400, 'invalid_request')
    expect(details).toBe('type: no job has the type "tea_leaves"')
    read(await post(jobs, { ...jobBody, analysis_type: 'tea_leaves' }), 201, answers.job)
    expect(read(await get(`${jobs}?type=tea_leaves`), 200, answers.jobs).data).toHaveLength(1)
  })

  it('filterRange: empty lists nothing between dates the wrong way round, reject refuses', async () => {
    const query = 'from_date=2026-06-02T00:00:00Z&to_date=2026-06-01T00:00:00Z'
    const empty = await open({ assume: { filterRange: 'empty' } })
    expect(read(await empty.get(`${assessments}?${query}`), 200, answers.assessments).data).toEqual([])
    const reject = await open({ assume: { filterRange: 'reject' } })
    const details = readError(await reject.get(`${assessments}?${query}`), 400, 'invalid_request')
    expect(details).toBe('from_date: expected an instant not after to_date, got "2026-06-02T00:00:00Z"')
    const nextDay = await reject.get(`${assessments}?from_date=2026-06-02&to_date=2026-06-01`)
    readError(nextDay, 400, 'invalid_request')
    const sameDay = await reject.get(`${assessments}?from_date=2026-06-02T12:00:00Z&to_date=2026-06-02`)
    read(sameDay, 200, answers.assessments)
  })
})

const resources = '/cloud/resources'

describeFake('assumptions about filters without a value', (open) => {
  it.each([
    [resources, 'type', 'empty'],
    [resources, 'provider', 'empty'],
    [resources, 'region', 'empty'],
    [resources, 'tag', 'tag: expected key:value, got ""'],
    [assessments, 'resource_id', 'resource_id: expected a UUID, got ""'],
    [assessments, 'resource_type', 'empty'],
    [assessments, 'from_date', 'from_date: expected an ISO 8601 date or date-time, got ""'],
    [assessments, 'to_date', 'to_date: expected an ISO 8601 date or date-time, got ""'],
    [jobs, 'status', 'empty'],
    [jobs, 'type', 'empty'],
    [jobs, 'created_after', 'created_after: expected an ISO 8601 date or date-time, got ""'],
  ] as const)('emptyFilter: value, ignore and reject, at %s, of %s', async (path, name, meaning) => {
    const value = await open({ assume: { emptyFilter: 'value' } })
    const ignore = await open({ assume: { emptyFilter: 'ignore', pageLinkFilters: 'dropped' } })
    const reject = await open({ assume: { emptyFilter: 'reject' } })
    for (const query of [`${name}=`, name]) {
      const asked = await value.get(`${path}?${query}`)
      if (meaning === 'empty') expect(read(asked, 200, anyList).data).toEqual([])
      else expect(readError(asked, 400, 'invalid_request')).toBe(meaning)
      expect((await ignore.get(`${path}?${query}`)).text).toBe((await ignore.get(path)).text)
      const details = readError(await reject.get(`${path}?${query}`), 400, 'invalid_request')
      expect(details).toBe(`${name}: expected a value, got ""`)
    }
  })

  it('emptyFilter: ignore leaves the other filters, and the other tags', async () => {
    const { get } = await open({ assume: { emptyFilter: 'ignore' } })
    const total = async (query: string) =>
      read(await get(`${resources}?${query}`), 200, answers.resources).pagination.total_items
    expect(await total('type=&provider=aws&limit=1')).toBe(await total('provider=aws'))
    expect(await total('tag=&tag=environment:production&tag=')).toBe(await total('tag=environment:production'))
    expect(await total('tag=&tag=')).toBe(await total(''))
  })

  it('emptyFilter: leaves an empty page to pagingInvalid, and an empty filter given twice to duplicateQuery', async () => {
    for (const emptyFilter of ['value', 'ignore', 'reject'] as const) {
      const { get, sandbox } = await open({ assume: { emptyFilter } })
      readError(await get(`${resources}?page=`), 400, 'invalid_request')
      readError(await get(`${resources}?type=&type=`), 400, 'invalid_request')
      const asked = (await sandbox.requests.list()).map(({ assumptions }) => assumptions)
      expect(asked.map((ids) => ids.includes('emptyFilter'))).toEqual([false, false])
    }
  })
})

describeFake('assumptions about null in a body', (open) => {
  const withNulls = { ...jobBody, description: null, notification: { email: null } }

  it('nullBodyFields: reject refuses each, absent takes them for not given', async () => {
    const reject = await open({ assume: { nullBodyFields: 'reject' } })
    const details = readError(await reject.post(jobs, withNulls), 400, 'invalid_request')
    expect(details).toBe('description: expected a string, got null; notification.email: expected a string, got null')
    const absent = await open({ assume: { nullBodyFields: 'absent' } })
    const { data } = read(await absent.post(jobs, withNulls), 201, answers.job)
    expect(data).not.toHaveProperty('description')
    read(await absent.post(assessments, { ...assessmentBody, scan_options: null }), 201, answers.creation)
  })

  it('nullBodyFields: absent still refuses what is required, and null inside an array', async () => {
    const { post } = await open({ assume: { nullBodyFields: 'absent' } })
    expect(readError(await post(jobs, { ...jobBody, name: null }), 400, 'invalid_request')).toBe(
      'name: required, but missing',
    )
    const categories = { ...assessmentBody, scan_options: { categories: [null] } }
    expect(readError(await post(assessments, categories), 400, 'invalid_request')).toBe(
      'scan_options.categories[0]: expected a string, got null',
    )
  })
})

describeFake('assumptions about methods', (open) => {
  it('allowHeader: present names the methods of the path, absent sends no such header', async () => {
    const present = await open({ assume: { allowHeader: 'present' } })
    expect((await present.request('PUT', jobs)).headers.get('allow')).toBe('POST, GET, HEAD')
    const withoutHead = await open({ assume: { allowHeader: 'present', headRequests: 'method_not_allowed' } })
    expect((await withoutHead.request('PUT', '/cloud/resources')).headers.get('allow')).toBe('GET')
    const absent = await open({ assume: { allowHeader: 'absent' } })
    const answer = await absent.request('PUT', jobs)
    readError(answer, 405, 'invalid_request')
    expect(answer.headers.has('allow')).toBe(false)
  })
})
