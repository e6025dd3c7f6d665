import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { cli, command, usage, withEnv } from '../support/command.ts'
import { startHttp } from '../support/destination.ts'
import { writeFixtures } from '../support/fixtures.ts'

const key = 'key-of-the-service-9f3a'
const own = { headers: { Authorization: 'Bearer csf_full_access' } }
const start = ['start', '--port', '0']

/** A service that answers with its own name. */
async function openService() {
  const service = await startHttp((_, outgoing) => outgoing.writeHead(200, { 'X-Rate-Limit-Limit': '77' }).end('{}'))
  return { url: `http://127.0.0.1:${service.port}/v1`, arrived: service.arrived }
}

describe('--upstream', () => {
  it.each([
    { flags: [], way: 'GET only' },
    { flags: ['--allow-writes'], way: 'creates too' },
  ])('is said in one line, and serves: $way', async ({ flags, way }) => {
    const { url, arrived } = await openService()
    const folder = await mkdtemp(join(tmpdir(), 'cloudsec-state-'))
    const env = { CLOUDSEC_FAKE_UPSTREAM_KEY: key, XDG_STATE_HOME: folder }
    await withEnv(env, async () => {
      const args = [...start, '--upstream', url, '--log-level', 'debug', ...flags]
      const { code, out, err } = await command(args, async ({ baseUrl }) => {
        const response = await fetch(`${baseUrl}/cloud/resources`, own)
        expect([response.headers.get('x-rate-limit-limit'), await response.text()]).toEqual(['77', '{}'])
        const runs = readdirSync(join(folder, 'cloudsec-fake', 'runs'))
        const status = await cli('status', '--format', 'json')
        const files = runs.map((file) => readFileSync(join(folder, 'cloudsec-fake', 'runs', file), 'utf8'))
        expect([runs.length, status.code]).toEqual([1, 0])
        expect(JSON.stringify([files, status])).not.toContain(key)
      })
      expect(code).toBe(0)
      expect(out).toMatch(new RegExp(`^ +Requests +go to ${url} \\(${way}\\); scenarios and rules still apply$`, 'm'))
      expect(err).toContain('GET /v1/cloud/resources → 200')
      expect(out + err).not.toContain(key)
    })
    expect(arrived.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${key}`])
  })

  it('is off by default, and a fact of the start in JSON', async () => {
    expect((await command(start, async () => {})).out).not.toContain('Requests')
    const flags = ['--upstream', 'https://a.test/v1', '--upstream-key', key, '--log-format', 'json']
    const { out } = await command([...start, ...flags], async () => {})
    expect(JSON.parse(out)).toMatchObject({ message: 'ready', upstream: 'https://a.test/v1' })
    expect(out).not.toContain(key)
  })

  it('does not go with a sweep, which varies the answers of the fake', async () => {
    const config = join(
      await writeFixtures({ 'c.json': { upstream: 'https://a.test/v1', upstreamKey: key } }),
      'c.json',
    )
    const swept = await cli('sweep', '--config', config, '--', process.execPath, '-e', '0')
    expect(swept).toEqual(usage('upstream: cannot be used in a sweep, which varies the answers of the fake'))
    const flags = ['--upstream', 'https://a.test/v1', '--upstream-key', key]
    expect((await cli('sweep', ...flags, '--', process.execPath, '-e', '0')).code).toBe(2)
  })

  it('goes with exec, whose command does not get the key of the service', async () => {
    const { url, arrived } = await openService()
    const script = `
      const { CLOUDSEC_BASE_URL: base, CLOUDSEC_API_KEY: key } = process.env
      const { status } = await fetch(base + '/cloud/resources', { headers: { Authorization: 'Bearer ' + key } })
      const isClean = !JSON.stringify(process.env).includes('${key.slice(0, -1)}' + '${key.slice(-1)}')
      process.exit(status === 200 && isClean ? 0 : 5)`
    await withEnv({ CLOUDSEC_FAKE_UPSTREAM_KEY: key, CLOUDSEC_FAKE_UPSTREAM: url }, async () => {
      const { code, out, err } = await cli(
        'exec',
        '--coverage',
        '--',
        process.execPath,
        '--input-type=module',
        '-e',
        script,
      )
      expect([code, out + err]).toEqual([0, expect.stringContaining('listResources')])
      expect(out + err).not.toContain(key)
    })
    expect(arrived).toHaveLength(1)
  })
})
