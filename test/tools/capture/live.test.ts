import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { operations } from '../../../src/core/app/areas.ts'
import type { Effect } from '../../../src/core/scenarios/rule-schema.ts'
import { createFake, type FakeOptions } from '../../../src/index.ts'
import { toSentRequest } from '../../../src/tools/resolve/recorded-exchange.ts'
import { createSender } from '../../../src/tools/resolve/send.ts'
import { builtPackage } from '../../support/built.ts'
import { capture, newFolder, readJson } from '../../support/capturing.ts'
import { cli, usage } from '../../support/command.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { serve, serveBefore } from '../../support/resolving.ts'

const list = toSentRequest(operations, { operation: 'listResources' })

/** A fake in process, asked by a patient sender whose pauses pass on the clock of the fake. */
async function patience(options: FakeOptions = {}) {
  const fake = await createFake({ clock: '2026-07-01T00:00:00Z', ...options })
  const said: string[] = []
  const left: number[] = []
  const sender = createSender({
    fetch: (url, init) => fake.fetch(url, init),
    baseUrl: 'http://localhost/v1',
    keys: { main: fake.apiKey },
    wait: async (ms) => void (await fake.clock.advance(`${ms}ms`)),
    onPause: (reason, ms) => said.push(`${reason}: ${Math.round(ms / 1000)} s`),
  })
  const send = async (request: typeof list) => {
    const seen = await sender(request)
    left.push(seen.remaining ?? Number.NaN)
    return seen
  }
  return { fake, send, said, left }
}

describe('gently', () => {
  it('sends nothing but GET, one request at a time', async () => {
    const { baseUrl, requests, mostOpen } = await serveBefore(await serve())
    expect((await capture(baseUrl)).code).toBe(0)
    expect([...new Set(requests.map(({ method }) => method))]).toEqual(['GET'])
    expect(mostOpen()).toBe(1)
    expect(requests.length).toBeGreaterThan(100)
  })

  it('reads lists alone with one request for 100 records', async () => {
    const service = await serve({ resources: 450, assume: { pendingListed: 'score_null' } })
    const { baseUrl, requests } = await serveBefore(service)
    const { code, out, output } = await capture(baseUrl, '--lists-only')
    expect([code, out]).toEqual([0, expect.stringContaining('450 resources, 0 of them complete\n')])
    // A record that was not read shows nothing.
    const choices = await readJson(output, 'assumptions.json')
    expect(choices).toMatchObject({ pendingListed: 'score_null' })
    expect(choices).not.toHaveProperty('pendingRead')
    const pages = requests.filter(({ path }) => path.startsWith('/v1/cloud/resources?limit=100&page='))
    expect(pages.map(({ path }) => path.split('=').at(-1))).toEqual(['1', '2', '3', '4', '5'])
  })

  it('never lets the quota fall below 5 %, and goes on in the next window', async () => {
    const { send, left, said } = await patience({ quota: 300 })
    for (let sent = 0; sent < 900; sent += 1) expect((await send(list)).isServed).toBe(true)
    expect(Math.min(...left)).toBe(15)
    expect(left.length).toBe(900)
    expect(said).toEqual(Array.from({ length: 3 }, () => 'the quota is nearly used up: 3601 s'))
  })

  it.each<[string, Effect, RegExp]>([
    ['rate_limit_exceeded', { error: 'rate_limit_exceeded' }, /^429 rate_limit_exceeded: 3601 s$/],
    ['an outage', { error: 'service_unavailable' }, /^503 service_unavailable: 1 s$/],
    ['a gateway', { fault: 'gateway_html' }, /^502: 1 s$/],
    ['no answer', { fault: 'reset' }, /^no answer: ECONNRESET: 1 s$/],
  ])('waits and tries again after %s', async (_, then, pause) => {
    const { fake, send, said } = await patience()
    await fake.scenarios.define({ name: 'trouble', rules: [{ when: {}, count: { first: 2 }, then }] })
    expect((await send(list)).isServed).toBe(true)
    expect(said.length).toBe(2)
    expect(said[0]).toMatch(pause)
  })

  it.each<[string, readonly string[]]>([
    ['0', ['1 s', '2 s', '4 s']],
    ['-1', ['1 s', '2 s', '4 s']],
    ['', ['1 s', '2 s', '4 s']],
    ['0.001', ['1 s', '2 s', '4 s']],
    ['3', ['3 s', '3 s', '4 s']],
  ])('waits longer each time, whatever Retry-After asks for: %j', async (asked, pauses) => {
    const { fake, send, said } = await patience()
    const then: Effect = { error: 'rate_limit_exceeded', headers: { 'Retry-After': asked } }
    await fake.scenarios.define({ name: 'trouble', rules: [{ when: {}, count: { first: 3 }, then }] })
    expect((await send(list)).isServed).toBe(true)
    expect(said).toEqual(pauses.map((pause) => `429 rate_limit_exceeded: ${pause}`))
  })

  it.each<[string, Effect]>([
    ['429 rate_limit_exceeded', { error: 'rate_limit_exceeded', headers: { 'Retry-After': '1e99' } }],
    [
      'the quota is nearly used up',
      { headers: { 'X-Rate-Limit-Remaining': '1', 'X-Rate-Limit-Reset': '99999999999999' } },
    ],
  ])('waits for no window of another year: %s', async (reason, then) => {
    const { fake, send, said } = await patience()
    await fake.scenarios.define({ name: 'trouble', rules: [{ when: {}, phase: 'after', then }] })
    const all = async () => [await send(list), await send(list)]
    await expect(all()).rejects.toThrow(`the service does not recover: ${reason}`)
    expect(said).toEqual([])
  })

  it('gives up after an outage of ten minutes, and takes an error that stays for an answer', async () => {
    const { fake, send } = await patience()
    await fake.scenarios.on('service-unavailable')
    await expect(send(list)).rejects.toThrow('the service does not recover: 503 service_unavailable')
    await fake.scenarios.off()
    await fake.scenarios.on('internal-error')
    expect((await send(list)).code).toBe('internal_error')
  })
})

