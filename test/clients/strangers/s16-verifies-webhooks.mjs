// A receiver that verifies each webhook, and asks for a job if no webhook comes. Nothing is planted. With
// LEARN=webhooks, it never asks: it then knows nothing of a job if it had to refuse the webhook.
import assert from 'node:assert/strict'
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { Agent, createServer, request as httpRequest } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const { CLOUDSEC_BASE_URL, CLOUDSEC_CONTROL_URL, CLOUDSEC_API_KEY, LEARN } = process.env
const agent = new Agent({ keepAlive: true })

/** By the rules of Standard Webhooks. */
function isGenuine(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((signature) => {
    const given = Buffer.from(signature.replace(/^v1,/, ''), 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

class Receiver {
  jobs = new Map()
  server = createServer((request, response) => this.#take(request, response))

  async open(secret) {
    this.secret = secret
    await new Promise((done) => this.server.listen(0, '127.0.0.1', done))
    this.url = `http://127.0.0.1:${this.server.address().port}/`
  }

  async #take(request, response) {
    const body = Buffer.concat(await request.toArray()).toString()
    if (!isGenuine(request.headers, body, this.secret)) return response.writeHead(401).end()
    const { data, ...rest } = JSON.parse(body)
    const job = data ?? rest
    // The start of a job may be reported after its end.
    if (isEnd(job)) this.jobs.set(job.id, job)
    return response.writeHead(204).end()
  }

  close() {
    this.server.close().closeAllConnections()
  }
}

const isEnd = ({ status }) => !['pending', 'queued', 'running', 'processing'].includes(status)

const send = (url, method = 'GET', body) =>
  new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${CLOUDSEC_API_KEY}`, 'Content-Type': 'application/json' }
    const timed = { method, agent, headers, timeout: 2000 }
    const sent = httpRequest(url, timed, (answer) => {
      const read = answer.toArray().then((chunks) => JSON.parse(Buffer.concat(chunks).toString()))
      read.then((body) => resolve({ headers: answer.headers, body }), reject)
    })
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')))
    sent.once('error', reject).end(body)
  })

async function insist(path, method, body, look) {
  for (let pause = 50; ; pause *= 2) {
    const lost = { headers: {}, body: { error: { code: 'lost' } } }
    const { headers, body: envelope } = await send(CLOUDSEC_BASE_URL + path, method, body).catch(() => lost)
    if (envelope.status === 'success') return envelope.data
    const { code } = envelope.error
    const isFinal = /^(authentication_error|authorization_error|invalid_request|resource_not_found)$/.test(code)
    if (isFinal || pause > 200) throw new Error(`${path}: ${code}`)
    const reset = Number(headers['x-rate-limit-reset'])
    const told = code === 'rate_limit_exceeded' ? (reset < 1e11 ? reset * 1000 : reset) - Date.now() + 50 : 0
    await sleep(Math.max(pause, told, 1000 * Number(headers['retry-after'] ?? 0) + 50))
    const found = code === 'rate_limit_exceeded' ? undefined : await look?.()
    if (found) return found
  }
}

async function endOf(id, known) {
  for (const deadline = Date.now() + 1200; Date.now() < deadline; await sleep(20)) {
    if (known.has(id)) return known.get(id)
  }
  if (LEARN === 'webhooks') throw new Error('no webhook came that is genuine')
  for (; ; await sleep(1100)) {
    const job = await insist(`/data/analysis/jobs/${id}`)
    if (isEnd(job)) return job
  }
}

describe('a job with a webhook', () => {
  const receiver = new Receiver()
  before(async () => receiver.open((await send(`${CLOUDSEC_CONTROL_URL}/signing-secret`)).body.secret))
  after(() => {
    receiver.close()
    agent.destroy()
  })

  it('is known to have ended', async () => {
    const name = `watched ${randomUUID()}`
    const parameters = { start_date: '2026-01-01T00:00:00Z', end_date: '2026-01-02T00:00:00Z', log_types: ['system'] }
    const job = { name, data_source: { type: 'security_logs', parameters }, analysis_type: 'access_review' }
    const body = JSON.stringify({ ...job, output_format: 'json', notification: { webhook_url: receiver.url } })
    const look = async () => (await insist('/data/analysis/jobs?limit=100')).find((other) => other.name === name)
    const { id } = await insist('/data/analysis/jobs', 'POST', body, look)
    assert.equal((await endOf(id, receiver.jobs)).name, name)
  })
})
