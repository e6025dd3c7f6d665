import { derivedRecords, keepsRecords } from '../../store/derived-records.ts'
import type { RecordSource } from '../../store/record-source.ts'
import { SeededDraws } from '../../store/seeded-draws.ts'
import { drawDetails, drawOutline } from './factory.ts'
import { type Resource, resourceTable } from './resource.ts'

/** Resources of a large inventory: they are derived again each time, so nothing about them is worth keeping. */
const fleeting = new WeakSet<Resource>()

/** Returns whether a resource is derived again for each request. */
export const isFleeting = (resource: Resource): boolean => fleeting.has(resource)

/** The resource with a number. Its details are drawn when they are read. */
function derive(draws: SeededDraws, number: number): Resource {
  const outline = drawOutline(draws.begin(number))
  return {
    ...outline.resource,
    get details() {
      return drawDetails(draws.begin(number, 1), outline)
    },
  }
}

/** An inventory of generated resources. Each follows from the seed and its number, and is made when it is read. */
export function deriveResources(seed: number, count: number): RecordSource<Resource> {
  const isKept = keepsRecords(count)
  const draws = new SeededDraws(seed, 'resource')
  const outlines = new SeededDraws(seed, 'resource', false)
  return derivedRecords(resourceTable.definition, count, {
    record: (number) => {
      const resource = derive(draws, number)
      if (!isKept) fleeting.add(resource)
      return resource
    },
    outline: (number) => derive(outlines, number),
    numberOf: (id) => draws.numberOf(id),
    numbersById: (total) => draws.numbersById(total),
  })
}
