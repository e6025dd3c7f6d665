import { test } from 'cloudsec-fake/vitest'
import { expect } from 'vitest'

import { statusOf } from './client.ts'

test.concurrent('fails after a request that was refused', async ({ box }) => {
  await box.scenarios.on('outage-then-recovery')
  expect(await statusOf(box, '/cloud/resources?limit=7')).toBe(200)
})

test.concurrent('passes beside it', async ({ box }) => {
  expect(await statusOf(box, '/security/assessments?limit=3')).toBe(200)
})

test('fails without a request', ({ box }) => {
  expect(box.name).toBe('another')
})

test('runs out of time while it waits', { timeout: 300 }, async ({ box }) => {
  await box.scenarios.on('no-answer')
  await statusOf(box, '/data/analysis/jobs?limit=9')
})

let tries = 0
test('passes at the second try', { retry: 1 }, async ({ box }) => {
  expect(await box.requests.list()).toEqual([])
  await statusOf(box, '/cloud/resources?limit=11')
  tries += 1
  expect(tries).toBe(2)
})
