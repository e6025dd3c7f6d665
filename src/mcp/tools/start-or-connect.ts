import * as z from 'zod/mini'

import { described } from '../../scenarios/fields.ts'
import { defineTool } from '../tool.ts'

export const startOrConnect = defineTool({
  name: 'start_or_connect',
  description:
    'Gives the base URL and an API key for the client under test. Takes the fake of a URL; else the one in use, that of CLOUDSEC_CONTROL_URL, or one of this user that runs; else starts one that ends with this server. Call it first.',
  isRead: false,
  isRepeatable: true,
  input: z.strictObject({
    url: described('Address of a fake on the loopback, such as http://127.0.0.1:4747.', z.string()),
    sandbox: described(
      'An isolated part of the fake, made if it is not there; later calls are about it (default).',
      z.string(),
    ),
  }),
  more: 'read its control plane',
  run: async ({ url, sandbox }, session) => {
    const { client, how } = await session.start(url, sandbox)
    const { version, apiKey, clock, scenarios, counts } = await client.summary()
    const records = Object.entries(counts).map(([area, count]) => `${count} ${area}`)
    return [
      `base URL: ${client.baseUrl}`,
      apiKey === null
        ? 'API key: the fake shows none; take one of its fixtures'
        : `API key: ${apiKey} (header Authorization: Bearer ${apiKey})`,
      `sandbox: ${client.name}`,
      `fake: ${how}, version ${version}, control URL ${client.controlUrl}`,
      `state: ${records.join(', ')}; clock ${clock.now} ${clock.mode}; scenarios on: ${scenarios.join(', ') || 'none'}`,
      `document: ${client.baseUrl.replace(/v\d+$/, 'openapi.json')}`,
    ]
  },
})