describe('refuses, and writes nothing', () => {
  it('a service with a wrong key', async () => {
    const output = await newFolder()
    const { baseUrl } = await serve()
    const { code, out, err } = await cli('capture', '--base-url', baseUrl, '--api-key', 'wrong', '-o', output)
    expect([code, out, err]).toEqual([1, '', `cloudsec-fake: ${baseUrl} rejects the API key (authentication_error)\n`])
    expect(readdirSync(dirname(output))).toEqual([])
  })

  it.each([
    ['no HAR', { log: {} }, 2, 'log.entries: required, but missing'],
    ['a HAR of another service', { log: { entries: [] } }, 1, 'has no documented answer'],
  ])('%s', async (_, content, code, message) => {
    const output = await newFolder()
    const folder = await writeFixtures({ 'a.har': content })
    const result = await cli('capture', '--har', join(folder, 'a.har'), '-o', output)
    expect(result).toEqual({ code, out: '', err: expect.stringContaining(message) })
    expect(readdirSync(dirname(output))).toEqual([])
  })

  it('a folder with something in it, unless --force replaces it', async () => {
    const { baseUrl } = await serve({ resources: 10 })
    const output = await newFolder()
    mkdirSync(output)
    writeFileSync(join(output, 'mine.txt'), 'mine')
    const flags = ['--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', '-o', output]
    expect(await cli('capture', ...flags)).toEqual(usage(`--output: "${output}" is not empty; --force replaces it`))
    expect(readdirSync(output)).toEqual(['mine.txt'])
    expect((await cli('capture', ...flags, '--force')).code).toBe(0)
    expect(readdirSync(output)).not.toContain('mine.txt')
    expect(readdirSync(dirname(output))).toEqual(['captured'])
  })

  it('wrong flags', async () => {
    expect((await cli('capture', '-o', 'x')).err).toContain('--api-key (CLOUDSEC_API_KEY): required')
    expect((await cli('capture')).err).toContain("required option '-o, --output <dir>' not specified")
  })
})

it('leaves nothing half-written after SIGINT, while it writes', async () => {
  const { main } = await builtPackage()
  const { baseUrl } = await serve({ resources: 1500 })
  const output = await newFolder()
  const flags = ['--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', '--lists-only', '-o', output]
  const child = spawn(process.execPath, [main, 'capture', ...flags], { stdio: 'ignore' })
  const files = (): readonly string[] => readdirSync(dirname(output))
  while (!files().some((file) => file.startsWith('.captured-'))) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect([code, files()]).toEqual([130, []])
})
