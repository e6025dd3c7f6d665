import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { version } from '../../src/core/lib/version.ts'
import { connect, createFake, createLog } from '../../src/index.ts'
import { command, withEnv } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { serveListener } from '../support/other-server.ts'
import { ask } from '../support/remote.ts'

const stopping = 'stopping: requests in progress may finish'

/** Writes a configuration file. @returns its path */
const configFile = async (content: object): Promise<string> =>
  join(await writeFixtures({ 'config.json': content }), 'config.json')

/** The objects of a text that has one in each line. */
const objectsIn = (text: string): readonly unknown[] => text.split(/(?<=\n)/).map((line): unknown => JSON.parse(line))

describe('a control token that was given', () => {
  const token = 'a#b&c=d+e%2f?/"<>'
  const levels = ['silent', 'info', 'debug']
  const forms = ['pretty', 'json']
  const cases = levels.flatMap((level) => forms.map((form) => ['--log-level', level, '--log-format', form]))

  it.each(cases)('is asked for and never printed with %s %s %s %s', async (...flags) => {
    const file = await configFile({ controlToken: token })
    const start = ['start', '--port', '0', ...flags]
    const use = async ({ out }: { readonly out: string }): Promise<void> => {
      const [, url = ''] = /(http:[^\s"]+\/_control)/.exec(out) ?? []
      await ask({ baseUrl: url.replace('_control', 'v1'), apiKey: token }, '/cloud/resources')
      expect((await (await connect(url, { token })).summary()).name).toBe('default')
      await expect(connect(url)).rejects.toThrow('expected Bearer and the control token')
    }
    const look = `${token}-look`
    const runs = [
      await command([...start, '--control-token', token, '--control-read-token', look], use),
      await command(['exec', ...flags, '--control-read-token', look, '--', 'true']),
      await command([...start, '--config', file], use),
      await command([...start, '--tls', '--control-token', token], use),
      await withEnv({ CLOUDSEC_FAKE_CONTROL_TOKEN: token }, async () => await command(start, use)),
      await command([...start, '--print-url', '--control-token', token]),
      await command(['exec', ...flags, '--control-token', token, '--', 'true']),
    ]
    for (const { code, out, err } of runs) {
      expect(code).toBe(0)
      for (const form of [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]) {
        expect(out + err).not.toContain(form)
      }
    }
  })

  it('is told of in one line of the banner', async () => {
    const { out } = await command(['--port', '0', '--control-token', token])
    expect(out).toMatch(/^ {2}Token {6}the given token; the dashboard asks for it$/m)
    expect(out).toMatch(/^ {2}Dashboard {2}http:\/\/127\.0\.0\.1:\d+\/$/m)
  })
})

describe('a control token that the fake draws', () => {
  const flags = ['--port', '0', '--host', '0.0.0.0']

  it('is printed at every log level', async () => {
    const { out } = await command([...flags, '--log-level', 'silent'])
    const [, token = ''] = /^ {2}Token {6}(\S{20,})$/m.exec(out) ?? []
    expect(token).not.toBe('')
    expect(out).toMatch(new RegExp(String.raw`^ {2}Dashboard {2}http://127\.0\.0\.1:\d+/#token=${token}$`, 'm'))
    const quiet = await command([...flags, '--print-url', '--log-level', 'silent'])
    expect(quiet.out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\n$/)
    expect(quiet.err).toMatch(/^control token: \S{20,}\n$/)
  })

  it('is in the line of JSON that says ready', async () => {
    const { out, err } = await command([...flags, '--log-format', 'json', '--log-level', 'silent'])
    const [, token = ''] = /"token":"([\w-]{32})"/.exec(out) ?? []
    expect(err).toBe('')
    expect(objectsIn(out)).toEqual([
      expect.objectContaining({ token, dashboard: expect.stringMatching(new RegExp(`/#token=${token}$`)) }),
    ])
    const quiet = await command([...flags, '--log-format', 'json', '--print-url', '--log-level', 'silent'])
    expect(objectsIn(quiet.err)).toEqual([
      { level: 'info', message: 'control token', token: expect.stringMatching(/^[\w-]{32}$/) },
    ])
  })
})

describe('the output of a start', () => {
  it('is one object of JSON a line with --log-format json, from the start to the end', async () => {
    const flags = ['--port', '0', '--log-format', 'json', '--log-level', 'debug']
    const { code, out, err } = await command(flags, ({ baseUrl }) =>
      ask({ baseUrl, apiKey: 'csf_full_access' }, '/cloud/resources'),
    )
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(out)?.[0] ?? ''
    expect(code).toBe(0)
    expect(objectsIn(out)).toEqual([
      {
        level: 'info',
        message: 'ready',
        version,
        baseUrl: `${origin}/v1`,
        controlUrl: `${origin}/_control`,
        dashboard: `${origin}/`,
        apiKey: 'csf_full_access',
      },
    ])
    expect(objectsIn(err)).toEqual([
      {
        level: 'debug',
        message: expect.stringMatching(
          /^GET \/v1\/cloud\/resources → 200 \([\d.]+ ms, sandbox default\) key full-access \[.*listOrder.*\]$/,
        ),
      },
      { level: 'info', message: stopping },
    ])
    expect((await command(['--log-format', 'xml'])).code).toBe(2)
  })

  it('is JSON where it fails, too', async () => {
    const port = Number(new URL(await serveListener(() => {})).port)
    const config = await configFile({ logFormat: 'json', port })
    const variables = { CLOUDSEC_FAKE_LOG_FORMAT: 'json' }
    const byVariable = async (name: string, text: string) =>
      await withEnv({ ...variables, [name]: text }, async () => await command(['start']))
    const runs = [
      { ...(await command(['--config', config])), says: `cannot listen on 127.0.0.1 port ${port}: another program` },
      { ...(await command(['--log-format', 'json', '--fixtures', '/no/such'])), says: '/no/such' },
      { ...(await command(['--log-format', 'json', '--prot', '0'])), says: "unknown option '--prot'" },
      { ...(await byVariable('CLOUDSEC_FAKE_SEED', 'x')), says: 'CLOUDSEC_FAKE_SEED: expected a whole number' },
      { ...(await byVariable('CLOUDSEC_FAKE_LOG_LEVEL', 'loud')), says: "value 'loud' from env" },
      {
        ...(await command(['exec', '--log-format', 'json', '--', 'no-such-command'])),
        says: 'exec: no-such-command: no such command',
      },
    ]
    for (const { code, out, err, says } of runs) {
      expect([code > 0, out]).toEqual([true, ''])
      expect(objectsIn(err)).toEqual([{ level: 'error', message: expect.stringContaining(says) }])
    }
  })
})

const headers = { Authorization: 'Bearer csf_full_access' }

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
    ['in a terminal', [], true, [line, `info: ${stopping}`]],
    ['elsewhere', [], false, [`info: ${stopping}`]],
    ['elsewhere where info is asked for', ['--log-level', 'info'], false, [line, `info: ${stopping}`]],
    ['in a terminal where less is asked for', ['--log-level', 'warn'], true, ['']],
  ] as const)('shows each request %s: %j', async (_, flags, isTerminal, lines) => {
    expect(await linesOf(flags, isTerminal)).toEqual(lines)
  })

  it('shows each request where the configuration file asks for info', async () => {
    expect(await linesOf(['--config', await configFile({ logLevel: 'info' })], false)).toEqual([
      line,
      `info: ${stopping}`,
    ])
  })

  it('shows each request once, with its key and assumptions, at debug', async () => {
    const [first, ...rest] = await linesOf(['--log-level', 'debug'], true)
    expect(first).toMatch(
      /^debug: GET \/v1\/cloud\/resources → 200 \(MS, sandbox default\) key full-access \[.*listOrder.*\]$/,
    )
    expect(rest).toEqual([`info: ${stopping}`])
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
