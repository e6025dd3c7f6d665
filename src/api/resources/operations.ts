import type { Operation } from '../../http/operation.ts'
import { getResource } from './get-resource.ts'
import { listResources } from './list-resources.ts'

/** The operations of the cloud inventory (§4.2). */
export const resourceOperations: readonly Operation[] = [listResources, getResource]
