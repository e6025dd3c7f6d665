import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { generateResources } from '../src/api/resources/generate.ts'
import { type Resource, resourceTable, tagText } from '../src/api/resources/resource.ts'
import { itemWriter, recordWriter } from '../src/api/resources/serialize.ts'
import type { Choice } from '../src/assumptions/register.ts'
import { addressOf } from '../src/http/address.ts'
import { RequestContext, nothingSent } from '../src/http/request-context.ts'
import { createFake } from '../src/index.ts'
import { DatasetIndex, type Term } from '../src/store/dataset-index.ts'
import { storedRecords } from '../src/store/record-source.ts'
import { answers } from './support/answers.ts'
import { collectGarbage } from './support/collect-garbage.ts'
import { collectionOver, counted } from './support/counted.ts'
import { type Client, describeFake, read } from './support/fake.ts'
import { openSandbox, viaJson } from './support/record-admin.ts'

const { definition } = resourceTable

/** A derived resource with all that it has, as a record that is kept. */
function writtenOut(resource: Resource): Resource {
  const { id, name, type, provider, region, status, createdAt, updatedAt, tags, details } = resource
  return { id, name, type, provider, region, status, createdAt, updatedAt, tags, details }
}

const some = generateResources(1, 400)
const written = Array.from({ length: 400 }, (_, position) => writtenOut(some.record(position)))

const term: fc.Arbitrary<Term> = fc.constantFrom(...Object.keys(definition.fields)).chain((field) =>
  fc.record({
    field: fc.constant(field),
    anyOf: fc.subarray([...some.index(field).keys(), 'none'], { minLength: 1, maxLength: 3 }),
  }),
)
const change = fc.record({
  do: fc.constantFrom('insert', 'replace', 'remove'),
  of: fc.nat({ max: 399 }),
  as: fc.nat({ max: 399 }),
})
const order = fc.constantFrom<Choice<'listOrder'>>('oldest_first', 'newest_first', 'by_id')

describe('a derived inventory', () => {
  it('is the same as its records written out, under any filter, in any order, after any change', () => {
    const question = fc.record({ terms: fc.array(term, { maxLength: 4 }), order, start: fc.nat({ max: 100 }) })
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 12 }),
        fc.array(question, { minLength: 1, maxLength: 6 }),
        (changes, questions) => {
          const both = [
            collectionOver(definition, some),
            collectionOver(definition, storedRecords(definition, written)),
          ]
          for (const [number, { do: what, of, as }] of changes.entries()) {
            const { id } = some.record(of)
            const other = writtenOut(some.record(as))
            for (const collection of both) {
              if (what === 'insert')
                collection.insert({ ...other, id: `0000000${number.toString(16)}-${id.slice(9)}` }, 1)
              else if (what === 'replace') collection.replace({ ...other, id }, 1)
              else collection.remove(id)
            }
          }
          for (const { terms, order, start } of questions) {
            const [derived, stored] = both.map((collection) => {
              const found = collection.select({ terms, order: () => order })
              return { total: found.total, page: found.slice(start, start + 20).map(writtenOut) }
            })
            expect(derived).toEqual(stored)
            const naive = both.map((collection) =>
              collection
                .select({ terms: [] })
                .slice(0, 1000)
                .filter((resource) =>
                  terms.every(({ field, anyOf }) =>
                    definition.fields[field]?.(resource).some((value) => anyOf.includes(value)),
                  ),
                ),
            )
            expect(naive.map(({ length }) => length)).toEqual([derived?.total, stored?.total])
          }
        },
      ),
      { numRuns: 150, seed: 1 },
    )
  })

  it('has records that the schema of its fixture file takes, each with an id of its own', async () => {
    const fake = await createFake({ resources: 400, clock: 'frozen' })
    const rows = (await fake.resources.list({ limit: 400 })).items
    expect(rows).toHaveLength(400)
    for (const row of rows) expect(definition.record.safeParse(viaJson(row)).error, JSON.stringify(row)).toBeUndefined()
    expect(new Set(rows.map(({ id }) => id)).size).toBe(400)
    const names = new Set(rows.map(({ name }) => name))
    expect(names.size).toBeGreaterThan(350)
    await fake.close()
  })

  it('is written as its records written out are, and as JSON has them', () => {
    const ctx = new RequestContext(openSandbox(), {
      method: 'GET',
      address: addressOf(''),
      operation: undefined,
      ...nothingSent,
    })
    for (const [position, stored] of written.entries()) {
      const text = recordWriter(ctx)(some.record(position))
      expect(text).toBe(recordWriter(ctx)(stored))
      const { createdAt, updatedAt, ...rest } = stored
      expect(JSON.parse(text)).toMatchObject({ id: rest.id, name: rest.name, tags: rest.tags, details: rest.details })
      expect(Date.parse(String(JSON.parse(text).updated_at)) - Date.parse(String(JSON.parse(text).created_at))).toBe(
        updatedAt - createdAt,
      )
      expect(itemWriter(ctx)(some.record(position))).toBe(itemWriter(ctx)(stored))
    }
  })

  it.each([0, 1, 2, 31, 33])('may have %i records', (count) => {
    const source = generateResources(5, count)
    const base = new DatasetIndex(definition, source)
    expect(base.records.map(({ id }) => base.source.get(id)?.id)).toEqual(base.records.map(({ id }) => id))
    expect(base.match([], new Map())).toBeUndefined()
    expect(base.match([{ field: 'tagKey', anyOf: ['environment'] }], new Map())?.size()).toBe(count)
    const ids = base.records.map(({ id }) => id)
    expect(Array.from(base.byId(), (position) => source.record(position).id)).toEqual(ids.toSorted())
  })

  it('of another seed has other records', () => {
    const ids = new Set(written.map(({ id }) => id))
    for (const seed of [0, 2, 2 ** 32 + 1, -1]) {
      const other = generateResources(seed, 400)
      for (let position = 0; position < 400; position += 1) expect(ids.has(other.record(position).id)).toBe(false)
    }
  })
})

