import { createServer, type IncomingMessage } from 'node:http'

import { objectsAt, textAt } from '../json.ts'
import { plainHeaders } from '../normalise.ts'
import { type Ask, type Recorder, withKey } from '../recorder.ts'
import { jobFor } from '../requests.ts'

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** Starts a receiver on 127.0.0.1 that answers with the status in the path, and writes down what arrives. */
async function startReceiver(recorder: Recorder) {
  const server = createServer((incoming, outgoing) => {
    const take = async (): Promise<void> => {
      const body = await textOf(incoming)
      const { method, url: path = '', rawHeaders } = incoming
      const pairs = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [[name, rawHeaders[i + 1] ?? ''] as const] : []))
      const { Host: _host, ...headers } = Object.fromEntries(pairs)
      const sent = JSON.stringify(plainHeaders(headers, body, recorder.secrets))
      recorder.write({ line: `WEBHOOK ${method} ${path}`, sent, answer: { status: 0, body } })
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
  return { host: `127.0.0.1:${address.port}`, url: `http://127.0.0.1:${address.port}`, close }
}

/** Webhooks and e-mails: only one delivery is under way at a time, so their order is certain. */
export async function webhooks(recorder: Recorder): Promise<void> {
  const receiver = await startReceiver(recorder)
  recorder.replaced.set(receiver.host, '127.0.0.1:PORT')
  recorder.isOrdered = true
  try {
    await usual(recorder, receiver.url)
    for (const name of ['webhook-duplicated', 'webhook-fails', 'webhook-out-of-order', 'webhook-tampered']) {
      const prefix = `/@${name}`
      await recorder.run(`${prefix}/_control`, ['GET /signing-secret', [`PUT /scenarios/${name}`, {}]])
      await tell(recorder, prefix, `${receiver.url}/204`)
      await recorder.run(`${prefix}/_control`, ['GET /outbox'])
    }
    await underAssumptions(recorder, receiver.url)
  } finally {
    await receiver.close()
  }
}

/** Makes a job and lets time pass until all has been told. */
async function tell(recorder: Recorder, prefix: string, url: string): Promise<string> {
  const made = await recorder.send(`POST ${prefix}/v1/data/analysis/jobs`, jobFor(url), withKey())
  for (const by of ['1s', '10s', '6m', '3h']) await recorder.ask(`POST ${prefix}/_control/clock/advance`, { by })
  return textAt(made.json, 'data', 'id')
}

async function usual(recorder: Recorder, url: string): Promise<void> {
  const run = async (asks: readonly Ask[]) => await recorder.run('/@hooks/_control', asks)
  await run(['GET /signing-secret', 'GET /outbox', 'GET /outbox/next?timeout=0s'])
  const jobs: string[] = []
  for (const to of ['204', '410', '500']) jobs.push(await tell(recorder, '/@hooks', `${url}/${to}`))
  for (const to of ['http://127.0.0.1:1/', 'http://192.0.2.7/x']) await tell(recorder, '/@hooks', to)
  const all = await run(['GET /outbox'])
  const ids = objectsAt(all.json, 'items').map((item) => textAt(item, 'id'))
  const queries = ['limit=2', 'kind=email', 'state=failed', `job=${jobs[1]}`, 'kind=fax', 'state=lost', 'limit=0']
  await run(queries.map((query) => `GET /outbox?${query}`))
  const next = ['', '?after=0:2', '?kind=email', '?after=0:99&timeout=1ms', '?after=x', '?timeout=11m']
  await run([...next.map((query) => `GET /outbox/next${query}`), `GET /outbox/${ids[0]}`, 'GET /outbox/no-such-id'])
  const events = ['analysis_job.completed', 'no-such-event']
  for (const ask of [
    ...[ids[0], ids[4], 'no-such-id'].map((id): Ask => [`POST /outbox/${id}/redeliver`, {}]),
    ...events.map((event): Ask => ['POST /outbox', { to: `${url}/204`, event, data: { id: 'mine' } }]),
  ]) {
    await run([ask])
    await recorder.settle('/@hooks')
  }
  const secrets = ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz', 'whsec_x', '']
  await run([...secrets.map((secret): Ask => ['PUT /signing-secret', { secret }]), 'GET /signing-secret'])
  await tell(recorder, '/@hooks', `${url}/204`)
  await run([`DELETE /jobs/${jobs[0]}`, ['POST /reset', {}], 'GET /outbox', 'GET /signing-secret'])
}

async function underAssumptions(recorder: Recorder, url: string): Promise<void> {
  await recorder.send('GET /@assumed/_control/signing-secret')
  const all: readonly (readonly [status: number, choices: object])[] = [
    [204, { notifyOn: 'every_transition' }],
    [204, { webhookPayload: 'record', timestampPrecision: 'milliseconds' }],
    [204, { webhookSigning: 'none' }],
    [500, { webhookRetries: 'none', jobStates: 'queued_processing_succeeded_failed' }],
  ]
  for (const [status, choices] of all) {
    await recorder.ask('PATCH /@assumed/_control/assumptions', choices)
    await tell(recorder, '/@assumed', `${url}/${status}`)
  }
  await recorder.send('GET /@assumed/_control/outbox')
}
