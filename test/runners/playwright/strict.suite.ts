import { expect, test } from 'cloudsec-fake/playwright'

test.use({ fakeOptions: { strict: true } })

test('strict: fails where a scenario never fired', async ({ sandbox, request }) => {
  await sandbox.scenarios.on('commits-then-fails')
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  expect((await request.get(`${sandbox.baseUrl}/cloud/resources?limit=3`, { headers })).status()).toBe(200)
})

test('strict: passes where all was served', async ({ sandbox, request }) => {
  expect((await request.get(`${sandbox.baseUrl}/cloud/resources`)).status()).toBe(401)
})
