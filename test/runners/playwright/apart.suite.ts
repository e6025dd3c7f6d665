import { expect, test } from 'cloudsec-fake/playwright'

for (const n of [1, 2, 3, 4, 5, 6]) {
  test(`test ${n} sees its own requests alone`, async ({ box, request }) => {
    const headers = { Authorization: `Bearer ${box.apiKey}` }
    for (let i = 0; i < n; i++) {
      const response = await request.get(`${box.baseUrl}/cloud/resources?limit=${n}`, { headers })
      expect(response.status()).toBe(200)
    }
    await box.requests.verify({ query: { limit: String(n) } }, n)
    expect(await box.requests.list()).toHaveLength(n)
    console.log(`sandbox: ${box.name}`)
  })
}
