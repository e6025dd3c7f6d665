import { idParameter } from '../../http/path-parameters.ts'
import { defineGet } from '../define-operation.ts'
import { resourceIdKind } from '../resource-id.ts'
import { resources } from './resource.ts'
import { resourceResponse } from './schemas.ts'
import { recordWriter } from './serialize.ts'

/** `GET /cloud/resources/{id}` (§4.2). */
export const getResource = defineGet({
  id: 'getResource',
  path: '/cloud/resources/{id}',
  permission: 'cloud:read',
  summary: 'Gets a whole resource',
  parameters: { id: idParameter((assume) => resourceIdKind(assume('resourceIdFormat'))) },
  schema: resourceResponse,
  handle: (ctx, { id }) => {
    const resource = resources(ctx.sandbox).get(id)
    return resource === undefined ? undefined : recordWriter(ctx)(resource)
  },
})
