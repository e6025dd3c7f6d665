import { RandomStream, streamLabel } from '../../random/random.ts'
import { drawResource } from './factory.ts'
import type { Resource } from './resource.ts'

/** Draws an inventory. A resource follows from the seed and its number alone. */
export function generateResources(seed: number, count: number): readonly Resource[] {
  return Array.from({ length: count }, (_, number) =>
    drawResource(new RandomStream(streamLabel(seed, 'resource', number))),
  )
}
