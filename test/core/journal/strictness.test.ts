import { expect, it } from 'vitest'

import { describeWays, readProblem, verificationError } from '../../support/control.ts'

const list = '/cloud/resources'

describeWays('no unmatched request', (open) => {
  it('is verified, and a failure lists those that there were', async () => {
    const { fake, api } = await open()
    await api('GET', list)
    expect(await fake.requests.verify({ unmatched: true }, 0)).toEqual([])
    await api('GET', '/cloud/resource?api_key=hush')
    await api('PUT', list)
    const { message, actual } = await verificationError(fake.requests.verify({ unmatched: true }, 0))
    expect(message).toBe(
      'expected a request that matches no operation 0 times, got 2: ' +
        '0-2 GET /v1/cloud/resource?api_key=[redacted] → 404 resource_not_found (nearest: GET /v1/cloud/resources), ' +
        '0-3 PUT /v1/cloud/resources → 405 invalid_request (nearest: GET /v1/cloud/resources)',
    )
    expect(actual).toEqual({ count: 2, requests: ['0-2', '0-3'] })
    expect((await fake.requests.list({ unmatched: true })).map(({ id }) => id)).toEqual(['0-2', '0-3'])
    expect(await fake.requests.verify({ unmatched: false }, 1)).toEqual(['0-1'])
  })

  it('shows no more than ten', async () => {
    const { fake, api } = await open()
    for (let i = 0; i < 12; i += 1) await api('GET', '/nothing')
    const { message } = await verificationError(fake.requests.verify({ unmatched: true }, { max: 1 }))
    expect(message).toMatch(
      /^expected a request that matches no operation at most once, got 12: 0-1 GET .*, 0-10 GET \S+ → 404 resource_not_found \(and 2 more\)$/,
    )
  })

  it('is a filter that takes true and false', async () => {
    const { control } = await open()
    expect(readProblem(await control('GET', '/requests?unmatched=yes'), 400)).toBe(
      'unmatched: expected true or false, got "yes"',
    )
  })
})

describeWays('a verification', (open) => {
  it.each([
    [{ key: 'csf_full_access' }, 400, 'match.key: expected the id of a key, such as full-access, got its secret'],
    [{ scenario: 'flakey' }, 404, 'scenario: no scenario is named "flakey". Did you mean flaky?'],
  ])('refuses %j, which no request can have', async (match, status, message) => {
    const { control } = await open()
    expect(readProblem(await control('POST', '/requests/verify', { match, count: 0 }), status)).toBe(message)
    const sequence = { sequence: [match] }
    expect(readProblem(await control('POST', '/requests/verify', sequence), status)).toBe(message)
  })
})

describeWays('every scenario fired', (open) => {
  it('where each that was on had a hit, by whatever request', async () => {
    const { fake, api } = await open()
    expect(await fake.scenarios.verifyFired()).toEqual([])
    await fake.scenarios.on('internal-error', 'jobs-slow')
    await api('GET', list)
    await fake.scenarios.off('internal-error')
    await api('GET', list, { headers: { 'X-Fake-Scenario': 'service-unavailable' } })
    // A scenario without rules has nothing that fires.
    expect(await fake.scenarios.verifyFired()).toEqual(['internal-error', 'service-unavailable'])
    await fake.scenarios.on('internal-error')
    expect((await verificationError(fake.scenarios.verifyFired())).actual).toEqual({
      fired: ['service-unavailable'],
      unfired: ['internal-error'],
    })
    await fake.reset()
    expect(await fake.scenarios.verifyFired()).toEqual([])
  })

  it('else a failure says which did not, and why', async () => {
    const { fake, api } = await open()
    await fake.scenarios.define({
      name: 'third',
      rules: [{ when: { operation: 'listResources' }, count: { after: 2 }, then: { error: 'internal_error' } }],
    })
    await fake.scenarios.define({
      name: 'create',
      rules: [{ when: { operation: 'createAssessment' }, then: { error: 'internal_error' } }],
    })
    await api('GET', list)
    const failed = await verificationError(fake.scenarios.verifyFired())
    expect(failed.message).toBe(
      'expected every scenario that was on to fire; third did not (requests matched its rules, which were not due), ' +
        'create did not (no request reached its rules)',
    )
    expect([failed.expected, failed.actual]).toEqual([
      { fired: ['third', 'create'] },
      { fired: [], unfired: ['third', 'create'] },
    ])
  })
})