describe('a million resources', () => {
  const million = 1_000_000
  const source = generateResources(1, million)
  const { work, source: counting } = counted(source)
  const base = new DatasetIndex(definition, counting)

  const filters: Term[][] = [
    [],
    [{ field: 'type', anyOf: ['virtual_machine'] }],
    [
      { field: 'provider', anyOf: ['aws'] },
      { field: 'type', anyOf: ['database', 'cache'] },
      { field: 'tag', anyOf: [tagText('environment', 'production')] },
    ],
    [
      { field: 'region', anyOf: ['asia-east1'] },
      { field: 'tagKey', anyOf: ['team'] },
      { field: 'tag', anyOf: [tagText('team', 'search')] },
      { field: 'provider', anyOf: ['gcp'] },
    ],
  ]

  it('are counted without a look at any of them, and a page derives only its own records', () => {
    const collection = collectionOver(definition, counting)
    for (const terms of filters) {
      work.records = 0
      const found = collection.select({ terms, order: () => 'newest_first' })
      expect(work.records).toBe(0)
      for (const start of [0, found.total >> 1, found.total - 20]) {
        work.records = 0
        const page = found.slice(start, start + 20)
        expect([page.length, work.records]).toEqual([20, 20])
        const dates = page.map(({ createdAt }) => createdAt)
        expect(dates).toEqual(dates.toSorted((a, b) => b - a))
        for (const resource of page) {
          expect(
            terms.every(({ field, anyOf }) =>
              definition.fields[field]?.(resource).some((value) => anyOf.includes(value)),
            ),
          ).toBe(true)
        }
      }
    }
  })

  it('are counted exactly', () => {
    const totalOf = (terms: Term[]) => base.match(terms, new Map())?.size() ?? million
    for (const field of ['type', 'provider', 'region']) {
      const totals = [...base.values(field)].map((value) => totalOf([{ field, anyOf: [value] }]))
      expect(totals.reduce((sum, total) => sum + total, 0)).toBe(million)
    }
    const counts = filters.map(() => 0)
    const matched = filters.map((terms) => base.match(terms, new Map()))
    for (let number = 0; number < million; number += 97) {
      const resource = source.record(number)
      filters.forEach((terms, index) => {
        const isMatch = terms.every(({ field, anyOf }) =>
          definition.fields[field]?.(resource).some((value) => anyOf.includes(value)),
        )
        expect(matched[index]?.has(number) ?? true).toBe(isMatch)
        if (isMatch) counts[index] = (counts[index] ?? 0) + 1
      })
    }
    expect(Math.min(...counts)).toBeGreaterThan(0)
  })

  it('are those of a smaller inventory and more: each follows only from the seed and its number', () => {
    for (const resource of written) expect(writtenOut(base.source.get(resource.id) ?? resource)).toEqual(resource)
    for (const { id } of written.slice(0, 20)) expect(base.source.position(id)).toBeDefined()
  })

  it('are found by id with one look, and nothing else is', () => {
    for (let position = 0; position < million; position += 49_999) {
      const resource = source.record(position)
      work.records = 0
      expect(base.source.get(resource.id)?.name).toBe(resource.name)
      expect(work.records).toBe(1)
      expect(base.source.position(resource.id)).toBe(position)
      const last = resource.id.endsWith('0') ? '1' : '0'
      for (const wrong of [
        resource.id.slice(0, -1) + last,
        `${resource.id}0`,
        resource.id.toUpperCase(),
        resource.id.slice(1),
      ]) {
        if (wrong !== resource.id)
          expect([base.source.get(wrong), base.source.position(wrong)]).toEqual([undefined, undefined])
      }
    }
    for (const wrong of ['', 'x', 'zzzzzzzz-0000-4000-8000-000000000000'])
      expect(base.source.get(wrong)).toBeUndefined()
  })

  it('cost a sandbox what it changes, and a page of it the records on it', () => {
    // Nothing else runs between the two, and no garbage counts.
    collectGarbage()
    const kept = process.memoryUsage()
    const sandboxes = Array.from({ length: 500 }, (_, number) => {
      const collection = collectionOver(definition, counting)
      for (let i = 0; i < 4; i += 1) {
        const { id } = source.record(number * 1000 + i * 7)
        if (i % 2 === 0) collection.remove(id)
        else collection.replace({ ...writtenOut(source.record(i)), id }, 1)
      }
      const created = writtenOut(source.record(number))
      collection.insert({ ...created, id: `new-${number}` }, 1)
      return collection
    })
    collectGarbage()
    const grown = process.memoryUsage()
    expect(grown.arrayBuffers - kept.arrayBuffers).toBeLessThan(sandboxes.length * 4096)
    expect(grown.heapUsed - kept.heapUsed).toBeLessThan(sandboxes.length * 16_384)
    for (const collection of sandboxes.slice(0, 3)) {
      work.records = 0
      const found = collection.select({ terms: [], order: () => 'oldest_first' })
      expect(found.total).toBe(million - 2 + 1)
      expect(found.slice(500_000, 500_020)).toHaveLength(20)
      expect(work.records).toBeLessThanOrEqual(20)
    }
  })
})

