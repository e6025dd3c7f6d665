import type { Fake } from '../../../src/index.ts'
import { operations, unknownId } from '../../support/answers.ts'

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

/** Sends n requests, the same ones in the same order each time: fourteen different ones, again and again. */
export async function seedTraffic(
  { baseUrl, apiKey, fetch }: Pick<Fake, 'baseUrl' | 'apiKey' | 'fetch'>,
  n = 14,
): Promise<void> {
  for (let sent = 0; sent < n; sent += 1) {
    const { method = '', path = '', key = apiKey, body, headers } = requests[sent % requests.length] ?? {}
    await fetch(baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}
