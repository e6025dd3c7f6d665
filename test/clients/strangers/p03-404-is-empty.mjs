// Lists for a dashboard. Planted: it takes HTTP 404 for an empty list.
import assert from 'node:assert/strict'
import test from 'node:test'

const pause = (ms) => new Promise((done) => setTimeout(done, ms))

function client(baseUrl, apiKey) {
  const get = async (path, { attempts = 4, wait = 60 } = {}) => {
    let code = 'unreadable'
    let until = 0
    try {
      const answer = await fetch(`${baseUrl}${path}`, {
        headers: { Authorization: `Bearer ${apiKey}` },
        signal: AbortSignal.timeout(2_000),
      })
      if (answer.status === 404) return { status: 'success', data: [], pagination: { total_items: 0 } }
      const body = JSON.parse(await answer.text())
      if (body.status === 'success') return body
      code = body.error.code
      until = instantIn(answer.headers, code)
    } catch {
      code = 'unreadable'
    }
    const mayPass = ['unreadable', 'internal_error', 'service_unavailable', 'rate_limit_exceeded'].includes(code)
    if (!mayPass || attempts === 1) throw Object.assign(new Error(`${path} got ${code}`), { code })
    await pause(Math.max(wait, until - Date.now()))
    return get(path, { attempts: attempts - 1, wait: wait * 2 })
  }
  return {
    async list(path, query = {}) {
      const items = new Map()
      for (let page = '1'; page;) {
        const { data, pagination } = await get(`${path}?${new URLSearchParams({ ...query, limit: '50', page })}`)
        data.forEach((item) => items.set(item.id, item))
        page = /[?&]page=(\d+)/.exec(pagination.next_page ?? '')?.[1]
      }
      return [...items.values()]
    },
  }
}

/** The instant from which the service wants to be asked again; 0 if it said none. */
function instantIn(headers, code) {
  if (headers.has('retry-after')) return Date.now() + Number(headers.get('retry-after')) * 1000 + 30
  if (code !== 'rate_limit_exceeded') return 0
  const reset = Number(headers.get('x-rate-limit-reset'))
  return 30 + (reset > 1e12 ? reset : reset * 1000)
}

const { CLOUDSEC_BASE_URL: baseUrl, CLOUDSEC_API_KEY: apiKey } = process.env
// A key of the test account that may read only the inventory.
const inventoryKey = process.env.INVENTORY_KEY ?? 'csf_cloud'

test('lists all assessments', async () => {
  const assessments = await client(baseUrl, apiKey).list('/security/assessments')
  assert.ok(assessments.length >= 40, `${assessments.length} assessments`)
})

test('has nothing where nothing matches', async () => {
  const query = { resource_id: '00000000-0000-4000-8000-0000000000aa' }
  assert.deepEqual(await client(baseUrl, apiKey).list('/security/assessments', query), [])
})

test('says that a key may not list', async () => {
  await assert.rejects(client(baseUrl, inventoryKey).list('/data/analysis/jobs'), { code: 'authorization_error' })
})
