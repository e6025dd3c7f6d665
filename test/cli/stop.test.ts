import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { closeSync, openSync, readSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { builtPackage } from '../support/built.ts'
import { command, failed } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { freeOrigin } from '../support/other-server.ts'

let main: string
beforeAll(async () => {
  main = (await builtPackage()).main
})

/** Starts the program that was built. @param stderr where its log goes (nowhere) */
function begin(args: readonly string[], stderr: number | 'ignore' = 'ignore'): ChildProcess {
  const child = spawn(process.execPath, [main, ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', stderr],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const starts = 10

describe('a signal at the first byte that is printed', () => {
  it.each([
    ['SIGTERM', ['start', '--port', '0'], 0],
    ['SIGINT', ['start', '--port', '0'], 0],
    ['SIGTERM', ['start', '--port', '0', '--print-url'], 0],
    // It reaches the command that exec runs.
    ['SIGTERM', ['exec', '--', process.execPath, '-e', "console.log('x'); setInterval(() => {}, 1000)"], 143],
  ] as const)('%s ends %j with %d, every time', async (signal, args, code) => {
    for (let i = 0; i < starts; i += 1) {
      const child = begin(args)
      child.stdout?.once('data', () => child.kill(signal))
      expect(await once(child, 'exit'), `start ${i}`).toEqual([code, null])
    }
  })
})

describe('a connection that a client keeps', () => {
  // The program waits 200 ms for such requests, and a busy machine may send them later.
  it('gets an answer to a request right after SIGTERM, and hears that the connection ends', { retry: 3 }, async () => {
    const child = begin(['start', '--port', '0', '--print-url'])
    const exited = once(child, 'exit')
    const [line] = await once(child.stdout ?? child, 'data')
    const { port, host } = new URL(String(line).trim())
    const ask = `GET /_control/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const sockets = Array.from({ length: 4 }, () => connect(Number(port), '127.0.0.1'))
    const received = sockets.map((socket) => {
      const texts: string[] = []
      socket.on('error', (error) => texts.push(String(error)))
      socket.on('data', (chunk) => texts.push(String(chunk)))
      socket.write(ask)
      return texts
    })
    await expect.poll(() => received.every((texts) => texts.length === 1)).toBe(true)
    child.kill('SIGTERM')
    // Each request is sent a little later than the one before.
    for (const socket of sockets) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      socket.write(ask)
    }
    expect(await exited).toEqual([0, null])
    for (const texts of received) expect(texts.join('')).toMatch(/^(HTTP\/1\.1 200 OK[^]*){2}Connection: close/i)
  })
})

/** Starts the program with a log on a pipe that only the test reads, and has lines written of more than 4 KB each. */
async function beginUnread(lines: number) {
  const path = join(await writeFixtures({}), 'stderr')
  execFileSync('/usr/bin/env', ['mkfifo', path])
  // Two ends, which share no flags.
  const [to, from] = [openSync(path, 'r+'), openSync(path, 'r+')]
  onTestFinished(() => [to, from].forEach(closeSync))
  const child = begin(['start', '--port', '0', '--print-url', '--log-level', 'debug'], to)
  const exited = once(child, 'exit')
  const [line] = await once(child.stdout ?? child, 'data')
  const baseUrl = String(line).trim()
  for (let i = 0; i < lines; i += 1) await fetch(`${baseUrl}/${'x'.repeat(4096)}`)
  return { child, exited, baseUrl, from }
}

describe('stderr without a reader', () => {
  it('does not keep a program that is to stop', async () => {
    const { child, exited } = await beginUnread(100)
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  })

  it('takes no more than its bound, and says what is missing once it is read', async () => {
    const { baseUrl, from } = await beginUnread(400)
    let read = ''
    const buffer = Buffer.alloc(65_536)
    const readOn = (): string => (read += buffer.toString('latin1', 0, readSync(from, buffer)))
    // As much as may wait: a read beyond it would wait for ever.
    while (read.length < 1_048_576) readOn()
    await expect
      .poll(async () => {
        await fetch(`${baseUrl}/health`)
        return readOn()
      })
      .toMatch(/\nwarn: dropped \d+ log lines here, because stderr was not read\n/)
    expect(read.match(/xxxx /g)?.length ?? 0).toBeLessThan(400)
  })
})

describe('start --watch where nothing can be watched', () => {
  // The sources import it when they begin to watch, so nothing else has to be loaded again.
  afterEach(() => vi.doUnmock('chokidar'))

  it.each([
    [
      'no watcher to be had',
      () => {
        throw new Error('no watcher\nto be had')
      },
    ],
    [
      'ENOSPC: no watches are left',
      () => {
        const watcher = Object.assign(new EventEmitter(), { close: async () => {} })
        process.nextTick(() => watcher.emit('error', new Error('ENOSPC: no watches are left')))
        return watcher
      },
    ],
  ])('ends with one line, and lets go of the port: %s', async (reason, watch) => {
    vi.doMock('chokidar', () => ({ watch }))
    const scenarios = await writeFixtures({ 'mine.json': { name: 'mine', delay: '1ms' } })
    const { port } = new URL(await freeOrigin())
    expect(await command(['start', '--watch', '--scenarios', scenarios, '--port', port])).toEqual(
      failed(`--watch: ${reason}`),
    )
    expect((await command(['start', '--port', port])).code).toBe(0)
  })
})
