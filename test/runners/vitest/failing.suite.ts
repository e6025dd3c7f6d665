import { test } from 'cloudsec-fake/vitest'
import { expect } from 'vitest'

import { statusOf } from './client.ts'

test.concurrent('fails after a request that was refused', async ({ sandbox }) => {
  await sandbox.scenarios.on('outage-then-recovery')
  expect(await statusOf(sandbox, '/cloud/resources?limit=7')).toBe(200)
})

test.concurrent('passes beside it', async ({ sandbox }) => {
  expect(await statusOf(sandbox, '/security/assessments?limit=3')).toBe(200)
})

test('fails without a request', ({ sandbox }) => {
  expect(sandbox.name).toBe('another')
})

test('runs out of time while it waits', { timeout: 3_000 }, async ({ sandbox }) => {
  await sandbox.scenarios.on('no-answer')
  await statusOf(sandbox, '/data/analysis/jobs?limit=9')
})

let tries = 0
test('passes at the second try', { retry: 1 }, async ({ sandbox }) => {
  expect(await sandbox.requests.list()).toEqual([])
  await statusOf(sandbox, '/cloud/resources?limit=11')
  tries += 1
  expect(tries).toBe(2)
})
