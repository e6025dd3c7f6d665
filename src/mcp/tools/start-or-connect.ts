import * as z from 'zod/mini'

import { described } from '../../core/scenarios/fields.ts'
import { defineTool } from '../tool.ts'

export const startOrConnect = defineTool({
  name: 'start_or_connect',
  description:
    'Returns the base URL and an API key for the client under test. Connects to the fake at url; else to the current fake, the fake of CLOUDSEC_CONTROL_URL, or a running fake of this user; else starts a fake that ends with this server. Call it first.',
  isRead: false,
  isRepeatable: true,
  input: z.strictObject({
    url: described('Address of a fake on the loopback, such as http://127.0.0.1:4747.', z.string()),
    sandbox: described(
      'An isolated part of the fake, created if missing; later calls use it. Default: default.',
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
