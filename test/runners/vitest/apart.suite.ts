import { test } from 'cloudsec-fake/vitest'
import { describe, expect } from 'vitest'

import { createJob, statusOf } from './client.ts'

describe('tests at the same time', () => {
  for (const n of Array.from({ length: 8 }, (_, i) => i)) {
    test.concurrent('each has its own jobs', async ({ box }) => {
      for (let i = 0; i <= n; i++) await createJob(box)
      const { items } = await box.jobs.list({ limit: 100 })
      expect(items.filter((job) => job['name'] === 'Nightly')).toHaveLength(n + 1)
      expect(await box.requests.list()).toHaveLength(n + 1)
      console.log(`sandbox: ${box.name}`)
    })
  }
})

test('a scenario is on in this test alone', async ({ box }) => {
  await box.scenarios.on('service-unavailable')
  expect(await statusOf(box, '/cloud/resources')).toBe(503)
  console.log(`sandbox: ${box.name}`)
})

test('the next test sees none of it', async ({ box, fake }) => {
  expect(await statusOf(box, '/cloud/resources')).toBe(200)
  expect(await fake.requests.list()).toEqual([])
  console.log(`sandbox: ${box.name}`)
})
