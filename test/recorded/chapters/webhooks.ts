import { createServer, type IncomingMessage } from 'node:http'

import { objectsAt, textAt } from '../json.ts'
import { plainHeaders } from '../normalise.ts'
import { jsonOf, type Recorder } from '../recorder.ts'
import { withKey } from '../values.ts'

/** A webhook as it arrived. */
interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** Starts a receiver on 127.0.0.1 that answers with the status in the path. */
async function startReceiver() {
  const received: Received[] = []
  const server = createServer((incoming, outgoing) => {
    const take = async (): Promise<void> => {
      const body = await textOf(incoming)
      const { url: path = '' } = incoming
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
      received.push({ path, headers: Object.fromEntries(headers), body })
      outgoing.writeHead(Number(path.slice(1, 4)), { 'Content-Type': 'text/plain', Location: '/elsewhere' })
      outgoing.end(`answered ${path}`)
    }
    void take()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('expected an address of TCP')
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${address.port}`, port: String(address.port), received, close }
}

const jobFor = (url: string, email?: string) => ({
  name: `Tells ${url.replace(/^.*\//, '')}`,
  data_source: {
    type: 'security_logs',
    parameters: { start_date: '2026-05-01T00:00:00Z', end_date: '2026-06-01T00:00:00Z', log_types: ['system'] },
  },
  analysis_type: 'access_review',
  output_format: 'json',
  notification: { webhook_url: url, ...(email === undefined ? {} : { email }) },
})

/** Webhooks and e-mails: only one delivery is under way at a time, so their order is certain. */
export async function webhooks(recorder: Recorder): Promise<void> {
  const receiver = await startReceiver()
  recorder.replace(`127.0.0.1:${receiver.port}`, '127.0.0.1:PORT')
  recorder.isOrdered = true
  try {
    await usual(recorder, receiver)
    for (const name of ['webhook-duplicated', 'webhook-fails', 'webhook-out-of-order', 'webhook-tampered']) {
      await underScenario(recorder, receiver, name)
    }
    await underAssumptions(recorder, receiver)
  } finally {
    recorder.isOrdered = false
    await receiver.close()
  }
}

type Receiver = Awaited<ReturnType<typeof startReceiver>>

/** Writes down what arrived, in its order. */
function writeReceived(recorder: Recorder, { received }: Receiver): void {
  for (const { path, headers, body } of received.splice(0)) {
    const { 'user-agent': agent = '', ...others } = headers
    const plain = plainHeaders({ ...others, 'user-agent': agent.replace(/\/.*$/, '') }, body, recorder.secrets)
    const texts = Object.entries(plain).map(([name, value]): [string, string] => [name, String(value)])
    const { host: _, ...shown } = Object.fromEntries(texts)
    recorder.received('WEBHOOK', path, shown, body)
  }
}

/** Makes a job and lets time pass until all has been told. */
async function tell(recorder: Recorder, receiver: Receiver, prefix: string, url: string, email?: string) {
  const sent = jsonOf(jobFor(url, email), withKey())
  const made = await recorder.send('POST', `${prefix}/v1/data/analysis/jobs`, sent)
  for (const by of ['1s', '10s', '6m', '3h']) {
    await recorder.send('POST', `${prefix}/_control/clock/advance`, jsonOf({ by }))
    writeReceived(recorder, receiver)
  }
  return textAt(made.json, 'data', 'id')
}

async function usual(recorder: Recorder, receiver: Receiver): Promise<void> {
  const prefix = '/@hooks'
  const control = `${prefix}/_control`
  await recorder.send('GET', `${control}/signing-secret`)
  await recorder.send('GET', `${control}/outbox`)
  await recorder.send('GET', `${control}/outbox/next?timeout=0s`)
  const { url } = receiver
  const urls = [
    `${url}/204`,
    `${url}/200`,
    `${url}/302`,
    `${url}/410`,
    `${url}/500`,
    'http://127.0.0.1:1/',
    'http://192.0.2.7/x',
  ]
  const jobs: string[] = []
  for (const to of urls) jobs.push(await tell(recorder, receiver, prefix, to))
  jobs.push(await tell(recorder, receiver, prefix, `${url}/204`, 'person@example.com'))
  const all = await recorder.send('GET', `${control}/outbox`)
  for (const query of ['?limit=2', '?kind=webhook', '?kind=email', '?state=failed', `?job=${jobs[1]}`]) {
    await recorder.send('GET', `${control}/outbox${query}`)
  }
  for (const query of ['?kind=fax', '?state=lost', '?limit=0', '?colour=red']) {
    await recorder.send('GET', `${control}/outbox${query}`)
  }
  const next = `${control}/outbox/next`
  for (const query of ['', '?after=0:2', '?kind=email', '?after=0:99&timeout=1ms', '?after=x', '?timeout=11m']) {
    await recorder.send('GET', next + query)
  }
  const ids = objectsAt(all.json, 'items').map((item) => textAt(item, 'id'))
  await recorder.send('GET', `${control}/outbox/${ids[0]}`)
  await recorder.send('GET', `${control}/outbox/no-such-id`)
  for (const id of [ids[0], ids[4], ids[6], ids.at(-1), 'no-such-id']) {
    await recorder.send('POST', `${control}/outbox/${id}/redeliver`, jsonOf({}))
    await recorder.settle(prefix)
    writeReceived(recorder, receiver)
  }
  for (const event of ['analysis_job.completed', 'no-such-event']) {
    await recorder.send('POST', `${control}/outbox`, jsonOf({ to: `${url}/204`, event, data: { id: 'mine' } }))
    await recorder.settle(prefix)
    writeReceived(recorder, receiver)
  }
  const secrets = ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz', 'whsec_x', 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz', '']
  for (const secret of secrets) await recorder.send('PUT', `${control}/signing-secret`, jsonOf({ secret }))
  await recorder.send('GET', `${control}/signing-secret`)
  await tell(recorder, receiver, prefix, `${url}/204`)
  await recorder.send('GET', `${control}/outbox?limit=1`)
  await recorder.send('DELETE', `${control}/jobs/${jobs[0]}`)
  await recorder.send('POST', `${control}/reset`, jsonOf({}))
  await recorder.send('GET', `${control}/outbox`)
  await recorder.send('GET', `${control}/signing-secret`)
}

async function underScenario(recorder: Recorder, receiver: Receiver, name: string): Promise<void> {
  const prefix = `/@hooks-${name}`
  await recorder.send('GET', `${prefix}/_control/signing-secret`)
  await recorder.send('PUT', `${prefix}/_control/scenarios/${name}`, jsonOf({}))
  await tell(recorder, receiver, prefix, `${receiver.url}/204`)
  await tell(recorder, receiver, prefix, `${receiver.url}/503`)
  await recorder.send('GET', `${prefix}/_control/outbox`)
}

async function underAssumptions(recorder: Recorder, receiver: Receiver): Promise<void> {
  const prefix = '/@hooks-assumed'
  await recorder.send('GET', `${prefix}/_control/signing-secret`)
  const all = [
    { notifyOn: 'every_transition' },
    { webhookPayload: 'record', timestampPrecision: 'milliseconds' },
    { webhookSigning: 'none' },
    { webhookRetries: 'none', jobStates: 'queued_processing_done_error' },
  ]
  for (const choices of all) {
    await recorder.send('PATCH', `${prefix}/_control/assumptions`, jsonOf(choices))
    await tell(recorder, receiver, prefix, `${receiver.url}/204`)
    await tell(recorder, receiver, prefix, `${receiver.url}/500`)
  }
  await recorder.send('GET', `${prefix}/_control/outbox`)
}
