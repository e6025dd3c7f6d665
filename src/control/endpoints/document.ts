import * as z from 'zod/mini'

import { documentPath } from '../../http/address.ts'
import { lazily } from '../../lib/lazily.ts'
import { defineEndpoints } from './endpoint.ts'

export const documentEndpoints = defineEndpoints({
  showDocument: {
    method: 'GET',
    path: documentPath,
    summary: 'Shows the control plane as an OpenAPI document',
    answer: lazily(() => z.looseObject({ openapi: z.string(), info: z.looseObject({}), paths: z.looseObject({}) })),
  },
})
