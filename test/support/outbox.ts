import { connect, type SandboxClient } from '../../src/index.ts'
import type { Client, Way } from './fake.ts'
import { createJob, startReceiver } from './receiver.ts'

/** Long enough for a coming delivery. */
export const soon = { timeout: '1m' } as const

/** No wait, for an existing delivery. */
export const atOnce = { timeout: '0s' } as const

/** The sandbox of a client; over a socket, a client that knows it only over the network. */
export const remoteOf = async ({ sandbox }: Client, way: Way): Promise<SandboxClient> =>
  way === 'in process' ? sandbox : await connect(sandbox.baseUrl)

/** Sends a raw request to the control plane. */
export async function ask({ fake, sandbox }: Client, path: string, method = 'GET') {
  const headers = method === 'GET' ? {} : { headers: { 'Content-Type': 'application/json' } }
  const answer = await fake.fetch(sandbox.controlUrl + path, { method, ...headers })
  return { status: answer.status, type: answer.headers.get('content-type'), body: await answer.json() }
}

/** Creates three jobs with notifications: delivered, to be retried, and refused. The first also sends an e-mail. */
export async function notify(client: Client, url: string) {
  const good = await createJob(client, { webhook_url: url, email: 'dev@example.com' }, { name: 'good' })
  const bad = await createJob(client, { webhook_url: url.replace('/hook', '/bad') }, { name: 'bad' })
  const refused = await createJob(client, { webhook_url: 'http://192.0.2.1/' }, { name: 'refused' })
  await client.sandbox.clock.advance('5s')
  return { good, bad, refused }
}

export async function startRejectingReceiver() {
  const receiver = await startReceiver()
  receiver.answer(({ path }) => (path === '/bad' ? 500 : 204))
  return receiver
}
