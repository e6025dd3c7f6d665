import { expect, test } from 'cloudsec-fake/playwright'

test('the fake is made as the project says', async ({ sandbox, fake }) => {
  expect((await sandbox.clock.show()).mode).toBe('frozen')
  expect((await sandbox.resources.list()).items).toEqual([])
  expect(await fake.requests.list()).toEqual([])
})
