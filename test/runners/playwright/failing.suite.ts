import { expect, test } from 'cloudsec-fake/playwright'

test('fails after a request that was refused', async ({ box, request }) => {
  await box.scenarios.on('outage-then-recovery')
  const headers = { Authorization: `Bearer ${box.apiKey}` }
  const response = await request.get(`${box.baseUrl}/cloud/resources?limit=7`, { headers })
  expect(response.status()).toBe(200)
})

test('passes beside it', async ({ box, request }) => {
  const headers = { Authorization: `Bearer ${box.apiKey}` }
  expect((await request.get(`${box.baseUrl}/security/assessments`, { headers })).status()).toBe(200)
})
