import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { createFake, createLog } from '../../src/index.ts'
import { command } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { ask } from '../support/remote.ts'

const headers = { Authorization: 'Bearer csf_full_access' }
const stopping = 'info: stopping: requests in progress may finish'

/** Starts a fake, sends it one request, and stops it. @returns the lines of its log, with each time as `MS` */
async function linesOf(flags: readonly string[], isTerminal: boolean): Promise<readonly string[]> {
  const args = ['start', '--port', '0', '--print-url', ...flags]
  const asked = ({ baseUrl }: { readonly baseUrl: string }) =>
    ask({ baseUrl, apiKey: 'csf_full_access' }, '/cloud/resources?limit=1')
  const { err } = await command(args, asked, { isTerminal })
  return err
    .replaceAll(/[\d.]+ ms/g, 'MS')
    .trimEnd()
    .split('\n')
}

const line = 'info: GET /v1/cloud/resources → 200 (MS, sandbox default)'

describe('the console', () => {
  it.each([
    ['in a terminal', [], true, [line, stopping]],
    ['elsewhere', [], false, [stopping]],
    ['elsewhere where info is asked for', ['--log-level', 'info'], false, [line, stopping]],
    ['in a terminal where less is asked for', ['--log-level', 'warn'], true, ['']],
  ] as const)('shows each request %s: %j', async (_, flags, isTerminal, lines) => {
    expect(await linesOf(flags, isTerminal)).toEqual(lines)
  })

  it('shows each request where the configuration file asks for info', async () => {
    const folder = await writeFixtures({ 'config.json': { logLevel: 'info' } })
    expect(await linesOf(['--config', join(folder, 'config.json')], false)).toEqual([line, stopping])
  })

  it('shows each request once, with its key and assumptions, at debug', async () => {
    const [first, ...rest] = await linesOf(['--log-level', 'debug'], true)
    expect(first).toMatch(
      /^debug: GET \/v1\/cloud\/resources → 200 \(MS, sandbox default\) key full-access \[.*listOrder.*\]$/,
    )
    expect(rest).toEqual([stopping])
  })

  it('is left to the command of exec', async () => {
    const script = `fetch(process.env.CLOUDSEC_BASE_URL + '/cloud/resources')`
    const args = ['exec', '--', process.execPath, '-e', script]
    expect((await command(args, undefined, { isTerminal: true })).err).toBe('')
    const asked = await command(['exec', '--log-level', 'info', ...args.slice(1)], undefined, { isTerminal: true })
    expect(asked.err).toMatch(
      /^info: GET \/v1\/cloud\/resources → 401 authentication_error \([\d.]+ ms, sandbox default\)\n$/,
    )
  })
})

describe('the line about a request', () => {
  it('has the sandbox, the error, the rules and the fault, and no secret', async () => {
    const lines: string[] = []
    const log = {
      ...createLog('silent', () => {}),
      request: (text: () => string) => void lines.push(text().replaceAll(/[\d.]+ ms/g, 'MS')),
    }
    const fake = await createFake({ log })
    const { baseUrl } = fake.sandbox('checkout')
    const ask = async (path: string, more = {}): Promise<void> => {
      await fake.fetch(baseUrl + path, { headers: { ...headers, ...more } }).catch(() => {})
    }
    await ask('/cloud/resources', { 'X-Fake-Scenario': 'outage-then-recovery' })
    await ask('/cloud/resources', { 'X-Fake-Scenario': 'connection-reset' })
    await ask('/cloud/csf_full_access?token=hush')
    await fake.close()
    expect(lines).toEqual([
      'GET /v1/cloud/resources → 503 service_unavailable (MS, sandbox checkout, outage-then-recovery[0])',
      'GET /v1/cloud/resources → no answer reset (MS, sandbox checkout, connection-reset[0])',
      'GET /v1/cloud/[redacted] → 404 resource_not_found (MS, sandbox checkout)',
    ])
  })
})
