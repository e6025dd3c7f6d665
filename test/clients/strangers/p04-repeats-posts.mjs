// Starts analysis jobs from a queue. Planted: it repeats a POST as it repeats a GET, without a look.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const agent = new Agent({ keepAlive: true })
after(() => agent.destroy())

function send(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${process.env.CLOUDSEC_API_KEY}`, 'Content-Type': 'application/json' }
    const sent = request(process.env.CLOUDSEC_BASE_URL + path, { method, headers, agent, timeout: 2000 }, (answer) => {
      const chunks = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('aborted', () => reject(new Error('cut')))
      answer.on('end', () => {
        try {
          resolve({ ...JSON.parse(Buffer.concat(chunks).toString()), headers: answer.headers })
        } catch (error) {
          reject(error)
        }
      })
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(body && JSON.stringify(body))
  })
}

function waitOf({ error, headers }) {
  if (headers['retry-after']) return 1000 * headers['retry-after'] + 50
  if (error.code !== 'rate_limit_exceeded') return 0
  const reset = Number(headers['x-rate-limit-reset'])
  return (String(reset).length > 11 ? reset : reset * 1000) - Date.now() + 50
}

async function insist(...what) {
  let failure
  for (let attempt = 0; attempt < 4; attempt++) {
    const answer = await send(...what).catch((error) => ({
      error: { code: 'lost', message: error.message },
      headers: {},
    }))
    if (answer.status === 'success') return answer
    failure = answer.error
    if (!/lost|service_unavailable|internal_error|rate_limit_exceeded/.test(failure.code)) break
    await sleep(Math.max(50 * 2 ** attempt, waitOf(answer)))
  }
  throw new Error(`${what.slice(0, 2).join(' ')}: ${failure.code}`)
}

const jobs = '/data/analysis/jobs'

async function allJobs() {
  const all = []
  for (let query = '?limit=100'; query;) {
    const { data, pagination } = await insist('GET', jobs + query)
    all.push(...data)
    query = pagination.next_page?.replace(/^[^?]*/, '')
  }
  return all
}

test('a queued job is started once', async () => {
  const name = `queued ${randomUUID()}`
  const parameters = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-02T00:00:00Z', log_types: ['firewall'] }
  const { data } = await insist('POST', jobs, {
    name,
    data_source: { type: 'security_logs', parameters },
    analysis_type: 'security_event_correlation',
    output_format: 'json',
  })
  assert.equal(data.name, name)
  const same = (await allJobs()).filter((job) => job.name === name)
  assert.equal(new Set(same.map(({ id }) => id)).size, 1)
})
