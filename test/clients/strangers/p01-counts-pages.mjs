// An inventory report. Planted: it builds the page numbers itself, until a page is empty.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'

const { CLOUDSEC_BASE_URL: base, CLOUDSEC_API_KEY: key } = process.env
const passing = new Set(['service_unavailable', 'internal_error', 'rate_limit_exceeded', 'lost'])

async function askOnce(path) {
  const headers = { Authorization: `Bearer ${key}` }
  try {
    const response = await fetch(base + path, { headers, signal: AbortSignal.timeout(2000) })
    return { ...JSON.parse(await response.text()), headers: response.headers }
  } catch (cause) {
    return { status: 'error', error: { code: 'lost', message: String(cause) } }
  }
}

/** The time until the service wants the next request. */
function toldWait({ error, headers }) {
  const seconds = Number(headers?.get('Retry-After') ?? Number.NaN)
  if (!Number.isNaN(seconds)) return seconds * 1000 + 50
  if (error.code !== 'rate_limit_exceeded') return 0
  const reset = Number(headers.get('X-Rate-Limit-Reset'))
  return (reset < 1e11 ? reset * 1000 : reset) - Date.now() + 50
}

async function ask(path) {
  for (const pause of [50, 100, 200, undefined]) {
    const answer = await askOnce(path)
    if (answer.status === 'success') return answer
    if (pause === undefined || !passing.has(answer.error.code)) throw new Error(`${path}: ${answer.error.code}`)
    await sleep(Math.max(pause, toldWait(answer)))
  }
}

async function readAll() {
  const found = new Map()
  const totals = new Set()
  for (let page = 1; ; page++) {
    const { data, pagination } = await ask(`/cloud/resources?limit=30&page=${page}`)
    if (data.length === 0) return { found, totals }
    totals.add(pagination.total_items)
    for (const resource of data) found.set(resource.id, resource)
  }
}

/** All resources by id; it reads again if the list changed while it was read. */
async function resources() {
  for (let reading = 1; ; reading++) {
    const { found, totals } = await readAll()
    if (totals.size < 2 || reading === 3) return found
  }
}

test('the report has every resource once', async () => {
  const found = await resources()
  const { pagination } = await ask('/cloud/resources?limit=1')
  assert.equal(found.size, pagination.total_items)
})
