import { createTest, test } from 'cloudsec-fake/vitest'
import { expect } from 'vitest'

import { createJob, statusOf } from './client.ts'

test.override({ fakeOptions: { clock: 'frozen', quota: 2, assume: { limitAboveMax: 'clamp' } } })

test('the fake of a file is made as the file says', async ({ sandbox, fake }) => {
  expect((await sandbox.clock.show()).mode).toBe('frozen')
  expect(await statusOf(sandbox, '/cloud/resources?limit=1000')).toBe(200)
  expect(await statusOf(fake, '/cloud/resources')).toBe(200)
  expect(await statusOf(sandbox, '/cloud/resources')).toBe(200)
  expect(await statusOf(sandbox, '/cloud/resources')).toBe(429)
})

test('the same requests give the same ids in every run', async ({ sandbox }) => {
  console.log(`job: ${String(await createJob(sandbox))}`)
})

createTest({ quota: 1, empty: true })('a test may have a fake of its own', async ({ sandbox, fake }) => {
  expect((await sandbox.clock.show()).mode).toBe('real')
  expect((await sandbox.resources.list()).items).toEqual([])
  expect(await statusOf(sandbox, '/cloud/resources')).toBe(200)
  expect(await statusOf(sandbox, '/cloud/resources')).toBe(429)
  expect(await fake.requests.list()).toEqual([])
})
