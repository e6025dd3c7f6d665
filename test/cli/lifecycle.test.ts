import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { version } from '../../src/core/lib/version.ts'
import { builtPackage } from '../support/built.ts'
import { failed, usage, withEnv, command } from '../support/command.ts'
import { run } from '../support/consumer.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { freeOrigin, serveListener } from '../support/other-server.ts'

let main: string
beforeAll(async () => {
  main = (await builtPackage()).main
})

type Variables = Readonly<Record<string, string>>

/** The program in a folder of its own, as a user of its own has it. The fakes that it starts go with the test. */
async function createUser(files: Readonly<Record<string, unknown>> = {}, variables: Variables = {}) {
  const folder = await writeFixtures(files)
  const env = { XDG_STATE_HOME: join(folder, 'state'), ...variables }
  const runs = join(env.XDG_STATE_HOME, 'cloudsec-fake/runs')
  const runFiles = (): readonly string[] => {
    try {
      return readdirSync(runs)
    } catch {
      return []
    }
  }
  const cli = async (...args: readonly string[]) => await run(process.execPath, [main, ...args], folder, env)
  const here = async (...args: readonly string[]) => await withEnv(env, async () => await command(args))
  onTestFinished(async () => void (await here('stop', '--all')))
  return {
    folder,
    env,
    runs,
    runFiles,
    cli,
    /** Runs a command in this process, which is faster. */
    here,
    /** Runs a command in a terminal, where a person types an answer. */
    answer: async (input: string, ...args: readonly string[]) =>
      await withEnv(env, async () => await command(args, undefined, { input, ownsTerminal: true })),
    /** A fake in a terminal, until the test ends. @returns its process, and its port */
    begin: async (...args: readonly string[]) => {
      const child = spawn(process.execPath, [main, 'start', '--port', '0', '--print-url', ...args], {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      const [line] = await once(child.stdout, 'data')
      return { child, port: new URL(String(line).trim()).port }
    },
    /** Writes a file of the form of a run file. */
    forge: (name: string, content: unknown): string => {
      const file = join(runs, name)
      mkdirSync(runs, { recursive: true })
      writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
      return file
    },
    /** The content of the one run file. */
    recorded: (): Record<string, unknown> => JSON.parse(readFileSync(join(runs, runFiles()[0] ?? ''), 'utf8')),
    /** The log of the last fake in the background on a port. */
    logOf: (port: string): string => readFileSync(join(runs, '../logs', `${port}.log`), 'utf8'),
  }
}

/** A program that has nothing to do with fakes. */
function beginInnocent(): ChildProcess & { readonly pid: number } {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  return Object.assign(child, { pid: Number(child.pid) })
}

const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null

const portIn = (text: string): string => /:(\d+)\/v1/.exec(text)?.[1] ?? ''

describe('a fake in the background', () => {
  it('is started, listed, read and stopped', async () => {
    const { cli, folder, here, logOf, runs, runFiles, recorded } = await createUser()
    const started = await cli('start', '--detach', '--port', '0')
    expect([started.code, started.err]).toEqual([0, ''])
    const port = portIn(started.out)
    const baseUrl = `http://127.0.0.1:${port}/v1`
    expect(started.out).toMatch(/^cloudsec-fake \S+ is ready\n/)
    expect(started.out).toMatch(new RegExp(`\n\nnpx --no -- cloudsec-fake stop --port ${port} stops it\\.\n$`))
    const { pid, log, since } = recorded()
    const [file = ''] = runFiles()
    expect([statSync(join(runs, file)).mode & 0o777, statSync(runs).mode & 0o777]).toEqual([0o600, 0o700])
    // The process group of a session of its own has the id of its first process.
    const [, status = ''] = readFileSync(`/proc/${String(pid)}/stat`, 'latin1').split(') ')
    expect(status.split(' ')[3]).toBe(String(pid))
    const listed = await here('status', '--json')
    const controlUrl = `http://127.0.0.1:${port}/_control`
    expect(JSON.parse(listed.out)).toEqual({
      items: [{ baseUrl, state: 'serving', version, pid, since, controlUrl, log, folder }],
    })
    expect((await here('status', '--port', port)).out).toContain(`${baseUrl}  serving  `)
    expect(await here('start', '--port', port)).toEqual(
      failed(
        `cannot listen on 127.0.0.1 port ${port}: cloudsec-fake ${version} already serves ${baseUrl} (cloudsec-fake stop --port ${port} ends it); choose another --port, or 0 for a free port`,
      ),
    )
    expect(log).toBe(join(runs, `../logs/${port}.log`))
    expect(await cli('stop')).toEqual({ code: 0, out: `stopped ${baseUrl} (pid ${String(pid)})\n`, err: '' })
    expect(logOf(port)).toBe('info: stopping: requests in progress may finish\n')
    expect(runFiles()).toEqual([])
    expect(await here('stop')).toEqual(failed('no fake of this user runs'))
    expect(await here('status', '--json')).toEqual({
      ...failed('no fake of this user runs'),
      out: '{\n  "items": []\n}\n',
    })
    expect(await here('stop', '--port', port)).toEqual(
      failed(`no fake of this user runs on port ${port}; cloudsec-fake status lists running fakes`),
    )
  })

  it('has the settings of its command line, its variables and its configuration file', async () => {
    const config = { quota: 7, state: 'kept.json', watch: true, fixtures: 'data' }
    const resources = [{ name: 'mine', type: 'cache' }]
    const user = await createUser({ 'cloudsec-fake.config.json': config }, { CLOUDSEC_FAKE_CLOCK: 'frozen' })
    mkdirSync(join(user.folder, 'data'))
    writeFileSync(join(user.folder, 'data/resources.json'), JSON.stringify(resources))
    const flags = ['--tls', '--control-token', 'abcdefgh', '--log-format', 'json']
    const { code, out, err } = await user.cli('--detach', '--port', '0', ...flags)
    expect(code).toBe(0)
    expect(JSON.parse(err)).toEqual({ level: 'info', message: 'state: "kept.json" is new' })
    const ready = JSON.parse(out)
    expect(ready).toMatchObject({ message: 'ready', baseUrl: expect.stringMatching(/^https:/) })
    const summary = await fetch(ready.controlUrl, { headers: { Authorization: 'Bearer abcdefgh' } })
    expect(await summary.json()).toMatchObject({
      clock: { mode: 'frozen' },
      counts: { resources: 1 },
      quotas: expect.arrayContaining([expect.objectContaining({ id: 'cloud', limit: 7 })]),
    })
    expect(readdirSync(user.folder)).toContain('kept.json')
    const shown = await user.here('status')
    expect(shown.out).toContain(ready.baseUrl)
    expect(shown.out + readFileSync(join(user.runs, user.runFiles()[0] ?? ''), 'utf8')).not.toContain('abcdefgh')
    const { port } = new URL(ready.baseUrl)
    expect((await user.here('start', '--port', port)).err).toContain(`already serves ${ready.baseUrl} (`)
    writeFileSync(join(user.folder, 'data/resources.json'), JSON.stringify([...resources, { name: 'second' }]))
    await expect.poll(() => user.logOf(port)).toContain('reloaded everything')
    expect((await user.cli('stop')).code).toBe(0)
  })

  it('says what a start in a terminal says, before it is ready', async () => {
    const user = await createUser({}, { CLOUDSEC_FAKE_PROT: '1' })
    const { code, out, err } = await user.cli('start', '--detach', '--port', '0', '--print-url', '--host', '0.0.0.0')
    expect([code, out]).toEqual([0, expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1\n$/)])
    expect(err).toMatch(
      /^warn: no option has the variable CLOUDSEC_FAKE_PROT\. Did you mean .*\?\ncontrol token: [\w-]+\n$/,
    )
    const [, token = ''] = /token: (\S+)/.exec(err) ?? []
    const { out: listed } = await user.here('status')
    expect(listed + user.logOf(portIn(out)) + JSON.stringify(user.recorded())).not.toContain(token)
    expect((await user.cli('stop')).code).toBe(0)
  })

  it('fails as a start in a terminal does, and leaves nothing', async () => {
    const user = await createUser()
    const taken = new URL(await serveListener((_incoming, outgoing) => void outgoing.end('x'))).port
    const says = 'another program listens there; choose another --port, or 0 for a free port'
    expect(await user.cli('start', '--detach', '--port', taken)).toEqual(
      failed(`cannot listen on 127.0.0.1 port ${taken}: ${says}`),
    )
    expect(await user.cli('--detach', '--seed', 'x')).toEqual(usage('--seed: expected a whole number, got "x"'))
    const { err } = await user.cli('--detach', '--log-format', 'json', '--seed', 'x')
    expect(JSON.parse(err)).toEqual({ level: 'error', message: '--seed: expected a whole number, got "x"' })
    expect([readdirSync(join(user.runs, '../logs')), user.runFiles()]).toEqual([[], []])
  })

  it('says how it ended where its log does not say why, and leaves nothing', async () => {
    const dies = join(await writeFixtures({ 'dies.cjs': '' }), 'dies.cjs')
    writeFileSync(dies, "if (process.send) eval(process.env.DEATH ?? '')")
    const user = await createUser({}, { NODE_OPTIONS: `--require=${dies}` })
    const start = [main, 'start', '--detach', '--port', '0']
    for (const [death, how] of [
      ['process.exit(7)', 'exit code 7, no output'],
      ['process.exit(1)', 'exit code 1, no output'],
      ["process.kill(process.pid, 'SIGKILL')", 'SIGKILL, no output'],
      ["console.error('warn: x'); process.kill(process.pid, 'SIGKILL')", 'SIGKILL'],
    ] as const) {
      const { code, out, err } = await run(process.execPath, start, user.folder, { ...user.env, DEATH: death })
      const said = death.includes('warn: x') ? 'warn: x\n' : ''
      expect([code, out]).toEqual([1, ''])
      expect(err).toBe(`${said}cloudsec-fake: --detach: the fake ended before it was ready (${how})\n`)
    }
    // As on a full disk, no file takes a byte.
    const full = ['-c', 'ulimit -f 0; exec "$@" < /dev/null', '-', process.execPath]
    const onFullDisk = async (...args: readonly string[]) => await run('sh', [...full, ...args], user.folder, user.env)
    const { code, out, err } = await onFullDisk(...start)
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^cloudsec-fake: --detach: cannot write a log \(EFBIG: .*\); set XDG_STATE_HOME .*\n$/)
    const served = await onFullDisk(main, 'start', '--port', '0', '--print-url', '--end-with-stdin')
    expect([served.code, served.out]).toEqual([0, expect.stringMatching(/^http:/)])
    expect([readdirSync(join(user.runs, '../logs')), user.runFiles()]).toEqual([[], []])
  })

  it('puts its log aside where it grows long, and begins it again', async () => {
    const user = await createUser()
    const { out } = await user.cli('start', '--detach', '--port', '0', '--print-url', '--log-level', 'info')
    const log = String(user.recorded()['log'])
    for (const mark of ['first', 'second']) {
      writeFileSync(log, `${mark}\n${'x'.repeat(16_777_216)}\n`, { flag: 'a' })
      await expect.poll(() => statSync(log).size).toBeLessThan(1000)
      expect(readFileSync(`${log}.old`, 'latin1').slice(0, 200)).toContain(`${mark}\n`)
    }
    await fetch(`${out.trim()}/cloud/none`)
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('/v1/cloud/none')
  })

  it('has its secrets in no list of processes', async () => {
    const user = await createUser()
    const secrets = ['of-the-control-plane', 'of-its-readers', 'of-a-service']
    const flags = ['--control-token', 'of-the-control-plane', '--control-read-token=of-its-readers']
    const service = ['--upstream', 'http://127.0.0.1:9/v1', '--upstream-key', 'of-a-service']
    const { out } = await user.cli('start', '--detach', '--port', '0', ...flags, ...service, '--format', 'json')
    const { controlUrl, pid } = JSON.parse(out)
    const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', pid], { encoding: 'utf8' })
    expect(stdout).toContain('http://127.0.0.1:9/v1')
    for (const secret of secrets) expect(stdout).not.toContain(secret)
    for (const token of ['of-the-control-plane', 'of-its-readers'])
      expect((await fetch(controlUrl, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await user.cli('stop')).code).toBe(0)
    const { err } = await user.cli('start', '--detach', '--port', '0', '--control-token', 'short')
    expect(err).toMatch(/^cloudsec-fake: --control-token: expected .*\n$/)
  })

  it('needs a folder for its log, and a fake in a terminal does not', async () => {
    const user = await createUser({}, { XDG_STATE_HOME: '/dev/null' })
    const { code, out, err } = await user.cli('start', '--detach', '--port', '0')
    expect([code, out]).toEqual([1, ''])
    expect(err).toMatch(/^cloudsec-fake: --detach: cannot write a log \(.*\); set XDG_STATE_HOME .*\n$/)
    expect(err).toContain('ENOTDIR')
    expect((await user.here('start', '--port', '0', '--print-url')).err).toBe(
      'info: stopping: requests in progress may finish\n',
    )
  })
})

describe('a fake in a terminal', () => {
  it('is listed and stopped, too; its log is in the terminal', async () => {
    const user = await createUser()
    const [first, second] = [await user.begin(), await user.begin()]
    expect((await user.here('status')).out).toMatch(/(  its terminal\n.*){2}/)
    const running = `http://127.0.0.1:${first.port}/v1, http://127.0.0.1:${second.port}/v1`
    expect(await user.here('stop')).toEqual(usage(`--port: required, since several fakes run: ${running}`))
    const ended = [first, second].map(async ({ child }) => await once(child, 'exit'))
    expect((await user.here('stop', '--port', first.port)).code).toBe(0)
    expect(await ended[0]).toEqual([0, null])
    expect((await user.here('stop', '--all')).code).toBe(0)
    expect(await ended[1]).toEqual([0, null])
    expect(user.runFiles()).toEqual([])
  })

  it.each([
    { about: 'of this folder', at: process.cwd(), answer: '', ends: true },
    { about: 'of another folder, after a yes', at: '/elsewhere\u001b[2J', answer: 'y', ends: true },
    { about: 'of another folder, without an answer', at: '/elsewhere', answer: '', ends: false },
  ])('is listed by stop --all in a terminal, and ended only if that is meant: one $about', async (tale) => {
    const { at, answer, ends } = tale
    const user = await createUser()
    const { child, port } = await user.begin()
    expect(user.recorded()['folder']).toBe(user.folder)
    user.forge(user.runFiles()[0] ?? '', { ...user.recorded(), folder: at })
    const ended = once(child, 'exit')
    const { code, out, err } = await user.answer(answer, 'stop', '--all')
    const one = `http://127.0.0.1:${port}/v1 (pid ${child.pid})`
    const question = at === process.cwd() ? '' : 'Stop all, 1 of them started elsewhere? [y/N] '
    const refusal = ends ? '' : 'cloudsec-fake: nothing was stopped\n'
    expect([code, out]).toEqual(ends ? [0, `stopped ${one}\n`] : [1, ''])
    expect(err).toBe(`${one}, started in ${JSON.stringify(at)}\n${question}${refusal}`)
    if (ends) expect(await ended).toEqual([0, null])
    else expect(isAlive(child)).toBe(true)
  })

  it('leaves a file that goes by itself, if it is killed', async () => {
    const user = await createUser()
    const { child, port } = await user.begin()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(user.runFiles()).toHaveLength(1)
    expect((await user.here('start', '--port', port)).code).toBe(0)
    expect(await user.here('status')).toEqual(failed('no fake of this user runs'))
    expect(user.runFiles()).toEqual([])
  })

  it('is not signalled if it does not answer; its process id is printed', { timeout: 15_000 }, async () => {
    const user = await createUser()
    const { child, port } = await user.begin()
    child.kill('SIGSTOP')
    expect((await user.here('status')).out).toContain('  silent  ')
    const byHand = `end process ${child.pid} yourself, if it is the fake`
    expect(await user.here('stop')).toEqual(failed(`http://127.0.0.1:${port}/v1: does not answer; ${byHand}`))
    child.kill('SIGCONT')
    expect((await user.here('status')).out).toContain('  serving  ')
    expect(isAlive(child)).toBe(true)
  })

  /** Sends a request that takes long. @returns its answer, once the fake has the request */
  const beginRequest = async (port: string) => {
    const headers = { Authorization: 'Bearer csf_full_access' }
    const answer = fetch(`http://127.0.0.1:${port}/v1/cloud/resources`, { headers })
    // It has arrived once a later one is answered.
    await fetch(`http://127.0.0.1:${port}/_control/health`)
    return () => answer
  }

  it('may take longer than stop waits', async () => {
    const user = await createUser()
    const { child, port } = await user.begin('--delay', '2s')
    const answer = await beginRequest(port)
    const byHand = `end process ${child.pid} yourself, if it is the fake`
    expect(await user.here('stop', '--timeout', '50ms')).toEqual(
      failed(`http://127.0.0.1:${port}/v1: did not end within 50ms; ${byHand}`),
    )
    expect((await answer()).status).toBe(200)
  })

  it('is stopped by two at once: its requests may finish', async () => {
    const user = await createUser()
    const { child, port } = await user.begin('--delay', '2s')
    const answer = await beginRequest(port)
    const stops = await Promise.all([user.cli('stop'), user.cli('stop')])
    expect(stops.map(({ code }) => code)).toEqual([0, 0])
    expect((await answer()).status).toBe(200)
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0)
  })
})

