// An app under test. It knows one base URL and one API key, and nothing of sandboxes.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const base = process.env['CLOUDSEC_BASE_URL'] ?? ''
const headers = { Authorization: `Bearer ${process.env['CLOUDSEC_API_KEY']}`, 'Content-Type': 'application/json' }

/** @param {string} url @param {RequestInit} [init] */
async function ask(url, init) {
  const response = await fetch(new URL(url, base), { headers, ...init })
  const limit = response.headers.get('x-rate-limit-limit')
  return { status: response.status, date: response.headers.get('date'), limit, body: await response.json() }
}

const app = new Hono()
app.get('/resources/:id', async (c) => c.json(await ask(`${base}/cloud/resources/${c.req.param('id')}`)))
app.get('/jobs/:id', async (c) => c.json(await ask(`${base}/data/analysis/jobs/${c.req.param('id')}`)))
app.post('/jobs', async (c) => {
  const body = await c.req.text()
  await new Promise((resolve) => {
    setTimeout(resolve, body.length % 7)
  })
  return c.json(await ask(`${base}/data/analysis/jobs`, { method: 'POST', body }))
})
app.get('/two-pages', async (c) => {
  const first = await ask(`${base}/cloud/resources?limit=50`)
  return c.json([first, await ask(first.body.pagination.next_page)])
})

serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
