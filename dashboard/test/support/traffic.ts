import type { Fake, SandboxClient } from '../../../src/index.ts'
import { operations, unknownId } from '../../../test/support/answers.ts'

interface Sent {
  readonly method: string
  readonly path: string
  readonly key?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Each operation with success, and refusals: no such key, no such record, a bad parameter, a bad body, an unknown path, a fault. */
const requests: readonly Sent[] = [
  ...operations,
  { method: 'GET', path: '/cloud/resources', key: 'csf_no_such_key' },
  { method: 'GET', path: `/cloud/resources/${unknownId}` },
  { method: 'GET', path: '/cloud/resources?limit=0' },
  { method: 'POST', path: '/security/assessments', body: { resource_id: 7 } },
  { method: 'GET', path: '/cloud/resource' },
  { method: 'GET', path: '/cloud/resources', headers: { 'X-Fake-Scenario': 'service-unavailable' } },
]

/** Sends n requests to a sandbox: fourteen different ones, again and again. They need no socket, so thousands take a second or two. */
export async function seedTraffic(fake: Fake, n = 14, sandbox: SandboxClient = fake): Promise<void> {
  for (let sent = 0; sent < n; sent += 1) {
    const { method = '', path = '', key = sandbox.apiKey, body, headers } = requests[sent % requests.length] ?? {}
    await fake.fetch(sandbox.baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}
