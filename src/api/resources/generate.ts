import { generatedRecords, keepsRecords } from '../../store/generated/generated-records.ts'
import { SeededDraws } from '../../store/generated/seeded-draws.ts'
import type { RecordSource } from '../../store/record-source.ts'
import { drawDetails, drawOutline, type Outline } from './factory.ts'
import { type Resource, resourceTable } from './resource.ts'

/** A resource that follows from its number. Its details are drawn when they are read. */
class GeneratedResource implements Resource {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly provider: string
  readonly region: string
  readonly status: string
  readonly tags: Resource['tags']
  readonly createdAt: number
  readonly updatedAt: number
  readonly #details: () => Resource['details']

  constructor({ resource }: Outline, details: () => Resource['details']) {
    this.id = resource.id
    this.name = resource.name
    this.type = resource.type
    this.provider = resource.provider
    this.region = resource.region
    this.status = resource.status
    this.tags = resource.tags
    this.createdAt = resource.createdAt
    this.updatedAt = resource.updatedAt
    this.#details = details
  }

  get details(): Resource['details'] {
    return this.#details()
  }
}

/** A resource of a large inventory. It is generated again for each request, so nothing about it is worth keeping. */
class FleetingResource extends GeneratedResource {}

/** Returns whether a resource is generated again for each request. */
export const isFleeting = (resource: Resource): boolean => resource instanceof FleetingResource

/** The resource with a number. */
function generate(draws: SeededDraws, number: number, Kind: typeof GeneratedResource): Resource {
  const outline = drawOutline(draws.begin(number))
  return new Kind(outline, () => drawDetails(draws.begin(number, 1), outline))
}

/** An inventory of generated resources. Each follows from the seed and its number, and is made when it is read. */
export function generateResources(seed: number, count: number): RecordSource<Resource> {
  const Kind = keepsRecords(count) ? GeneratedResource : FleetingResource
  const draws = new SeededDraws(seed, 'resource')
  const outlines = new SeededDraws(seed, 'resource', false)
  return generatedRecords(resourceTable.definition, count, {
    record: (number) => generate(draws, number, Kind),
    outline: (number) => generate(outlines, number, Kind),
    numberOf: (id) => draws.numberOf(id),
    numbersById: (total) => draws.numbersById(total),
  })
}
