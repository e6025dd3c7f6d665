// A client of the whole document, and its suite. Nothing is planted.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

class Refusal extends Error {
  constructor({ code, message, details }, waitMs) {
    super(`${code}: ${message} ${details}`)
    this.code = code
    this.waitMs = waitMs
  }
}

const passing = new Set(['service_unavailable', 'internal_error', 'rate_limit_exceeded'])

function askedWaitMs(code, headers) {
  const retryAfter = headers.get('retry-after')
  if (retryAfter !== null) return Number(retryAfter) * 1000 + 50
  if (code !== 'rate_limit_exceeded') return 0
  const reset = Number(headers.get('x-rate-limit-reset'))
  return (reset > 1e11 ? reset : reset * 1000) + 50 - Date.now()
}

async function send(path, { key = process.env.CLOUDSEC_API_KEY, body } = {}) {
  const response = await fetch(process.env.CLOUDSEC_BASE_URL + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(2000),
  })
  const envelope = JSON.parse(await response.text())
  if (envelope.status === 'success') return envelope
  throw new Refusal(envelope.error, askedWaitMs(envelope.error.code, response.headers))
}

/** @param find looks for what a request made, whose answer failed */
async function insist(path, options, find) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(path, options)
    } catch (error) {
      const isRefused = error instanceof Refusal
      if (attempt === 3 || (isRefused && !passing.has(error.code))) throw error
      await sleep(Math.max(50 * 2 ** attempt, error.waitMs ?? 0))
      const made = error.code === 'rate_limit_exceeded' ? undefined : await find?.()
      if (made !== undefined) return { data: made }
    }
  }
}

async function list(path, filters = {}) {
  const items = new Map()
  const query = new URLSearchParams({ ...filters, limit: '40' })
  for (;;) {
    const { data, pagination } = await insist(`${path}?${query}`)
    for (const item of data) items.set(item.id, item)
    const next = new URLSearchParams(pagination.next_page?.split('?')[1]).get('page')
    if (next === null) return [...items.values()]
    query.set('page', next)
  }
}

const jobs = '/data/analysis/jobs'

async function runJob(job) {
  const find = async () => (await list(jobs)).find(({ name }) => name === job.name)
  const { data } = await insist(jobs, { body: job }, find)
  for (let wait = 300; ; wait = 1100) {
    await sleep(wait)
    const { data: now } = await insist(`${jobs}/${data.id}`)
    const isUnderWay = ['pending', 'queued', 'running', 'processing'].includes(now.status)
    if (!isUnderWay) return now
  }
}

test('lists the virtual machines', async () => {
  const machines = await list('/cloud/resources', { type: 'virtual_machine' })
  assert.ok(machines.length >= 15)
  assert.equal((await insist(`/cloud/resources/${machines[0].id}`)).data.name, machines[0].name)
})

test('runs a job', async () => {
  const parameters = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-02T00:00:00Z', log_types: ['system'] }
  const data_source = { type: 'security_logs', parameters }
  const name = `Review ${randomUUID()}`
  const job = { name, data_source, analysis_type: 'security_event_correlation', output_format: 'json' }
  assert.equal((await runJob(job)).name, name)
})

test('says what is refused', async () => {
  await assert.rejects(insist(`/cloud/resources/${randomUUID()}`), { code: 'resource_not_found' })
  await assert.rejects(insist('/cloud/resources', { key: 'wrong' }), { code: 'authentication_error' })
})
