import { test } from 'cloudsec-fake/vitest'
import { describe, expect } from 'vitest'

import { createJob, statusOf } from './client.ts'

describe('tests at the same time', () => {
  for (const n of Array.from({ length: 8 }, (_, i) => i)) {
    test.concurrent('each has its own jobs', async ({ sandbox }) => {
      for (let i = 0; i <= n; i++) await createJob(sandbox)
      const { items } = await sandbox.jobs.list({ limit: 100 })
      expect(items.filter((job) => job['name'] === 'Nightly')).toHaveLength(n + 1)
      expect(await sandbox.requests.list()).toHaveLength(n + 1)
      console.log(`sandbox: ${sandbox.name}`)
    })
  }
})

test('a scenario is on only in this test', async ({ sandbox }) => {
  await sandbox.scenarios.on('service-unavailable')
  expect(await statusOf(sandbox, '/cloud/resources')).toBe(503)
  console.log(`sandbox: ${sandbox.name}`)
})

test('the next test sees none of it', async ({ sandbox, fake }) => {
  expect(await statusOf(sandbox, '/cloud/resources')).toBe(200)
  expect(await fake.requests.list()).toEqual([])
  console.log(`sandbox: ${sandbox.name}`)
})
