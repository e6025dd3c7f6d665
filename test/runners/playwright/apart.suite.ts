import { expect, test } from 'cloudsec-fake/playwright'

for (const n of [1, 2, 3, 4, 5, 6]) {
  test(`test ${n} sees only its own requests`, async ({ sandbox, request }) => {
    const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
    for (let i = 0; i < n; i++) {
      const response = await request.get(`${sandbox.baseUrl}/cloud/resources?limit=${n}`, { headers })
      expect(response.status()).toBe(200)
    }
    await sandbox.requests.verify({ query: { limit: String(n) } }, n)
    expect(await sandbox.requests.list()).toHaveLength(n)
    console.log(`sandbox: ${sandbox.name}`)
  })
}

test('its requests to the plain base URL go to its sandbox', async ({ sandbox, fake, request }) => {
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  expect((await request.get(`${fake.baseUrl}/cloud/resources`, { headers })).status()).toBe(200)
  expect([(await sandbox.requests.list()).length, (await fake.requests.list()).length]).toEqual([1, 0])
})
