import type { Fake, SandboxClient } from '../../../src/index.ts'
import { operations, unknownId } from '../../../test/support/answers.ts'

/** The parts of a request after its path. */
export interface Asked {
  /** Default: GET, or POST with a body. */
  readonly method?: string
  readonly key?: string
  /** A text, or a value to send as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly sandbox?: SandboxClient
}

/** Sends a request to the API. It needs no socket. */
export async function ask(fake: Fake, path: string, asked: Asked = {}): Promise<Response> {
  const { sandbox = fake, key = sandbox.apiKey, body, method = body === undefined ? 'GET' : 'POST', headers } = asked
  return await fake.fetch(sandbox.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/** Each operation with success, and refusals: no such key, no such record, a bad parameter, a bad body, an unknown path, a fault. */
const requests: readonly (Asked & { readonly path: string })[] = [
  ...operations,
  { path: '/cloud/resources', key: 'csf_no_such_key' },
  { path: `/cloud/resources/${unknownId}` },
  { path: '/cloud/resources?limit=0' },
  { path: '/security/assessments', body: { resource_id: 7 } },
  { path: '/cloud/resource' },
  { path: '/cloud/resources', headers: { 'X-Fake-Scenario': 'service-unavailable' } },
]

/** Sends n requests to a sandbox: fourteen different ones, again and again. Thousands take a second or two. */
export async function seedTraffic(fake: Fake, n = 14, sandbox: SandboxClient = fake): Promise<void> {
  for (let sent = 0; sent < n; sent += 1) {
    const { path = '', ...asked } = requests[sent % requests.length] ?? {}
    await ask(fake, path, { ...asked, sandbox })
  }
}
