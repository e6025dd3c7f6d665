import { expect, test } from 'cloudsec-fake/playwright'

test.use({ fakeOptions: { coverage: { min: { success: 10, error: 50 }, file: 'reports/playwright.json' } } })

test('lists resources', async ({ sandbox, request }) => {
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  expect((await request.get(`${sandbox.baseUrl}/cloud/resources`, { headers })).status()).toBe(200)
})
