import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { mergePatch } from '../../../src/core/lib/merge-patch.ts'
import type { ScenarioRule } from '../../../src/index.ts'
import { answers, anyList, anySuccess, jobBody, knownResource, noon, unknownId } from '../../support/answers.ts'
import { type Client, describeSandboxes, read, readError, type Way } from '../../support/fake.ts'
import { countsOf, defineRules, senderTo } from '../../support/scenarios.ts'

type Effect = ScenarioRule['then']
const list = '/cloud/resources?limit=1'
const intoItems = { intoItems: true } as const

describe('a patch', () => {
  it.each([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [{ a: ['a', 'b'] }, { a: ['c', 'd'] }, { a: ['c', 'd'] }],
    [{ a: { a: 'b' } }, { a: ['c'] }, { a: ['c'] }],
    [{ a: { a: 'foo' } }, { a: 'bar' }, { a: 'bar' }],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('%j by %j is %j (RFC 7396, appendix A)', (target, patch, expected) => {
    expect(mergePatch(target, patch)).toEqual(expected)
    expect(mergePatch(target, patch, intoItems)).toEqual(expected)
  })

  it.each([
    [{ x: [{ a: 1 }, { b: 2 }] }, { x: { a: null, c: 3 } }, { x: [{ c: 3 }, { b: 2, c: 3 }] }, { x: { c: 3 } }],
    [{ x: [] }, { x: { a: 1 } }, { x: [] }, { x: { a: 1 } }],
    [{ x: [1, null, 'a'] }, { x: { a: 'b', c: null } }, { x: [1, null, 'a'] }, { x: { a: 'b' } }],
    [
      { list: [{ a: { x: 1 } }, { a: [{ x: 2 }] }] },
      { list: { a: { y: 2 } } },
      { list: [{ a: { x: 1, y: 2 } }, { a: [{ x: 2, y: 2 }] }] },
      { list: { a: { y: 2 } } },
    ],
  ])('%j by %j is %j item by item, and else %j', (target, patch, byItem, whole) => {
    expect(mergePatch(target, patch, intoItems)).toEqual(byItem)
    expect(mergePatch(target, patch)).toEqual(whole)
  })

  it('leaves what it patches as it was, and no prototype behind', () => {
    const target: Record<string, unknown> = JSON.parse('{"a":{"b":1},"c":[{"d":1}]}')
    const patch: Record<string, unknown> = JSON.parse('{"a":{"b":2},"c":{"d":2},"__proto__":{"polluted":true}}')
    const patched = mergePatch(target, patch, intoItems)
    expect(JSON.stringify(target)).toBe('{"a":{"b":1},"c":[{"d":1}]}')
    expect(JSON.stringify(patched)).toBe('{"a":{"b":2},"c":[{"d":2}],"__proto__":{"polluted":true}}')
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })
})

/** The answer of a rule's effect, and what the same request is answered without it. */
async function withEffect(client: Client, way: Way, then: Effect, path: string) {
  const send = senderTo(client, way)
  const plain = await send(path)
  const body: unknown = await plain.json()
  await defineRules(client.sandbox, [{ then }])
  const response = await send(path)
  return { plain, body, response, text: await response.text() }
}

const item = `/cloud/resources/${knownResource.id}`
const strange = { status: 'strange', more: [{ a: null }] }

describeSandboxes('an answer is changed by', (open, way) => {
  it.each<[title: string, path: string, patch: Record<string, unknown>, expected: Record<string, unknown>]>([
    ['a field of the record', item, { data: { name: 'other' } }, { data: { name: 'other' } }],
    ['a field deep in the record', item, { data: { details: { public_ip: null } } }, {}],
    ['a field of the envelope', item, strange, strange],
    ['the pagination', list, { pagination: { total_items: -1 } }, { pagination: { total_items: -1 } }],
    ['an array for an object', item, { data: [] }, { data: [] }],
    ['nothing at all', item, { data: {} }, {}],
  ])('a patch of %s', async (_, path, patch, expected) => {
    const { plain, body, response, text } = await withEffect(await open({ clock: noon }), way, { patch }, path)
    expect(response.status).toBe(plain.status)
    expect(JSON.parse(text)).toEqual(mergePatch(z.record(z.string(), z.unknown()).parse(body), patch, intoItems))
    expect(JSON.parse(text)).toMatchObject(expected)
    expect(Number(response.headers.get('content-length') ?? Buffer.byteLength(text))).toBe(Buffer.byteLength(text))
  })

  it('a patch of every item of a list', async () => {
    const patch = { data: { tags: null, name: 'same', details: { new: true } } }
    const { text, body } = await withEffect(await open(), way, { patch }, '/cloud/resources?limit=5')
    const { data } = anyList.parse(body)
    const patched = anyList.parse(JSON.parse(text))
    const added = { name: 'same', details: { new: true } }
    expect(data.every((record) => Array.isArray(record['tags']))).toBe(true)
    expect(patched.data).toEqual(data.map((record) => ({ ...record, ...added, tags: undefined })))
    expect(patched.data.some((record) => Object.hasOwn(record, 'tags'))).toBe(false)
  })

  it('a patch that takes fields away', async () => {
    const { text } = await withEffect(await open(), way, { patch: { data: null, pagination: null } }, list)
    expect(text).toBe('{"status":"success"}')
  })

  it('a replacement of fields wherever they stand in the data, and nowhere else', async () => {
    const replace = { type: ['a'], key: null, id: { id: 1, type: 2 }, status: 0, absent: 'x', total_items: 0 }
    const { text, body } = await withEffect(await open(), way, { replace }, item)
    const replaced: unknown = JSON.parse(text)
    expect(replaced).toMatchObject({ status: 'success', data: { id: { id: 1, type: 2 }, type: ['a'], status: 0 } })
    const { tags, details, ...rest } = answers.resource.parse(body).data
    expect(replaced).toEqual({
      status: 'success',
      data: {
        ...rest,
        id: replace.id,
        type: replace.type,
        status: 0,
        tags: tags.map(({ value }) => ({ key: null, value })),
        details: {
          ...details,
          security_groups: details.security_groups.map((group) => ({ ...group, id: replace.id })),
          volumes: details.volumes.map((volume) => ({ ...volume, id: replace.id, type: replace.type })),
        },
      },
    })
  })

  it('a replacement keeps the pagination of a list', async () => {
    const then: Effect = { replace: { total_items: 0, next_page: 'x', name: 'n' }, patch: { data: { extra: 1 } } }
    const { text, body } = await withEffect(await open(), way, then, list)
    const { data, pagination } = anyList.parse(body)
    expect(JSON.parse(text)).toEqual({
      status: 'success',
      data: data.map((record) => ({ ...record, name: 'n', extra: 1 })),
      pagination,
    })
  })

  it.each([200, 202, 299, 300, 418, 451, 599])('only a status of %i', async (status) => {
    const { response, text, body } = await withEffect(await open(), way, { status }, list)
    expect([response.status, JSON.parse(text)]).toEqual([status, body])
    expect(response.headers.get('content-type')).toBe('application/json')
  })

  it.each([204, 205, 304])('a status of %i, which has no body', async (status) => {
    const { response, text } = await withEffect(await open(), way, { status }, list)
    expect([response.status, text]).toEqual([status, ''])
    expect(response.headers.get('x-rate-limit-limit')).toBe('5000')
  })

  it('headers, set in any case or taken away', async () => {
    const headers = {
      'x-rate-limit-LIMIT': '12',
      'X-Rate-Limit-Reset': null,
      'Retry-After': '120',
      'X-Absent': null,
      'CONTENT-TYPE': 'application/vnd.other+json',
      'Set-Cookie': 'a=1; Path=/',
    }
    const { response, plain, text, body } = await withEffect(await open(), way, { headers }, list)
    expect(JSON.parse(text)).toEqual(body)
    const headerOf = (name: string) => response.headers.get(name)
    for (const [name, value] of Object.entries(headers)) expect([name, headerOf(name)]).toEqual([name, value])
    expect(Number(headerOf('x-rate-limit-remaining'))).toBe(Number(plain.headers.get('x-rate-limit-remaining')) - 1)
    expect(headerOf('date')).not.toBeNull()
  })

  it('every header of the answer taken away', async () => {
    const names = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'Date', 'Content-Type']
    const headers = Object.fromEntries(names.map((name) => [name, null]))
    const { response, text, body } = await withEffect(await open(), way, { headers }, list)
    expect([response.status, JSON.parse(text)]).toEqual([200, body])
    expect(names.filter((name) => response.headers.has(name))).toEqual([])
  })

  it('several things at once', async () => {
    const then: Effect = {
      error: 'rate_limit_exceeded',
      status: 503,
      headers: { 'Retry-After': '7', 'X-Rate-Limit-Remaining': null },
      patch: { error: { code: 'too_many' } },
      fault: 'wrong_content_type',
    }
    const { response, text } = await withEffect(await open(), way, then, list)
    expect(response.status).toBe(503)
    expect(['retry-after', 'x-rate-limit-remaining', 'content-type'].map((name) => response.headers.get(name))).toEqual(
      ['7', null, 'text/html'],
    )
    expect(JSON.parse(text)).toMatchObject({ status: 'error', error: { code: 'too_many' } })
  })
})

describeSandboxes('a rule inserts or removes a record', (open) => {
  const kinds = [
    ['resources', '/cloud/resources'],
    ['assessments', '/security/assessments'],
    ['jobs', '/data/analysis/jobs'],
  ] as const

  it.each(kinds)('by a rule on %s, once the answer is made', async (kind, path) => {
    const { sandbox, get } = await open({ clock: noon })
    const ids = async () => read(await get(`${path}?limit=100`), 200, anyList).data.map(({ id }) => id)
    const before = await ids()
    const counts = await countsOf(sandbox)
    await defineRules(sandbox, [{ count: { first: 2 }, then: { arrange: 'insert' } }])
    expect(await ids()).toEqual(before)
    const [second, ...rest] = await ids()
    expect(rest).toEqual(before)
    const [third, ...more] = await ids()
    expect([more, third === second]).toEqual([[second, ...before], false])
    expect(await countsOf(sandbox)).toEqual({ ...counts, [kind]: (counts[kind] ?? 0) + 2 })

    await defineRules(sandbox, [{ count: { first: 2 }, then: { arrange: 'remove' } }])
    expect(await ids()).toEqual([third, second, ...before])
    expect(await ids()).toEqual([second, ...before])
    expect(await ids()).toEqual(before)
    expect(await countsOf(sandbox)).toEqual(counts)
  })

  it.each(kinds)('until none of the %s is left', async (_, path) => {
    const { sandbox, get } = await open({ clock: noon })
    const total = async () => read(await get(`${path}?limit=1`), 200, anyList).pagination.total_items
    await defineRules(sandbox, [{ then: { arrange: 'remove' } }])
    for (let left = await total(); left > 0; left -= 1) expect(await total()).toBe(left - 1)
    expect([await total(), await total()]).toEqual([0, 0])
  })

  it('by a rule on any operation of its area, and on no other', async () => {
    const { sandbox, get, post } = await open({ clock: noon })
    await defineRules(sandbox, [{ then: { arrange: 'insert' } }])
    const before = await countsOf(sandbox)
    read(await get(`/cloud/resources/${knownResource.id}`), 200, anySuccess)
    expect(await countsOf(sandbox)).toEqual({ ...before, resources: (before['resources'] ?? 0) + 1 })
    read(await post('/data/analysis/jobs', jobBody), 201, anySuccess)
    expect(await countsOf(sandbox)).toMatchObject({ jobs: (before['jobs'] ?? 0) + 2 })
    readError(await get('/nowhere'), 404, 'resource_not_found')
    readError(await get(`/cloud/resources/${unknownId}`), 404, 'resource_not_found')
    const { assessments } = before
    expect(await countsOf(sandbox)).toMatchObject({ jobs: (before['jobs'] ?? 0) + 2, assessments })
  })

  it('as long as there is room for what is made, and is served without', async () => {
    const { sandbox, get } = await open({ maxStoredBytes: 5000 })
    await defineRules(sandbox, [{ then: { arrange: 'insert' } }])
    const counts = await countsOf(sandbox)
    read(await get(list), 200, answers.resources)
    expect(await countsOf(sandbox)).toEqual(counts)
  })
})
