import assert from 'node:assert/strict'

import { createTest } from 'cloudsec-fake/node-test'

const test = createTest({ coverage: { min: { success: 10, error: 50 }, file: 'reports/node.json' } })

test('lists resources', async ({ sandbox }) => {
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  assert.equal((await fetch(`${sandbox.baseUrl}/cloud/resources`, { headers })).status, 200)
})

for (const coverage of ['yes', { min: 101 }, { min: { erors: 5 } }]) {
  createTest({ coverage })('refuses such options', () => {})
}
