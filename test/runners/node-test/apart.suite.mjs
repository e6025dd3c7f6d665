import assert from 'node:assert/strict'
import { describe } from 'node:test'

import { createTest, test } from 'cloudsec-fake/node-test'

const statusOf = async ({ baseUrl, apiKey }, path) =>
  (await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${apiKey}` } })).status

void describe('tests at the same time', { concurrency: true }, () => {
  for (const n of [1, 2, 3, 4]) {
    test('each has its own requests', async ({ sandbox }) => {
      for (let i = 0; i < n; i++) assert.equal(await statusOf(sandbox, '/cloud/resources'), 200)
      assert.equal((await sandbox.requests.list()).length, n)
      console.log(`sandbox: ${sandbox.name}`)
    })
  }
})

test('fails after a request that was refused', async ({ sandbox }) => {
  await sandbox.scenarios.on('outage-then-recovery')
  assert.equal(await statusOf(sandbox, '/cloud/resources?limit=7'), 200)
})

test('runs out of time while it waits', { timeout: 3_000 }, async ({ sandbox, t }) => {
  await sandbox.scenarios.on('no-answer')
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  await fetch(`${sandbox.baseUrl}/data/analysis/jobs?limit=9`, { headers, signal: t.signal })
})

test('runs out of time, then ends', { timeout: 1_000 }, async ({ sandbox, t }) => {
  await sandbox.scenarios.on('no-answer')
  await assert.rejects(fetch(`${sandbox.baseUrl}/cloud/resources?limit=4`, { signal: t.signal }))
})

test('fails at a deadline of fetch', async ({ sandbox }) => {
  await sandbox.scenarios.on('no-answer')
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  await fetch(`${sandbox.baseUrl}/data/analysis/jobs?limit=8`, { headers, signal: AbortSignal.timeout(1_000) })
})

test('fails with an error that is frozen', () => {
  const error = new Error('as cold as ice')
  Object.freeze(error)
  throw error
})

test('fails with a text', async ({ sandbox }) => {
  assert.equal(await statusOf(sandbox, '/cloud/resources?limit=6'), 200)
  AbortSignal.abort('a text').throwIfAborted()
})

test.skip('is left out', () => assert.fail())
test.todo('is not done yet', () => assert.fail())

const testFrozen = createTest({ clock: 'frozen', quota: 1, empty: true })

testFrozen('the fake is made as the file says', async ({ sandbox, fake }) => {
  assert.equal((await sandbox.clock.show()).mode, 'frozen')
  assert.deepEqual((await sandbox.resources.list()).items, [])
  assert.equal(await statusOf(sandbox, '/cloud/resources'), 200)
  assert.equal(await statusOf(sandbox, '/cloud/resources'), 429)
  assert.deepEqual(await fake.requests.list(), [])
})

const testStrict = createTest({ strict: true })

testStrict('strict: fails after a request that matched nothing', async ({ sandbox }) => {
  assert.equal(await statusOf(sandbox, '/cloud/resource'), 404)
})

testStrict('strict: passes where all was served', async ({ sandbox }) => {
  await sandbox.scenarios.on('internal-error')
  assert.equal(await statusOf(sandbox, '/cloud/resources'), 500)
})

const testConduct = createTest({ conduct: 'fail' })

testConduct('conduct: fails after a request for an unknown path', async ({ sandbox }) => {
  assert.equal(await statusOf(sandbox, '/cloud/resource?limit=8'), 404)
})

const conducts = [{ conduct: true }, { conduct: { mode: 'warn', allow: ['gave-in'] } }]
for (const options of [null, 'strict', { strict: 'yes' }, ...conducts]) {
  createTest(options)('refuses such options', () => {})
}
