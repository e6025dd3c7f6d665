import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createFake } from '../../src/index.ts'
import { command, usage, withEnv } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { requestHead, sendRaw } from '../support/raw.ts'

const key = { headers: { Authorization: 'Bearer csf_full_access' } }

describe('cloudsec-fake start', () => {
  it('prints base URL, key and sandboxes once it listens, and ends with 0 when it is stopped', async () => {
    const { code, out, err } = await command(['start', '--port', '0'], async ({ out: printed }) => {
      const [, baseUrl = ''] = /Base URL {3}(\S+)/.exec(printed) ?? []
      expect((await fetch(`${baseUrl}/cloud/resources`, key)).status).toBe(200)
    })
    expect(code).toBe(0)
    expect(out).toMatch(/API key {4}csf_full_access\n/)
    expect(out).toMatch(/Control {4}http:\/\/127\.0\.0\.1:\d+\/_control\n/)
    expect(out).toMatch(/Dashboard {2}http:\/\/127\.0\.0\.1:\d+\/\n/)
    expect(out).not.toMatch(/token/i)
    expect(out).toMatch(/Sandboxes {2}http:\/\/127\.0\.0\.1:\d+\/@NAME\/v1/)
    expect(err).toBe('info: stopping: requests in progress may finish\n')
  })

  it('is what runs where no command is named; --print-url prints one line', async () => {
    const { code, out, err } = await command(['-p', '0', '--print-url', '--log-level', 'silent'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1\n$/)
  })

  it('passes its flags on', async () => {
    const flags =
      '--seed 3 --resources 7 --quota 9 --assume limitAboveMax=clamp listOrder=by_id --clock frozen --complete-after 1h --max-sandboxes 1 --host localhost'
    await command(['--port', '0', '--print-url', ...flags.split(' ')], async ({ out: printed }) => {
      const baseUrl = printed.trim()
      const answer = await fetch(`${baseUrl}/cloud/resources?limit=500`, key)
      expect(answer.headers.get('x-rate-limit-limit')).toBe('9')
      expect(answer.headers.get('date')).toBe('Wed, 01 Jul 2026 00:00:00 GMT')
      const options = {
        seed: 3,
        resources: 7,
        quota: 9,
        assume: { limitAboveMax: 'clamp', listOrder: 'by_id' },
        clock: 'frozen',
      } as const
      const same = await createFake(options)
      expect(await answer.text()).toBe(
        await (await same.fetch(`${same.baseUrl}/cloud/resources?limit=500`, key)).text(),
      )
      const other = await fetch(baseUrl.replace('/v1', '/@one/v1/cloud/resources'), key)
      expect(other.status).toBe(503)
    })
  })

  it('shows no key where the fixtures have none in plain text', async () => {
    const folder = await writeFixtures({ 'keys.json': '[]' })
    const { out } = await command(['--port', '0', '--fixtures', folder])
    expect(out).toMatch(/API key {4}in your keys\.json\n/)
    expect(out).toContain("'Authorization: Bearer <API_KEY>'")
  })

  it.each([
    ['PRINT_URL', 'maybe', 'expected true or false, got "maybe"'],
    ['QUOTA', 'many', 'expected a whole number of at least 1, got "many"'],
    ['ASSUME', 'listOrder', 'expected ID=OPTION, got "listOrder"'],
  ])('refuses the variable CLOUDSEC_FAKE_%s=%s by its name', async (name, text, reason) => {
    const variable = `CLOUDSEC_FAKE_${name}`
    await withEnv({ [variable]: text }, async () => {
      expect(await command(['--port', '0'])).toEqual(usage(`${variable}: ${reason}`))
    })
  })

  it('writes the names of headers as the document does, also where an answer has no body', async () => {
    const names = ['X-Rate-Limit-Limit', 'X-Rate-Limit-Remaining', 'X-Rate-Limit-Reset', 'Date']
    const preflight = 'Origin: http://localhost:3000\r\nAccess-Control-Request-Method: GET'
    const requests: readonly (readonly [method: string, header: string, others?: readonly string[]])[] = [
      ['GET', 'X-A: b', ['Content-Type']],
      ['HEAD', 'X-A: b', ['Content-Type']],
      ['OPTIONS', preflight, ['Access-Control-Allow-Origin']],
      ['GET', 'X-Fake-Then: {"status":204}'],
      ['GET', 'X-Fake-Then: {"status":204,"headers":{"X-Own-Name":"b"}}', ['X-Own-Name']],
      ['HEAD', 'X-Fake-Then: {"headers":{"X-Own-Name":"b","Content-Type":null}}', ['X-Own-Name']],
      ['HEAD', 'X-Fake-Then: {"error":"service_unavailable"}', ['Content-Type', 'Retry-After']],
      ['HEAD', 'X-Fake-Then: {"nonsense":1}', ['Content-Type']],
      ['HEAD', 'X-Fake-Sandbox: No such!', ['Content-Type']],
      ['HEAD', 'X-Fake-Then: {"fault":"slow_body"}', ['Content-Type']],
    ]
    await command(['--port', '0', '--print-url', '--assume', 'retryAfter=present'], async ({ out: printed }) => {
      for (const [method, header, others = []] of requests) {
        const head = requestHead(method, '/v1/cloud/resources').replace('\r\n\r\n', `\r\n${header}\r\n\r\n`)
        const got = [...(await sendRaw(printed.trim(), head)).matchAll(/^([\w-]+):/gm)].map(([, name]) => name)
        expect([method, header, got]).toEqual([method, header, expect.arrayContaining([...names, ...others])])
        expect(got.filter((name) => name?.toLowerCase() === 'date')).toHaveLength(1)
      }
    })
  })

  it('lets the control plane be called by the names that are allowed', async () => {
    await withEnv({ CLOUDSEC_FAKE_ALLOW_HOST: 'fake.test, fake.local' }, async () => {
      await command(['--port', '0', '--print-url'], async ({ out: printed }) => {
        const head = (host: string) => requestHead('GET', '/_control/health', host)
        expect(await sendRaw(printed.trim(), head('fake.local'), { waits: true })).toContain('HTTP/1.1 200')
        expect(await sendRaw(printed.trim(), head('fake.example'), { waits: true })).toContain('HTTP/1.1 403')
      })
    })
  })

  it('says what is wrong with its fixtures, in one line, and does not serve', async () => {
    const folder = await writeFixtures({ 'jobs.json': '[{"id":"7"}]' })
    const message = `${join(folder, 'jobs.json')}: [0].id: expected a UUID, got "7"`
    expect(await command(['--port', '0', '--fixtures', folder])).toEqual(usage(message))
  })

  it('fails where the machine has no such address', async () => {
    const { code, err } = await command(['--port', '0', '--host', '203.0.113.1'])
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^cloudsec-fake: cannot listen on 203\.0\.113\.1 port 0: listen EADDRNOTAVAIL: .+\n$/),
    ])
  })
})

/** Ends what is left of the processes that one has started, itself included. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing is left.
  }
}

describe('the process', () => {
  it('of npm start ends with npm', async () => {
    const root = fileURLToPath(new URL('../..', import.meta.url))
    const args = ['start', '--silent', '--', '--port', '0', '--print-url']
    const child = spawn('npm', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    onTestFinished(() => killGroup(child.pid))
    const exited = once(child, 'exit')
    const [line] = await once(child.stdout, 'data')
    const url = `${String(line).trim()}/cloud/resources`
    expect((await fetch(url, key)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await exited).toEqual([null, 'SIGTERM'])
    await expect.poll(() => fetch(url, key).then(({ status }) => status, String)).toContain('fetch failed')
  })
})
