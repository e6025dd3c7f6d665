import { expect, it } from 'vitest'

import { answers, assessmentBody, knownResource, noon } from '../../support/answers.ts'
import { type Client, describeFake, read, readError } from '../../support/fake.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { countOf } from '../../support/record-admin.ts'
import { resourceRow } from './own-data.ts'

const path = '/cloud/resources'
const assessments = '/security/assessments'
const opaqueId = `res-${knownResource.id.replaceAll('-', '')}`

const environment = (value: string) => ({ key: 'environment', value })
const team = (value: string) => ({ key: 'team', value })

/** Resources with tags; a list is newest first. */
const tagged = [
  resourceRow(1, { name: 'both', created_at: '2026-06-04T00:00:00Z', tags: [environment('prod'), team('a')] }),
  resourceRow(2, { name: 'prod', created_at: '2026-06-03T00:00:00Z', tags: [environment('prod'), team('b')] }),
  resourceRow(3, { name: 'team', created_at: '2026-06-02T00:00:00Z', tags: [team('a')] }),
  resourceRow(4, { name: 'odd', created_at: '2026-06-01T00:00:00Z', tags: [{ key: 'a', value: 'b:c=d' }] }),
]

async function names({ get }: Client, query: string): Promise<string[]> {
  return read(await get(`${path}?${query}`), 200, answers.resources).data.map((item) => item.name)
}

