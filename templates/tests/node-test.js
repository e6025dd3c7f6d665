import assert from 'node:assert/strict'

import { createTest } from 'cloudsec-fake/node-test'

const test = createTest({ scenarios: 'cloudsec-fake/scenarios' })

test('a list that fails is asked for again', async ({ sandbox }) => {
  await sandbox.scenarios.on('first-list-fails')
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  // Replace this function by the client under test.
  const list = () => fetch(`${sandbox.baseUrl}/cloud/resources`, { headers })
  const statuses = [(await list()).status, (await list()).status]
  assert.deepEqual(statuses, [503, 200])
})
