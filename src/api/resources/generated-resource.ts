import type { Outline } from './factory.ts'
import type { Resource } from './resource.ts'

/** A resource that follows from its number. Its details are drawn when they are read. */
export class GeneratedResource implements Resource {
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
export class FleetingResource extends GeneratedResource {}

/** Returns whether a resource is generated again for each request. */
export const isFleeting = (resource: Resource): boolean => resource instanceof FleetingResource
