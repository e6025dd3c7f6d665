// The pages of a browser, in Chromium: npm run test:browser.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'

import { chromium } from '@playwright/test'
import { startFake } from 'cloudsec-fake'

const fake = await startFake({ clock: 'frozen', assume: { retryAfter: 'present' } })

/** A server of an empty page, on a port of its own. */
const pages = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<p>page'))
await new Promise((resolve) => {
  pages.listen(0, '127.0.0.1', () => resolve(undefined))
})
const address = pages.address()
const port = typeof address === 'object' ? address?.port : undefined

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  // A name that is not one of this machine, for a page elsewhere.
  args: ['--no-sandbox', '--host-resolver-rules=MAP app.example.com 127.0.0.1'],
})
const context = await browser.newContext()
const [near, far] = [await context.newPage(), await context.newPage()]
await near.goto(`http://localhost:${port}`)
await far.goto(`http://app.example.com:${port}`)

/**
 * Sends a request from a page. @returns what a script of the page can read of the answer, or the error that it sees
 * @param {import('@playwright/test').Page} page
 * @param {string} path
 * @param {{ method?: string, headers?: Record<string, string>, body?: string, key?: string, base?: string }} [options]
 */
async function ask(page, path, { method = 'GET', headers = {}, body, key = fake.apiKey, base = fake.baseUrl } = {}) {
  const init = {
    method,
    headers: { Authorization: `Bearer ${key}`, ...headers },
    ...(body === undefined ? {} : { body }),
  }
  return await page.evaluate(
    async ({ url, init }) => {
      try {
        const response = await fetch(url, init)
        const names = ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset', 'retry-after']
        const read = names.map((name) => response.headers.get(name))
        return { status: response.status, code: String((await response.json()).error?.code), read, error: '' }
      } catch (error) {
        return { status: 0, code: '', read: [], error: String(error) }
      }
    },
    { url: base + path, init },
  )
}

const list = '/cloud/resources?limit=1'
/** @param {string} name */
const under = (name) => ({ headers: { 'X-Fake-Scenario': name } })
const unreadable = 'TypeError: Failed to fetch'

// A page of this machine reads a success, every error code, and the four headers.
const served = await ask(near, list)
assert.deepEqual([served.status, served.read], [200, ['5000', '4999', '1782867600', null]])
/** @type {[string, number, Awaited<ReturnType<typeof ask>>][]} */
const errors = [
  ['authentication_error', 401, await ask(near, list, { key: 'csf_no_such_key' })],
  ['authorization_error', 403, await ask(near, list, { key: 'csf_none' })],
  ['invalid_request', 400, await ask(near, '/cloud/resources/not-an-id')],
  ['resource_not_found', 404, await ask(near, '/no/such/path')],
  ['rate_limit_exceeded', 429, await ask(near, list, under('rate-limit-exhausted'))],
  ['internal_error', 500, await ask(near, list, under('internal-error'))],
  ['service_unavailable', 503, await ask(near, list, under('service-unavailable'))],
]
const waits = new Map([
  ['rate_limit_exceeded', '3600'],
  ['service_unavailable', '1'],
])
for (const [code, status, { read, ...answer }] of errors) {
  assert.deepEqual(answer, { code, status, error: '' })
  for (const value of read.slice(0, 3)) assert.match(String(value), /^\d+$/, code)
  assert.equal(read[3], waits.get(code) ?? null)
}

// A page sends JSON, methods of every kind, and the headers of a sandbox.
const json = { 'Content-Type': 'application/json' }
assert.equal(
  (await ask(near, '/data/analysis/jobs', { method: 'POST', headers: json, body: '{' })).code,
  'invalid_request',
)
assert.equal((await ask(near, list, { method: 'DELETE' })).status, 405)
const box = fake.sandbox('box')
await box.assumptions.set({ limitAboveMax: 'clamp' })
assert.equal((await ask(near, '/cloud/resources?limit=500', { headers: { ...box.headers } })).status, 200)
assert.equal((await ask(near, '/cloud/resources?limit=500', { base: box.baseUrl })).status, 200)
assert.equal((await box.requests.list()).length, 2)

// No preflight was counted or recorded.
assert.deepEqual(new Set((await fake.requests.list()).map(({ method }) => method)), new Set(['GET', 'POST', 'DELETE']))
assert.equal((await fake.requests.list()).length, 10)

// A page elsewhere reads nothing, and sends nothing but preflights, unless the assumption says so.
assert.equal((await ask(far, list)).error, unreadable)
assert.equal((await fake.requests.list()).at(-1)?.status, 401)
await fake.assumptions.set({ cors: 'any' })
assert.deepEqual([(await ask(far, list)).status, (await ask(near, list)).status], [200, 200])
await fake.assumptions.set({ cors: 'none' })
assert.deepEqual([(await ask(far, list)).error, (await ask(near, list)).error], [unreadable, unreadable])

// No page reads the control plane, and a proxy's page is not readable.
await fake.assumptions.set({ cors: 'any' })
assert.equal((await ask(near, '', { base: fake.controlUrl })).error, unreadable)
assert.equal((await ask(near, list, under('gateway-error-page'))).error, unreadable)

process.stdout.write(`Chromium ${browser.version()}: all as expected\n`)
await browser.close()
pages.close()
await fake.close()