describeFake('assumptions about resource ids', (open) => {
  it.each([
    ['uuid', knownResource.id, 'not-an-id', 400, 'invalid_request'],
    ['uuid', knownResource.id, opaqueId, 400, 'invalid_request'],
    ['opaque', opaqueId, 'not-an-id', 404, 'resource_not_found'],
    ['opaque', opaqueId, knownResource.id, 404, 'resource_not_found'],
    ['opaque', opaqueId, `job-${opaqueId.slice(4)}`, 404, 'resource_not_found'],
    ['opaque', opaqueId, `${opaqueId}0`, 404, 'resource_not_found'],
  ] as const)('resourceIdFormat: %s gets %s, and of %s answers %i %s', async (option, id, malformed, status, code) => {
    const { get, post } = await open({ assume: { resourceIdFormat: option } })
    expect(read(await get(`${path}/${id}`), 200, answers.resource).data.id).toBe(id)
    expect(readError(await get(`${path}/${malformed}`), status, code)).toMatch(/^id: /)
    const body = { ...assessmentBody, resource_id: malformed }
    expect(readError(await post(assessments, body), status, code)).toMatch(/^resource_id: /)
    const filtered = await get(`${assessments}?resource_id=${malformed}`)
    if (option === 'opaque') expect(read(filtered, 200, answers.assessments).data).toEqual([])
    else expect(readError(filtered, 400, code)).toBe(`resource_id: expected a UUID, got "${malformed}"`)
  })

  it.each([
    ['uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, knownResource.id],
    ['opaque', /^res-[0-9a-f]{32}$/, opaqueId],
  ] as const)('resourceIdFormat: %s wherever a resource id stands', async (option, form, id) => {
    const { get, post, fake } = await open({ clock: noon, assume: { resourceIdFormat: option } })
    for (const item of read(await get(`${path}?limit=100`), 200, answers.resources).data) expect(item.id).toMatch(form)
    for (const item of read(await get(assessments), 200, answers.assessments).data)
      expect(item.resource_id).toMatch(form)
    const { data } = read(await post(assessments, { ...assessmentBody, resource_id: id }), 201, answers.creation)
    expect(data.resource_id).toBe(id)
    await fake.clock.advance('5s')
    expect(read(await get(`${assessments}/${data.id}`), 200, answers.assessment).data.resource_id).toBe(id)
    const list = read(await get(`${assessments}?resource_id=${id}&from_date=${noon}`), 200, answers.assessments)
    expect(list.data.map((item) => [item.id, item.resource_id])).toEqual([[data.id, id]])
  })
})

describeFake('assumptions about the cloud inventory', (open) => {
  it.each(['type', 'provider', 'region'])('resourceValues: empty and reject, of an unknown %s', async (field) => {
    const lenient = await open({ assume: { resourceValues: 'empty' } })
    const { data, pagination } = read(await lenient.get(`${path}?${field}=moon`), 200, answers.resources)
    expect([data, pagination.total_items]).toEqual([[], 0])
    const strict = await open({ assume: { resourceValues: 'reject' } })
    const details = readError(await strict.get(`${path}?${field}=moon`), 400, 'invalid_request')
    expect(details).toMatch(new RegExp(`^${field}: expected one of .*, got "moon"$`))
  })

  it('resourceValues: reject takes values that occur, even if no record has all of them', async () => {
    const { get } = await open({ assume: { resourceValues: 'reject' } })
    const total = async (query: string) =>
      read(await get(`${path}?${query}`), 200, answers.resources).pagination.total_items
    for (const [field, value] of [
      ['type', 'load_balancer'],
      ['provider', 'aws'],
      ['region', 'us-west-2'],
    ] as const)
      expect(await total(`${field}=${value}`)).toBe(countOf(field, value))
    expect(await total('provider=azure&region=us-west-2')).toBe(0)
  })

  it.each([
    ['several', ['provisioning', 'running', 'stopped', 'terminated'], 'stopped'],
    ['running', ['running'], 'running'],
  ] as const)('resourceStatusValues: %s', async (option, statuses, own) => {
    const { get } = await open({ assume: { resourceStatusValues: option } })
    const { data } = read(await get(`${path}?limit=100`), 200, answers.resources)
    expect([...new Set(data.map((item) => item.status))].toSorted()).toEqual(statuses)
    expect(read(await get(`${path}/${knownResource.id}`), 200, answers.resource).data.status).toBe(own)
  })

  it.each([
    ['colon', 'environment:prod', ['both', 'prod']],
    ['colon', 'environment%3Aprod', ['both', 'prod']],
    ['colon', 'environment:other', []],
    ['colon', 'a:b:c=d', ['odd']],
    ['equals', 'environment=prod', ['both', 'prod']],
    ['equals', 'environment%3Dprod', ['both', 'prod']],
    ['equals', 'a=b:c=d', ['odd']],
    ['key', 'environment', ['both', 'prod']],
    ['key', 'team', ['both', 'prod', 'team']],
    ['key', 'environment:prod', []],
    ['key', 'prod', []],
  ] as const)('tagFormat: %s, tag=%s', async (option, tag, found) => {
    const fixtures = await writeFixtures({ 'resources.json': tagged })
    expect(await names(await open({ fixtures, assume: { tagFormat: option } }), `tag=${tag}`)).toEqual(found)
  })

  it.each([
    ['colon', 'environment=prod', 'key:value'],
    ['colon', 'environment', 'key:value'],
    ['colon', ':prod', 'key:value'],
    ['equals', 'environment:prod', 'key=value'],
    ['equals', 'environment', 'key=value'],
  ] as const)('tagMalformed: reject and empty, where tagFormat is %s, of tag=%s', async (tagFormat, tag, form) => {
    const fixtures = await writeFixtures({ 'resources.json': tagged })
    const strict = await open({ fixtures, assume: { tagFormat, tagMalformed: 'reject' } })
    const details = readError(await strict.get(`${path}?tag=${tag}`), 400, 'invalid_request')
    expect(details).toBe(`tag: expected ${form}, got "${tag}"`)
    const lenient = await open({ fixtures, assume: { tagFormat, tagMalformed: 'empty' } })
    const { data, pagination } = read(await lenient.get(`${path}?tag=${tag}`), 200, answers.resources)
    expect([data, pagination.total_items]).toEqual([[], 0])
  })

  it.each([
    ['all', 'tag=environment:prod&tag=team:a', ['both']],
    ['all', 'tag=environment:prod&tag=environment:dev', []],
    ['all', 'tag=malformed&tag=environment:prod', []],
    ['any', 'tag=malformed&tag=environment:prod', ['both', 'prod']],
    ['any', 'tag=environment:prod&tag=team:a', ['both', 'prod', 'team']],
    ['any', 'tag=team:b&tag=a:b:c%3Dd&tag=team:none', ['prod', 'odd']],
    ['any', 'tag=team:a&type=cache', []],
  ] as const)('tagRepeat: %s, %s', async (option, query, found) => {
    const fixtures = await writeFixtures({
      'resources.json': [...tagged, resourceRow(5, { name: 'cache', type: 'cache', created_at: noon })],
    })
    expect(await names(await open({ fixtures, assume: { tagRepeat: option, tagMalformed: 'empty' } }), query)).toEqual(
      found,
    )
  })
})
