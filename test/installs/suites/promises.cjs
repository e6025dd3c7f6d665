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
    console.log(`fails: ${sandbox.name}`)
    console.log(`before: ${(await sandbox.requests.list()).length}`)
    await sandbox.scenarios.on('service-unavailable')
    assert.equal(await statusOf(sandbox, '/cloud/resources?limit=7'), 200)
  })

  test('waits as long as it should', async ({ sandbox }) => {
    await sandbox.scenarios.define({ name: 'late', rules: [{ then: { delay: '20ms' } }] })
    console.log(`delays: ${await statusOf(sandbox, '/cloud/resources')}`)
  })

  frozen('has options of its own', async ({ sandbox, fake }) => {
    await sandbox.jobs.create({})
    const { mode } = await sandbox.clock.show()
    console.log(`options: ${mode}`)
    assert.equal(mode, 'frozen')
    assert.deepEqual(await fake.requests.list(), [])
  })
}

/** Declares tests that fail in more ways, for the runners whose helpers run the body. @param late a `test` with a short time */
exports.declareFailures = (test, late) => {
  test('fails at a deadline of fetch', async ({ sandbox: { name, baseUrl, apiKey, scenarios } }) => {
    console.log(`fails: ${name}`)
    await scenarios.on('no-answer')
    const headers = { Authorization: `Bearer ${apiKey}` }
    await fetch(`${baseUrl}/data/analysis/jobs?limit=9`, { headers, signal: AbortSignal.timeout(100) })
  })

  test('fails with a text', async ({ sandbox }) => {
    console.log(`fails: ${sandbox.name}`)
    await statusOf(sandbox, '/cloud/resources')
    AbortSignal.abort('a text').throwIfAborted()
  })

  const end = new AbortController()
  late('fails by its time, then ends', async ({ sandbox }) => {
    console.log(`fails: ${sandbox.name}`)
    await sandbox.scenarios.on('no-answer')
    await assert.rejects(fetch(`${sandbox.baseUrl}/cloud/resources`, { signal: end.signal }))
  })

  test('lets the late test end', async ({ sandbox }) => {
    end.abort()
    assert.equal(await statusOf(sandbox, '/cloud/resources'), 200)
  })
}

/** Declares tests by tables. Each throws unless Jest gives its title the values of its row. */
exports.declareTables = (test) => {
  const titled = (expected) => assert.equal(expect.getState().currentTestName, expected)
  test.each([{ a: 'x' }, { a: 'y' }])('row $a at $#', (_, { a }) => titled(`row ${a} at ${a === 'x' ? 0 : 1}`))
  test.each(['x', 'y'])('row %s, %#', (_, a) => titled(a === 'x' ? 'row x, 0' : 'row y, 1'))
  test.each([['x', 1]])('row %s %i', (_, a, b) => titled(`row ${a} ${b}`))
}
