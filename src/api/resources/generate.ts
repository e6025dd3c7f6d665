import { streamLabel } from '../../random/random.ts'
import { generatedRecords, keepsRecords } from '../../store/generated/generated-records.ts'
import { SeededDraws } from '../../store/generated/seeded-draws.ts'
import type { RecordSource } from '../../store/record-source.ts'
import { drawDetails, drawOutline } from './factory.ts'
import { FleetingResource, GeneratedResource } from './generated-resource.ts'
import { type Resource, resourceTable } from './resource.ts'

/** The resource with a number. */
function generate(draws: SeededDraws, number: number, Kind: typeof GeneratedResource): Resource {
  const outline = drawOutline(draws.begin(number))
  return new Kind(outline, () => drawDetails(draws.begin(number, 1), outline))
}

/** An inventory of generated resources. Each follows from the seed and its number, and is made when it is read. */
export function generateResources(seed: number, count: number): RecordSource<Resource> {
  const Kind = keepsRecords(count) ? GeneratedResource : FleetingResource
  const label = streamLabel(seed, 'resource', '')
  const [draws, outlines] = [new SeededDraws(label), new SeededDraws(label, false)]
  return generatedRecords(resourceTable.definition, count, {
    record: (number) => generate(draws, number, Kind),
    outline: (number) => generate(outlines, number, Kind),
    numberOf: (id) => draws.numberOf(id),
    numbersById: (total) => draws.numbersById(total),
  })
}
