import { createTest } from 'cloudsec-fake/vitest'
import { expect } from 'vitest'

const coverage = { min: { success: 10, error: 50 }, file: 'reports/vitest.json' }

createTest({ coverage })('lists resources', async ({ sandbox }) => {
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  expect((await fetch(`${sandbox.baseUrl}/cloud/resources`, { headers })).status).toBe(200)
})
