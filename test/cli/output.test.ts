import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { version } from '../../src/core/lib/version.ts'
import { connect } from '../../src/index.ts'
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
