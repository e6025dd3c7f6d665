import { createTest } from 'cloudsec-fake/vitest'
import { expect } from 'vitest'

import { statusOf } from './client.ts'

const test = createTest({ strict: true })

test('strict: passes where all was served and fired', async ({ sandbox }) => {
  await sandbox.scenarios.on('outage-then-recovery')
  expect(await statusOf(sandbox, '/cloud/resources')).toBe(503)
})

test('strict: fails after a request that matched nothing', async ({ sandbox }) => {
  expect(await statusOf(sandbox, '/cloud/resource')).toBe(404)
})

test('strict: fails where a scenario never fired', async ({ sandbox }) => {
  await sandbox.scenarios.on('commits-then-fails')
  expect(await statusOf(sandbox, '/cloud/resources')).toBe(200)
})

// In a fake of its own, since its request is in the way of tests that look at the sandbox default.
createTest({ strict: true, clock: 'frozen' })(
  'strict: fails with the requests that lost their sandbox',
  async ({ sandbox }) => {
    const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
    const { origin } = new URL(sandbox.baseUrl)
    expect((await fetch(`${origin}/v1/cloud/resources?page=2&limit=5`, { headers })).status).toBe(503)
  },
)
