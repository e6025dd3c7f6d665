import { expect, test } from 'cloudsec-fake/playwright'

test('fails after a request that was refused', async ({ sandbox, request }) => {
  await sandbox.scenarios.on('outage-then-recovery')
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  const response = await request.get(`${sandbox.baseUrl}/cloud/resources?limit=7`, { headers })
  expect(response.status()).toBe(200)
})

test('passes beside it', async ({ sandbox, request }) => {
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  expect((await request.get(`${sandbox.baseUrl}/security/assessments`, { headers })).status()).toBe(200)
})
