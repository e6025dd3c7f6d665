import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { command, done, failed } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { ask, serve } from '../support/remote.ts'

it('the trace of a request is shown, and selects requests', async () => {
  const { fake, on } = await serve()
  await ask(fake, '/cloud/resources')
  const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const headers = { Authorization: `Bearer ${fake.apiKey}`, traceparent: `00-${trace}-${span}-01` }
  await fetch(`${fake.baseUrl}/cloud/resources?limit=1`, { headers })
  expect((await on('requests', 'list', '--trace', trace)).out).toMatch(/^ID .*\n0-2 .*\n$/)
  expect(await on('requests', 'verify', '--trace', trace, '--count', '1')).toEqual(done('verified: 0-2\n'))
  expect((await on('requests', 'show', '0-2')).out).toContain(`\ntraceId      ${trace}\nparentId     ${span}\n`)
  expect((await on('requests', 'show', '0-1')).out).toContain('\ntraceId      -\n')
})

describe('cloudsec-fake requests verify', () => {
  it('ends with 0 where such requests came', async () => {
    const { fake, on } = await serve()
    await ask(fake, '/cloud/resources?limit=1', '/cloud/resources?limit=2', '/cloud/resource')
    const verify = (...flags: readonly string[]) => on('requests', 'verify', ...flags)
    expect(await verify('--operation', 'listResources')).toEqual(done('verified: 0-1, 0-2\n'))
    expect(await verify('--operation', 'createJob', '--count', '0')).toEqual(done('verified: no request\n'))
    expect(await verify('--path', '/cloud/*', '--status', '200', '--count', '2')).toMatchObject({ code: 0 })
    expect(await verify('--unmatched', '--code', 'resource_not_found', '--method', 'get')).toEqual(
      done('verified: 0-3\n'),
    )
    const match = ['--match', '{"query":{"limit":"2"}}', '--key', 'full-access']
    expect(JSON.parse((await verify(...match, '--format', 'json')).out)).toEqual({ requests: ['0-2'] })
    expect((await on('requests', '--unmatched')).out).toMatch(/^ID .*\n0-3 .*\n$/)
  })

  it('ends with 1 and the nearest requests where they did not', async () => {
    const { fake, on } = await serve()
    await ask(fake.sandbox('box'), '/cloud/resources', '/cloud/resource')
    const verify = (...flags: readonly string[]) => on('requests', 'verify', '--sandbox', 'box', ...flags)
    expect(await verify('--operation', 'listJobs')).toEqual(
      failed(
        'expected listJobs at least once, got 0; nearest: ' +
          '0-2 GET /v1/cloud/resource → 404 resource_not_found (nearest: GET /v1/cloud/resources): operation: expected "listJobs", got null | ' +
          '0-1 GET /v1/cloud/resources → 200: operation: expected "listJobs", got "listResources"',
      ),
    )
    expect(await verify('--unmatched', '--count', '0')).toEqual(
      failed(
        'expected a request that matches no operation 0 times, got 1: ' +
          '0-2 GET /v1/cloud/resource → 404 resource_not_found (nearest: GET /v1/cloud/resources)',
      ),
    )
  })
})

describe('cloudsec-fake scenario', () => {
  it('verify ends with 1 where one that was on did not fire', async () => {
    const { fake, on } = await serve()
    expect(await on('scenario', 'verify')).toEqual(done('fired: none\n'))
    await fake.scenarios.on('internal-error')
    expect(await on('scenario', 'verify')).toEqual(
      failed('expected every scenario that was on to fire; internal-error did not (no request reached its rules)'),
    )
    await ask(fake, '/cloud/resources')
    expect(await on('scenario', 'verify')).toEqual(done('fired: internal-error\n'))
    expect(JSON.parse((await on('scenario', 'verify', '--format', 'json')).out)).toEqual({
      scenarios: ['internal-error'],
    })
  })

  const mine = { name: 'mine', rules: [{ then: { delay: '1ms' } }] }

  it('define takes a file, or stdin', async () => {
    const { fake, on, origin } = await serve()
    const doubted = { name: 'doubted', rules: [{ then: { status: 503 } }] }
    const folder = await writeFixtures({ 'mine.json': mine, 'doubted.json': doubted })
    expect((await on('scenario', 'define', join(folder, 'mine.json'))).out).toMatch(/^name +mine\nactive +true\n/)
    expect((await on('scenario', 'define', join(folder, 'doubted.json'))).out).toMatch(
      /^name +doubted\n[^]*\nwarnings +rules\[0\]\.then\.status: 503 is sent with/,
    )
    const words = ['scenario', 'define', '-', '--url', origin, '--format', 'json']
    const { out } = await command(words, undefined, { input: JSON.stringify({ ...mine, name: 'yours' }) })
    expect(JSON.parse(out)).toEqual(await fake.scenarios.show('yours'))
    expect((await fake.summary()).scenarios).toEqual(['mine', 'doubted', 'yours'])
  })

  it.each([
    [
      { ...mine, rules: [{ then: { dely: '1s' } }] },
      /rules\[0\]\.then\.dely: not a known field\. Did you mean delay\?/,
    ],
    [{ ...mine, name: 'slow' }, /name: "slow" is already the name of a scenario of every sandbox/],
    ['{', /not valid JSON/],
  ])('define refuses %j by the file', async (content, message) => {
    const { fake, on } = await serve()
    const file = join(await writeFixtures({ 'mine.json': content }), 'mine.json')
    const { code, out, err } = await on('scenario', 'define', file)
    expect([code, out, err.startsWith(`cloudsec-fake: ${file}: `)]).toEqual([2, '', true])
    expect(err).toMatch(message)
    expect((await fake.summary()).scenarios).toEqual([])
  })
})
