import { test } from 'cloudsec-fake/vitest'
import { expect } from 'vitest'

import { statusOf } from './client.ts'

test.override({ fakeOptions: { strict: true } })

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

test('strict: fails with the requests that lost their sandbox', async ({ sandbox }) => {
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  const { origin } = new URL(sandbox.baseUrl)
  expect((await fetch(`${origin}/v1/cloud/resources?page=2&limit=5`, { headers })).status).toBe(503)
})