describe('a run file that is wrong', () => {
  const fieldsOf = (port: string, pid: number, more: object = {}) => ({
    id: 'x',
    pid,
    since: '2026-07-01T00:00:00.000Z',
    host: hostname(),
    version: '0.0.0',
    baseUrl: `http://127.0.0.1:${port}/v1`,
    controlUrl: `http://127.0.0.1:${port}/_control`,
    folder: '/elsewhere',
    log: null,
    ...more,
  })

  it.each([
    ['no JSON', '{ "pid":', /^(FILE): not valid JSON \(.*\)/],
    ['other fields', { pid: 0 }, /^(FILE): id: required, but missing/],
    ['no folder, of a process that runs', { id: 'x', pid: process.pid, host: hostname() }, /^(FILE): \w+: required/],
  ])('is told of in one line, and the others count: %s', async (_title, content, says) => {
    const user = await createUser()
    const { child } = await user.begin()
    const file = user.forge('1-x.json', content)
    for (const args of [['status'], ['stop', '--all']]) {
      const { code, err } = await user.here(...args)
      expect(code).toBe(0)
      expect(err.replace('cloudsec-fake: ', '').replace(file, 'FILE')).toMatch(
        new RegExp(`${says.source}.*; delete it\n$`),
      )
    }
    expect(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(0)
  })

  it('stops no process, unless its address answers with the id of the file', async () => {
    const user = await createUser()
    const innocent = beginInnocent()
    const other = await serveListener((_in, out) => void out.end('{"run":{"id":"y"}}'))
    for (const origin of [other, await freeOrigin()]) {
      user.forge('1-x.json', fieldsOf(new URL(origin).port, innocent.pid))
      expect(await user.here('stop', '--all')).toEqual(failed('no fake of this user runs'))
      expect([isAlive(innocent), user.runFiles()]).toEqual([true, []])
    }
  })

  it('goes in silence, if an older version wrote it and its fake was killed', async () => {
    const user = await createUser()
    user.forge('1-x.json', fieldsOf('1', 999_999, { folder: undefined }))
    expect(await user.here('status')).toEqual(failed('no fake of this user runs'))
    expect(user.runFiles()).toEqual([])
  })

  it.each([{}, { folder: undefined }])('stays if another machine wrote it, with %j', async (more) => {
    const user = await createUser()
    user.forge('1-x.json', fieldsOf('1', 999_999, { host: 'another-machine', ...more }))
    expect(await user.here('status')).toEqual(failed('no fake of this user runs'))
    expect(user.runFiles()).toEqual(['1-x.json'])
  })
})

it('exec and programs write no run file', async () => {
  const user = await createUser()
  const show = "fetch(process.env.CLOUDSEC_CONTROL_URL + '/health').then((r) => r.text()).then(console.log)"
  expect((await user.cli('exec', '--', process.execPath, '-e', show)).out).toBe('{"status":"ok"}\n')
  expect(user.runFiles()).toEqual([])
})

it('start --open opens the dashboard without its token, and warns where it cannot', async () => {
  const folder = await writeFixtures({ 'xdg-open': '#!/bin/sh\necho "$1" > opened.part && mv opened.part opened\n' })
  const opener = join(folder, 'xdg-open')
  chmodSync(opener, 0o755)
  const user = await createUser({}, { PATH: `${folder}:${process.env['PATH'] ?? ''}` })
  const start = async () => {
    const { out } = await user.cli('start', '--detach', '--open', '--port', '0', '--print-url', '--host', '0.0.0.0')
    return new URL(out)
  }
  const { origin } = await start()
  await expect.poll(() => readdirSync(user.folder)).toContain('opened')
  expect(readFileSync(join(user.folder, 'opened'), 'utf8')).toBe(`${origin}/\n`)
  await user.cli('stop')
  writeFileSync(opener, '#!/bin/sh\nexit 3\n')
  const again = await start()
  const warning = `warn: --open: xdg-open failed with 3; open ${again.origin}/ yourself\n`
  await expect.poll(() => user.logOf(again.port)).toBe(warning)
})
