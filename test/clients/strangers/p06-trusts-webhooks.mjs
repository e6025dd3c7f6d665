// Runs a job and waits for its webhook. Planted: the receiver takes every webhook, and verifies none.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const base = process.env.CLOUDSEC_BASE_URL
const authorization = `Bearer ${process.env.CLOUDSEC_API_KEY}`
const underWay = new Set(['pending', 'queued', 'running', 'processing'])

/** The jobs that ended, by id. */
const ended = new Map()

const receiver = http.createServer(async (request, response) => {
  const event = JSON.parse(Buffer.concat(await request.toArray()).toString())
  response.writeHead(204).end()
  const job = event.data ?? event
  if (!underWay.has(job.status)) ended.set(job.id, job)
})

before(() => new Promise((listening) => receiver.listen(0, '127.0.0.1', listening)))
after(() => {
  receiver.close()
  receiver.closeAllConnections()
})

const exchange = (method, path, body) =>
  new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(2000)
    const request = http.request(base + path, { method, headers, signal }, (response) => {
      response
        .toArray()
        .then((chunks) => resolve({ headers: response.headers, ...JSON.parse(Buffer.concat(chunks).toString()) }))
        .catch(reject)
    })
    request.on('error', reject).end(body && JSON.stringify(body))
  })

async function call(method, path, body, find) {
  for (let tries = 1; ; tries++) {
    const answer = await exchange(method, path, body).catch(() => ({ error: { code: 'lost' }, headers: {} }))
    if (answer.status === 'success') return answer.data
    const { error, headers } = answer
    const isLimited = error.code === 'rate_limit_exceeded'
    const mayPass = isLimited || ['lost', 'internal_error', 'service_unavailable'].includes(error.code)
    if (!mayPass || tries === 4) throw new Error(`${method} ${path}: ${error.code}`)
    const reset = Number(headers['x-rate-limit-reset'])
    const told = isLimited ? (reset > 1e11 ? reset : reset * 1000) - Date.now() + 50 : 0
    const after = headers['retry-after'] === undefined ? told : Number(headers['retry-after']) * 1000 + 50
    await sleep(Math.max(25 * 2 ** tries, after))
    const found = isLimited ? undefined : await find?.()
    if (found !== undefined) return found
  }
}

const jobs = '/data/analysis/jobs'

async function start(job) {
  const find = async () => (await call('GET', `${jobs}?limit=100`)).find(({ name }) => name === job.name)
  return await call('POST', jobs, { ...job, notification: { webhook_url: urlOfReceiver() } }, find)
}

const urlOfReceiver = () => `http://127.0.0.1:${receiver.address().port}/hooks`

/** Waits for the webhook; a job whose webhook does not come is asked for. */
async function endOf(id) {
  for (let waited = 0; waited < 1500; waited += 25) {
    if (ended.has(id)) return ended.get(id)
    await sleep(25)
  }
  for (;;) {
    const job = await call('GET', `${jobs}/${id}`)
    if (!underWay.has(job.status)) return job
    await sleep(1100)
  }
}

test('the end of a job is reported', async () => {
  const name = `reported ${randomUUID()}`
  const parameters = { start_date: '2026-02-01T00:00:00Z', end_date: '2026-02-02T00:00:00Z', log_types: ['firewall'] }
  const data_source = { type: 'security_logs', parameters }
  const job = await start({ name, data_source, analysis_type: 'security_event_correlation', output_format: 'json' })
  assert.equal((await endOf(job.id)).name, name)
})
