const { createTest } = require('cloudsec-fake/jest')

const test = createTest({ scenarios: 'cloudsec-fake/scenarios' })

test('a list that fails is asked for again', async ({ sandbox }) => {
  await sandbox.scenarios.on('first-list-fails')
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  // Replace this function by the client under test.
  const list = () => fetch(`${sandbox.baseUrl}/cloud/resources`, { headers })
  const statuses = [(await list()).status, (await list()).status]
  expect(statuses).toEqual([503, 200])
})
