import { describe, expect, it } from 'vitest'

import { generateResources } from '../../../src/core/api/resources/factory.ts'
import { itemText, recordText, resourceTable } from '../../../src/core/api/resources/resource.ts'
import { createContext } from '../../../src/core/http/request-context.ts'
import { Collection } from '../../../src/core/store/collection.ts'
import { DatasetIndex } from '../../../src/core/store/dataset-index.ts'
import { createFake } from '../../../src/index.ts'
import { collectGarbage } from '../../support/collect-garbage.ts'
import { openSandbox, unknownRequest, viaJson } from '../../support/record-admin.ts'

const { definition } = resourceTable
const some = generateResources(1, 400)

describe('a generated inventory', () => {
  it('has records that the schema of its fixture file takes, each with an id of its own', async () => {
    const fake = await createFake({ resources: 400, clock: 'frozen' })
    const rows = (await fake.resources.list({ limit: 400 })).items
    expect(rows).toHaveLength(400)
    for (const row of rows) expect(definition.record.safeParse(viaJson(row)).error, JSON.stringify(row)).toBeUndefined()
    expect(new Set(rows.map(({ id }) => id)).size).toBe(400)
    expect(new Set(rows.map(({ name }) => name)).size).toBe(400)
    await fake.close()
  })

  it('is written as JSON has it', () => {
    const ctx = createContext(openSandbox(), unknownRequest)
    for (const resource of some) {
      const { created_at, updated_at, details, ...rest } = resource
      const item = JSON.parse(itemText(ctx, resource))
      expect(item).toEqual({ ...rest, created_at: expect.any(String) })
      const record = JSON.parse(recordText(ctx, resource))
      expect(record).toEqual({ ...item, updated_at: expect.any(String), details })
      expect([Date.parse(record.created_at), Date.parse(record.updated_at)]).toEqual([created_at, updated_at])
    }
  })

  it.each([0, 1, 2, 31, 33])('may have %i records', (count) => {
    const index = new DatasetIndex(definition, generateResources(5, count))
    expect(index.records.map(({ id }) => index.get(id))).toEqual(index.records)
    expect(index.match([{ field: 'tagKey', anyOf: ['environment'] }])).toEqual(index.all)
    const sorted = index.inOrder(index.all, index.byId).map((position) => index.records[position]?.id)
    expect(sorted).toEqual(index.records.map(({ id }) => id).toSorted())
  })

  it('of another seed has other records, and a larger one has those of a smaller one', () => {
    const ids = new Set(some.map(({ id }) => id))
    for (const seed of [0, 2, 2 ** 32 + 1, -1]) {
      expect(generateResources(seed, 400).filter(({ id }) => ids.has(id))).toEqual([])
    }
    expect(generateResources(1, 500).slice(0, 400)).toEqual(some)
  })
})

describe('a hundred thousand resources', () => {
  const most = 100_000
  const base = new DatasetIndex(definition, generateResources(1, most))

  it('cost a sandbox only what it changes', () => {
    // Nothing else runs between the two, and no garbage counts.
    collectGarbage()
    const kept = process.memoryUsage()
    const sandboxes = Array.from({ length: 500 }, (_, number) => {
      const collection = new Collection(base)
      for (const [i, record] of base.records.slice(number * 100, number * 100 + 4).entries()) {
        if (i % 2 === 0) collection.remove(record.id)
        else collection.replace({ ...record, name: 'changed' }, 1)
        if (i === 3) collection.insert({ ...record, id: `new-${number}` }, 1)
      }
      return collection
    })
    collectGarbage()
    const grown = process.memoryUsage()
    expect(grown.arrayBuffers - kept.arrayBuffers).toBeLessThan(sandboxes.length * 4096)
    expect(grown.heapUsed - kept.heapUsed).toBeLessThan(sandboxes.length * 16_384)
    for (const collection of sandboxes.slice(0, 3)) {
      const found = collection.select({ terms: [], order: 'oldest_first' })
      expect(found.total).toBe(most - 2 + 1)
      expect(found.slice(50_000, 50_020)).toHaveLength(20)
    }
  })
})
