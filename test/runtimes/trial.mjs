// Asks a fake that another runtime's own server serves, and a second one that is mounted at /fake.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'

const noon = '2026-07-01T12:00:00Z'

/** The parts of a fake that a trial needs. @typedef {import('cloudsec-fake').LocalFake} Fake */

/** The options of the fake that is tried. */
export const options = { clock: noon }

/**
 * @param {Fake} fake
 * @param {string} origin where the fake is served
 * @param {string} mounted where the app is served that mounts it, with the path
 */
export async function tryFake(fake, origin, mounted) {
  const headers = { Authorization: `Bearer ${fake.apiKey}` }
  /** @param {string} path @param {RequestInit} [init] */
  const status = async (path, init) => {
    const response = await fetch(origin + path, { headers, ...init })
    await response.arrayBuffer()
    return response.status
  }
  /** @param {string} name */
  const under = (name) => ({ headers: { ...headers, 'X-Fake-Scenario': name } })

  assert.equal(await status('/v1/cloud/resources?limit=3'), 200)
  assert.equal(await status('/v1/cloud/resources', { headers, method: 'HEAD' }), 200)
  assert.equal(await status('/v1/cloud/%72esources'), 200)
  assert.equal(await status('/v1/nothing'), 404)
  assert.equal(await status('/v1/cloud/resources', { headers, method: 'DELETE' }), 405)
  assert.equal(await status('/openapi.json'), 200)
  assert.equal(await status('/_control'), 200)
  assert.equal(await status('/_control', { headers: { Origin: 'http://evil.example' } }), 403)
  assert.equal(await status('/v1/cloud/resources', under('service-unavailable')), 503)
  assert.equal(await status('/v1/cloud/resources', under('gateway-error-page')), 502)
  await assert.rejects(status('/v1/cloud/resources', under('truncated-body')))
  await assert.rejects(fake.fetch(`${fake.baseUrl}/cloud/resources`, under('connection-reset')), TypeError)

  const receiver = createServer((_request, response) => response.end())
  await new Promise((resolve) => {
    receiver.listen(0, '127.0.0.1', () => resolve(undefined))
  })
  const address = receiver.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const parameters = { start_date: noon, end_date: noon, log_types: ['firewall'] }
  const job = {
    name: 'trial',
    data_source: { type: 'security_logs', parameters },
    analysis_type: 'security_event_correlation',
    output_format: 'json',
    notification: { webhook_url: `http://127.0.0.1:${port}/hook` },
  }
  const json = { ...headers, 'Content-Type': 'application/json' }
  assert.equal(
    await status('/v1/data/analysis/jobs', { method: 'POST', headers: json, body: JSON.stringify(job) }),
    201,
  )
  await fake.clock.advance('1h')
  assert.deepEqual(
    (await fake.outbox.list()).map(({ state }) => state),
    ['delivered'],
  )
  receiver.close()

  await fake.snapshot.load(await fake.snapshot.save())
  const stream = await fetch(`${origin}/_control/requests/stream`)
  const reader = stream.body?.getReader()
  assert.match(new TextDecoder().decode((await reader?.read())?.value), /event: open/)
  await reader?.cancel()

  const page = await fetch(`${mounted}/@one/v1/cloud/resources?limit=3&page=2`, { headers })
  assert.equal((await page.json()).pagination.next_page, '/fake/@one/v1/cloud/resources?page=3&limit=3')
  assert.equal((await fetch(`${mounted}/v1/nothing`, { headers })).status, 404)
}
