import { generatedRecords, keepsRecords } from '../../store/generated/generated-records.ts'
import { SeededDraws } from '../../store/generated/seeded-draws.ts'
import type { RecordSource } from '../../store/record-source.ts'
import { drawDetails, drawOutline, type Outline } from './factory.ts'
import { type Resource, resourceTable } from './resource.ts'

/** A resource that follows from its number. Its details are drawn when they are read. */
export class GeneratedResource implements Resource {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly provider: string
  readonly region: string
  readonly status: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly tags: Resource['tags']
  readonly #isKept: boolean
  readonly #outline: Outline
  readonly #draws: SeededDraws
  readonly #number: number

  constructor(draws: SeededDraws, number: number, isKept: boolean) {
    const outline = drawOutline(draws.begin(number))
    this.id = outline.id
    this.name = outline.name
    this.type = outline.type.value
    this.provider = outline.provider.name
    this.region = outline.region
    this.status = outline.status
    this.createdAt = outline.createdAt
    this.updatedAt = outline.updatedAt
    this.tags = outline.tags
    this.#isKept = isKept
    this.#outline = outline
    this.#draws = draws
    this.#number = number
  }

  /** Whether the table keeps it once it was read. */
  get isKept(): boolean {
    return this.#isKept
  }

  get details(): Resource['details'] {
    return drawDetails(this.#draws.begin(this.#number, 1), this.#outline)
  }
}

/** The resources of a generated inventory. Each follows from the seed and its number. */
export function generateResources(seed: number, count: number): RecordSource<Resource> {
  const isKept = keepsRecords(count)
  const draws = new SeededDraws(seed, 'resource')
  const outlines = new SeededDraws(seed, 'resource', false)
  return generatedRecords(resourceTable.definition, count, {
    record: (number) => new GeneratedResource(draws, number, isKept),
    outline: (number) => new GeneratedResource(outlines, number, false),
    numberOf: (id) => draws.numberOf(id),
    numbersById: (total) => draws.numbersById(total),
  })
}
