// Runs an analysis and waits for it. Planted: it throws at a state of a job that it does not know.
import { strictEqual } from 'node:assert'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const endpoint = `${process.env.CLOUDSEC_BASE_URL}/data/analysis/jobs`
const states = { pending: 'waits', running: 'waits', completed: 'ended', failed: 'ended' }

async function fetchJson(url, init) {
  const headers = { Authorization: `Bearer ${process.env.CLOUDSEC_API_KEY}`, 'Content-Type': 'application/json' }
  let response
  let envelope
  try {
    response = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(2000) })
    envelope = await response.json()
  } catch (cause) {
    throw Object.assign(new Error('no answer that can be read', { cause }), { again: true, isDone: undefined })
  }
  if (envelope.status === 'success') return envelope
  const { code, details } = envelope.error
  const isLimited = code === 'rate_limit_exceeded'
  const again = isLimited || code === 'service_unavailable' || code === 'internal_error'
  throw Object.assign(new Error(`${code}: ${details}`), { again, isDone: isLimited ? false : undefined, response })
}

/** Waits after a failure, at least as long as the service says. */
async function pauseAfter({ response, isDone }, tries) {
  const { headers } = response ?? new Response()
  const reset = Number(headers.get('X-Rate-Limit-Reset'))
  const told = isDone === false ? (reset > 99_999_999_999 ? reset / 1000 : reset) - Date.now() / 1000 : 0
  await sleep(Math.max(50 * 2 ** tries, 1000 * Number(headers.get('Retry-After') ?? told) + 20))
}

/** @param look finds out if a request was done though its answer failed */
async function insist(url, init, look) {
  for (let tries = 0; ; tries++) {
    try {
      return await fetchJson(url, init)
    } catch (error) {
      if (!error.again || tries === 3) throw error
      await pauseAfter(error, tries)
      const found = error.isDone === false ? undefined : await look?.()
      if (found) return { data: found }
    }
  }
}

async function start(job) {
  const look = async () => (await insist(`${endpoint}?limit=100`)).data.find(({ name }) => name === job.name)
  const { data } = await insist(endpoint, { method: 'POST', body: JSON.stringify(job) }, look)
  return data.id
}

async function end(id) {
  for (let poll = 0; poll < 10; poll++) {
    await sleep(poll === 0 ? 300 : 1100)
    const { data } = await insist(`${endpoint}/${id}`)
    if (!(data.status in states)) throw new Error(`a job has the state ${data.status}`)
    if (states[data.status] === 'ended') return data
  }
  throw new Error(`${id} does not end`)
}

test('an analysis ends', async () => {
  const name = `firewall review of ${new Date().toISOString()}`
  const id = await start({
    name,
    data_source: {
      type: 'security_logs',
      parameters: { start_date: '2026-05-01T00:00:00Z', end_date: '2026-05-31T00:00:00Z', log_types: ['firewall'] },
    },
    analysis_type: 'security_event_correlation',
    output_format: 'json',
  })
  const job = await end(id)
  strictEqual(job.name, name)
})
