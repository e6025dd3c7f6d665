const assert = require('node:assert/strict')

async function statusOf({ baseUrl, apiKey }, path) {
  return (await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${apiKey}` } })).status
}

/** Declares the tests that show what each runner promises. @param frozen a `test` with options of its own */
exports.declare = (test, frozen) => {
  test('passes by itself', async ({ sandbox }) => {
    assert.equal(await statusOf(sandbox, '/cloud/resources?limit=3'), 200)
    console.log(`sandbox: ${sandbox.name}`)
  })

  test('fails after a request', async ({ sandbox }) => {
    console.log(`before: ${(await sandbox.requests.list()).length}`)
    await sandbox.scenarios.on('service-unavailable')
    assert.equal(await statusOf(sandbox, '/cloud/resources?limit=7'), 200)
  })

  frozen('has options of its own', async ({ sandbox, fake }) => {
    await sandbox.jobs.create({})
    const { mode } = await sandbox.clock.show()
    console.log(`options: ${mode}`)
    assert.equal(mode, 'frozen')
    assert.deepEqual(await fake.requests.list(), [])
  })
}