describeFake('generated resources', (open) => {
  async function allIds({ get }: Client, query: string) {
    const first = read(await get(`/cloud/resources?limit=100${query}`), 200, answers.resources)
    const ids = first.data.map(({ id }) => id)
    for (let page = 2; page <= first.pagination.total_pages; page += 1) {
      ids.push(
        ...read(await get(`/cloud/resources?limit=100&page=${page}${query}`), 200, answers.resources).data.map(
          ({ id }) => id,
        ),
      )
    }
    expect(ids).toHaveLength(first.pagination.total_items)
    expect(new Set(ids).size).toBe(ids.length)
    return ids
  }

  it.each(['newest_first', 'oldest_first', 'by_id'] as const)(
    'can be paged %s, changed and removed',
    async (listOrder) => {
      const client = await open({ resources: 450, assume: { listOrder }, quota: 1_000_000 })
      const all = await allIds(client, '')
      expect(all).toHaveLength(450)
      const machines = await allIds(client, '&type=virtual_machine')
      const [changed = '', removed = ''] = machines
      await client.fake.resources.update(changed, { type: 'odd' })
      await client.fake.resources.remove(removed)
      const made = await client.fake.resources.create({ type: 'virtual_machine', created_at: '2025-06-06T06:06:06Z' })
      const now = await allIds(client, '&type=virtual_machine')
      expect(new Set(now)).toEqual(new Set([...machines.filter((id) => id !== changed && id !== removed), made['id']]))
      if (listOrder === 'by_id') expect(now).toEqual(now.toSorted())
      expect(await allIds(client, '&type=odd')).toEqual([changed])
      expect((await client.get(`/cloud/resources/${removed}`)).status).toBe(404)
      const { data } = read(await client.get(`/cloud/resources/${changed}`), 200, answers.resource)
      expect(data.type).toBe('odd')
    },
  )
})
