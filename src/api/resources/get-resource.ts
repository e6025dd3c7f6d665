import { readId } from '../../http/read-id.ts'
import { resourceIdKind } from '../../http/resource-id.ts'
import { idSchema } from '../../random/ids.ts'
import { defineGet } from '../define-operation.ts'
import { resources } from './resource.ts'
import { resourceResponse } from './schemas.ts'
import { recordWriter } from './serialize.ts'

/** `GET /cloud/resources/{id}` (§4.2). */
export const getResource = defineGet({
  id: 'getResource',
  area: 'resources',
  path: '/cloud/resources/{id}',
  permission: 'cloud:read',
  summary: 'Gets a whole resource',
  idSchema: ({ assume }) => idSchema(resourceIdKind(assume('resourceIdFormat'))),
  schema: resourceResponse,
  readId: ({ assume }, id) => readId(id, 'id', resourceIdKind(assume('resourceIdFormat'))),
  handle: ({ sandbox, assume }, id) => {
    const resource = resources(sandbox).get(id)
    return resource === undefined ? undefined : recordWriter(assume)(resource)
  },
})
