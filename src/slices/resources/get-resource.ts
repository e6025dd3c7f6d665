import { idShape } from '../../engine/ids.ts'
import { defineGet } from '../../http/operation.ts'
import { readId } from '../../http/read-id.ts'
import { resourceIdKind } from '../../http/resource-id.ts'
import { resources } from './resource.ts'
import { resourceShape } from './shapes.ts'
import { recordWriter } from './text.ts'

/** `GET /cloud/resources/{id}` (§4.2). */
export const getResource = defineGet({
  id: 'getResource',
  area: 'resources',
  path: '/cloud/resources/{id}',
  collection: resources,
  permission: 'cloud:read',
  summary: 'Gets a whole resource',
  idShape: ({ assume }) => idShape(resourceIdKind(assume('resourceIdFormat'))),
  shape: resourceShape,
  readId: ({ assume }, id) => readId(id, 'id', resourceIdKind(assume('resourceIdFormat'))),
  handle: ({ sandbox, assume }, id) => {
    const resource = resources(sandbox).get(id)
    return resource === undefined ? undefined : recordWriter(assume)(resource)
  },
})
