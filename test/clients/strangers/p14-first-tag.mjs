// Sums up resources by their first tag. Planted: it takes for granted that a resource has a tag.
import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'

const api = new URL(`${process.env.CLOUDSEC_BASE_URL}/`)
const transient = { service_unavailable: true, internal_error: true, rate_limit_exceeded: true }

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves to an envelope, or to how long to wait before the next attempt. */
function attempt(url) {
  const options = {
    headers: { Authorization: `Bearer ${process.env.CLOUDSEC_API_KEY}` },
    signal: AbortSignal.timeout(2e3),
  }
  return fetch(url, options)
    .then(async (response) => ({ response, envelope: await response.json() }))
    .then(
      ({ response: { headers }, envelope }) => {
        if (envelope.status === 'success') return { envelope }
        const { code, message } = envelope.error
        if (!transient[code]) throw new Error(`${code}: ${message}`)
        if (headers.has('Retry-After')) return { wait: headers.get('Retry-After') * 1000 + 50 }
        if (code !== 'rate_limit_exceeded') return { wait: 0 }
        const at = Number(headers.get('X-Rate-Limit-Reset'))
        return { wait: (at > 1e11 ? at : at * 1000) - Date.now() + 50 }
      },
      () => ({ wait: 0 }),
    )
}

async function read(url) {
  for (let i = 0; i < 4; i++) {
    const { envelope, wait } = await attempt(url)
    if (envelope !== undefined) return envelope
    await later(Math.max(wait, 50 << i))
  }
  throw new Error(`${url.pathname} is not served`)
}

async function* resources(page = 1) {
  const url = new URL('cloud/resources', api)
  url.search = `limit=40&page=${page}`
  const { data, pagination } = await read(url)
  yield* data
  const next = new URL(pagination.next_page || '?', url).searchParams.get('page')
  if (next !== null) yield* resources(next)
}

async function sumUp() {
  const seen = new Set()
  const sums = {}
  for await (const { id, tags } of resources()) {
    const { value } = tags[0]
    if (!seen.has(id)) sums[value] = (sums[value] ?? 0) + 1
    seen.add(id)
  }
  return { sums, count: seen.size }
}

suite('the summary', () => {
  let summary
  before(async () => {
    summary = await sumUp()
  })

  test('counts each resource', () => {
    const total = Object.values(summary.sums).reduce((sum, count) => sum + count, 0)
    assert.equal(total, summary.count)
  })

  test('has several tags', () => assert.ok(Object.keys(summary.sums).length > 1))
})
