// An app under test with OpenTelemetry, one base URL and one API key: npm run test:baggage.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startFake } from 'cloudsec-fake'

const [tests, rounds] = [200, 10]
/** The requests of a round. */
const requestsOfRound = 5

const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-'))
const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const packages = {
  hono: dependencies.hono,
  '@hono/node-server': dependencies['@hono/node-server'],
  '@opentelemetry/instrumentation-http': '0.223.0',
  '@opentelemetry/instrumentation-undici': '0.33.0',
  '@opentelemetry/sdk-node': '0.223.0',
}
for (const file of ['app.mjs', 'tracing.mjs']) copyFileSync(new URL(file, import.meta.url), join(folder, file))
writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: packages }))
execFileSync('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder, stdio: 'inherit' })

/** The jobs of which a webhook arrived, by the path that it was sent to. @type {Map<string, string[]>} */
const arrived = new Map()
const receiver = createServer((request, response) => {
  let text = ''
  request.on('data', (part) => (text += part))
  request.on('end', () => {
    arrived.set(request.url ?? '', [...(arrived.get(request.url ?? '') ?? []), JSON.parse(text).data.name])
    response.end()
  })
})
receiver.listen(0, '127.0.0.1')
await once(receiver, 'listening')
const address = receiver.address()
const hooks = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

const fake = await startFake({ clock: '2026-07-01T00:00:00Z', journalBytes: 1_000_000_000 })
const app = spawn(process.execPath, ['--import', './tracing.mjs', 'app.mjs'], {
  cwd: folder,
  env: {
    PATH: process.env['PATH'],
    OTEL_TRACES_EXPORTER: process.env['OTEL_TRACES_EXPORTER'] ?? 'none',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    CLOUDSEC_BASE_URL: fake.baseUrl,
    CLOUDSEC_API_KEY: fake.apiKey,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = once(app, 'exit').then(([code]) => {
  throw new Error(`the app ended with ${code} before it listened`)
})
const appUrl = String((await Promise.race([once(app.stdout, 'data'), ended]))[0]).trim()
ended.catch(() => {})

/** One test: it arranges its sandbox, and from then on knows only the address of the app. @param {number} n */
async function test(n) {
  const sandbox = fake.sandbox(`test-${n}`)
  const name = `only-${n}`
  const id = (await sandbox.resources.create({ name })).id
  await sandbox.clock.advance(`${n}h`)
  await sandbox.quota.set('full-access', { limit: 1000 + n })
  const date = new Date(Date.UTC(2026, 6, 1, n)).toUTCString()

  /** @param {string} path @param {RequestInit} [init] */
  const ask = async (path, init) => {
    const response = await fetch(appUrl + path, { ...init, headers: { ...sandbox.headers } })
    const all = [await response.json()].flat()
    for (const answer of all) assert.deepEqual([answer.date, answer.limit], [date, String(1000 + n)])
    return all
  }
  for (let round = 0; round < rounds; round += 1) {
    const [resource] = await ask(`/resources/${id}`)
    assert.deepEqual([resource.status, resource.body.data.name], [200, name])
    const job = { ...jobBody, name: `job-${n}-${round}`, notification: { webhook_url: `${hooks}/${n}` } }
    const [made] = await ask('/jobs', { method: 'POST', body: JSON.stringify(job) })
    assert.equal(made.status, 201)
    const [read] = await ask(`/jobs/${made.body.data.id}`)
    assert.deepEqual([read.status, read.body.data.name], [200, job.name])
    const pages = await ask('/two-pages')
    const names = pages.flatMap(({ body }) => body.data.map((/** @type {{ name: string }} */ item) => item.name))
    assert.deepEqual([names.length, names.filter((other) => other.startsWith('only-'))], [61, [name]])
  }
}

const jobBody = {
  data_source: {
    type: 'security_logs',
    parameters: { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-30T00:00:00Z', log_types: ['firewall'] },
  },
  analysis_type: 'security_event_correlation',
  output_format: 'json',
}

try {
  const numbers = Array.from({ length: tests }, (_, n) => n)
  await Promise.all(numbers.map(test))
  const sent = rounds * requestsOfRound
  for (const n of numbers) {
    const sandbox = fake.sandbox(`test-${n}`)
    assert.equal((await sandbox.requests.list({ limit: 1000 })).length, sent)
    const quota = (await sandbox.quota.list()).find(({ id }) => id === 'full-access')
    assert.equal(quota?.remaining, 1000 + n - sent)
    await sandbox.clock.advance('1m')
    const jobs = Array.from({ length: rounds }, (_, round) => `job-${n}-${round}`)
    assert.deepEqual(arrived.get(`/${n}`)?.toSorted(), jobs.toSorted())
  }
  assert.equal((await fake.requests.list()).length, 0)
  assert.equal((await fake.sandboxes.list()).length, tests + 1)
  process.stdout.write(`${tests} tests of ${sent} requests, ${tests * rounds} webhooks: all in their own sandboxes\n`)
} finally {
  app.kill()
  receiver.close()
  await fake.close()
  rmSync(folder, { recursive: true })
}
