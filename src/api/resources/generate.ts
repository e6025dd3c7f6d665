import { generatedRecords, keepsRecords } from '../../store/generated/generated-records.ts'
import { SeededDraws } from '../../store/generated/seeded-draws.ts'
import type { RecordSource } from '../../store/record-source.ts'
import { drawDetails, drawOutline } from './factory.ts'
import { type Resource, resourceTable } from './resource.ts'

/** Resources of a large inventory: they are generated again each time, so nothing about them is worth keeping. */
const fleeting = new WeakSet<Resource>()

/** Returns whether a resource is generated again for each request. */
export const isFleeting = (resource: Resource): boolean => fleeting.has(resource)

/** The resource with a number. Its details are drawn when they are read. */
function generate(draws: SeededDraws, number: number): Resource {
  const outline = drawOutline(draws.begin(number))
  return {
    ...outline.resource,
    get details() {
      return drawDetails(draws.begin(number, 1), outline)
    },
  }
}

/** An inventory of generated resources. Each follows from the seed and its number, and is made when it is read. */
export function generateResources(seed: number, count: number): RecordSource<Resource> {
  const isKept = keepsRecords(count)
  const draws = new SeededDraws(seed, 'resource')
  const outlines = new SeededDraws(seed, 'resource', false)
  return generatedRecords(resourceTable.definition, count, {
    record: (number) => {
      const resource = generate(draws, number)
      if (!isKept) fleeting.add(resource)
      return resource
    },
    outline: (number) => generate(outlines, number),
    numberOf: (id) => draws.numberOf(id),
    numbersById: (total) => draws.numbersById(total),
  })
}
