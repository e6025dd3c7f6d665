import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { builtPackage } from '../support/built.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { freeOrigin, serveListener } from '../support/other-server.ts'

let main: string
beforeAll(async () => {
  main = (await builtPackage()).main
})

/** The names of the variables that a client of the fake reads, and of the variables that would lead it elsewhere. */
const others = {
  CLOUDSEC_BASE_URL: 'http://127.0.0.1:1/v1',
  CLOUDSEC_API_KEY: 'key-of-the-service',
  CLOUDSEC_CONTROL_URL: 'http://127.0.0.1:1/_control',
  CLOUDSEC_FAKE_URL: 'http://127.0.0.1:1',
  CLOUDSEC_FAKE_PORT: '1',
  INHERITED: 'yes',
}

/** Begins `exec` with arguments, in a process of its own. */
function begin(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(process.execPath, [main, 'exec', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...others, ...env },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** The output of a process, and its end. */
async function end(child: ChildProcess) {
  let [out, err] = ['', '']
  child.stdout?.on('data', (data: Buffer) => (out += String(data)))
  child.stderr?.on('data', (data: Buffer) => (err += String(data)))
  const [code, signal]: readonly unknown[] = await once(child, 'close')
  return { code, signal, out, err }
}

const exec = (...args: readonly string[]) => end(begin(args))

const node = (script: string, ...args: readonly string[]) => ['--', process.execPath, '-e', script, ...args]

/** A script that prints what it has of the fake, and what an API and a control plane there say. */
const asks = `
const { CLOUDSEC_BASE_URL: base, CLOUDSEC_API_KEY: key, CLOUDSEC_CONTROL_URL: control } = process.env
const get = async (url, token) => {
  const response = await fetch(url, { headers: { Authorization: 'Bearer ' + token } })
  return { status: response.status, date: response.headers.get('date'), body: await response.json() }
}
const api = await get(base + '/cloud/resources?limit=1', key)
const plane = await get(control, process.env.CLOUDSEC_FAKE_CONTROL_TOKEN)
console.log(JSON.stringify({ base, key, control, status: api.status, date: api.date, name: plane.body.name,
  scenarios: plane.body.scenarios, variables: Object.keys(process.env).filter((name) => name.startsWith('CLOUDSEC')), inherited: process.env.INHERITED }))
`

/** What the script printed. */
const read = (text: string) =>
  z.looseObject({ base: z.string(), variables: z.array(z.string()) }).parse(JSON.parse(text))

const askIn = (script: string) => ['--', process.execPath, '--input-type=module', '-e', script]

describe('cloudsec-fake exec', () => {
  it('runs a command with a fake on a free port, which is gone afterwards', async () => {
    const { code, out, err } = await exec('--clock', 'frozen', '--scenario', 'slow-body', ...askIn(asks))
    expect([code, err]).toEqual([0, ''])
    const printed = read(out)
    expect(printed).toEqual({
      base: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      key: 'csf_full_access',
      control: printed.base.replace('/v1', '/_control'),
      status: 200,
      date: 'Wed, 01 Jul 2026 00:00:00 GMT',
      name: 'default',
      scenarios: ['slow-body'],
      variables: expect.not.arrayContaining(['CLOUDSEC_FAKE_URL']),
      inherited: 'yes',
    })
    expect(new URL(printed.base).port).not.toBe('1')
    await expect(fetch(`${printed.base}/cloud/resources`)).rejects.toThrow('fetch failed')
  })

  it('gives it a sandbox of its own, and the control token where there is one', async () => {
    const { code, out } = await exec('--sandbox', 'mine', '--control-token', 'let-me-in', ...askIn(asks))
    expect(code).toBe(0)
    const printed = read(out)
    expect(printed).toMatchObject({
      base: expect.stringMatching(/\/@mine\/v1$/),
      control: expect.stringMatching(/\/@mine\/_control$/),
      name: 'mine',
      status: 200,
    })
    expect(printed.variables).not.toContain('CLOUDSEC_FAKE_SANDBOX')
  })

  it('leads commands on a running fake to it', async () => {
    const { code, out } = await exec('--sandbox', 'mine', '--', process.execPath, main, 'reset')
    expect([code, out]).toEqual([0, 'reset: mine\n'])
  })

  const loopback = '127.0.0.1,localhost,::1'

  it.each([
    { NO_PROXY: '', no_proxy: '', shows: [loopback, loopback] },
    { NO_PROXY: 'a.example', no_proxy: '', shows: [`a.example,${loopback}`, `a.example,${loopback}`] },
    { NO_PROXY: 'a.example', no_proxy: '.b, c', shows: [`a.example,${loopback}`, `.b, c,${loopback}`] },
    { NO_PROXY: '', no_proxy: '*', shows: ['*', '*'] },
    { NO_PROXY: '', no_proxy: '', host: '127.0.0.2', shows: [`${loopback},127.0.0.2`, `${loopback},127.0.0.2`] },
  ])(
    'keeps the command away from a proxy: NO_PROXY=$NO_PROXY no_proxy=$no_proxy',
    async ({ shows, host = '127.0.0.1', ...env }) => {
      const script = node('console.log(JSON.stringify([process.env.NO_PROXY, process.env.no_proxy]))')
      expect(JSON.parse((await end(begin(['--host', host, ...script], env))).out)).toEqual(shows)
    },
  )

  it.each([0, 3, 255])('ends with the code of the command: %d', async (expected) => {
    expect(await exec(...node(`process.exit(${expected})`))).toEqual({ code: expected, signal: null, out: '', err: '' })
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)(
    'passes %s on, and waits for the command',
    async (signal) => {
      const script = `process.on('${signal}', () => setTimeout(() => { console.log('asked'); process.exit(9) }, 50))
console.log(process.env.CLOUDSEC_BASE_URL); setInterval(() => {}, 1000)`
      const child = begin(node(script))
      const ended = end(child)
      const [base] = await once(child.stdout ?? child, 'data')
      expect((await fetch(`${String(base).trim()}/cloud/resources`)).status).toBe(401)
      child.kill(signal)
      expect(await ended).toEqual({ code: 9, signal: null, out: `${String(base)}asked\n`, err: '' })
      await expect(fetch(`${String(base).trim()}/cloud/resources`)).rejects.toThrow('fetch failed')
    },
  )

  it('ends with 128 and the number of the signal that ended the command', async () => {
    expect((await exec(...node("process.kill(process.pid, 'SIGKILL'); setTimeout(() => {}, 60000)"))).code).toBe(137)
    const child = begin(node("console.log('runs'); setInterval(() => {}, 1000)"))
    const ended = end(child)
    await once(child.stdout ?? child, 'data')
    child.kill('SIGINT')
    expect((await ended).code).toBe(130)
  })

  it('gives the command its input and all that it prints its way', async () => {
    const script = `let n = 0; process.stdin.on('data', (data) => { n += data.length })
process.stdin.on('end', () => { process.stderr.write('E'.repeat(300000)); process.stdout.write('O'.repeat(3000000) + n) })`
    const child = begin(node(script))
    const ended = end(child)
    child.stdin?.end('x'.repeat(500_000))
    const { code, out, err } = await ended
    expect([code, out.length, out.slice(-6), err.length]).toEqual([0, 3_000_006, '500000', 300_000])
  })

  it('passes arguments on as they are', async () => {
    const args = ['--port', '3', 'a b', '$HOME', '"', '', '*', '--']
    const { out } = await exec(...node('console.log(JSON.stringify(process.argv.slice(1)))', '--', ...args))
    expect(JSON.parse(out)).toEqual(args)
  })

  it('says so where the command cannot be run', async () => {
    const folder = await writeFixtures({ 'a.json': '{}' })
    const file = join(folder, 'a.json')
    expect(await exec('--', 'no-such-command-here', '-x')).toEqual({
      code: 127,
      signal: null,
      out: '',
      err: 'cloudsec-fake: exec: no-such-command-here: no such command\n',
    })
    const { code, out, err } = await exec('--', file)
    expect([code, out]).toEqual([126, ''])
    expect(err).toMatch(/^cloudsec-fake: exec: \S+a\.json: cannot be run \(.*EACCES\)\n$/)
  })

  it('takes the port that its flag names, and no other', async () => {
    const [taken, free] = [new URL(await serveListener(() => {})), new URL(await freeOrigin())]
    const { code, err } = await exec('--port', taken.port, ...node(''))
    expect([code, err]).toEqual([1, expect.stringContaining(`cannot listen on 127.0.0.1 port ${taken.port}`)])
    const config = join(await writeFixtures({ 'config.json': { port: 1, resources: 3 } }), 'config.json')
    const script = 'console.log(process.env.CLOUDSEC_BASE_URL)'
    expect((await exec('--port', free.port, ...node(script))).out).toBe(`${free.origin}/v1\n`)
    expect((await exec('--config', config, ...node(script))).out).not.toContain(':1/')
  })

  it('keeps the key that it finds where the fixtures have none in plain text, and says so', async () => {
    const folder = await writeFixtures({ 'keys.json': '[]' })
    const { out, err } = await exec('--fixtures', folder, ...node('console.log(process.env.CLOUDSEC_API_KEY)'))
    expect(out).toBe('key-of-the-service\n')
    expect(err).toBe(
      'warn: no CLOUDSEC_API_KEY: the fake shows no full-access key: its keys are hashes, or the token is read-only\n',
    )
  })
})
