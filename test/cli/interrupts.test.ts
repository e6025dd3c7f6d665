import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { builtPackage } from '../support/built.ts'
import { startTcp } from '../support/destination.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { type Hostile, serveHostile } from '../support/hostile.ts'
import { serve } from '../support/resolving.ts'

let main: string
beforeAll(async () => {
  main = (await builtPackage()).main
})

const drip = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`

/** A program that never answers, or never ends its answer. @returns its port, and what resolves once it is asked */
async function openNever(kind: 'silent' | 'dripping') {
  let note = (): void => {}
  const asked = new Promise<void>((resolve) => (note = resolve))
  const { port } = await startTcp((socket) => {
    note()
    if (kind === 'silent') return
    socket.write(drip)
    const timer = setInterval(() => socket.write('1\r\n \r\n'), 20)
    socket.once('close', () => clearInterval(timer))
  })
  return { port, asked }
}

/** Starts the program, with a state folder of its own. */
async function begin(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const folder = await writeFixtures({})
  const child = spawn(process.execPath, [main, ...args.map((word) => word.replace('FOLDER', folder))], {
    cwd: folder,
    env: { ...process.env, XDG_STATE_HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const read = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (read.text += String(chunk)))
  return { child, read, folder }
}

/** Far more than the second that a person waits, and less than any limit of the program. */
const patienceMs = 2500

/** Sends a signal. @returns the code that a shell would show, or null where the program goes on */
async function endBy(child: ReturnType<typeof spawn>, signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> {
  const exited = once(child, 'exit').then(([code, by]) => code ?? { SIGINT: 130, SIGTERM: 143 }[String(by)] ?? -1)
  child.kill(signal)
  return await Promise.race([exited, new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs))])
}

const codes = { SIGINT: 130, SIGTERM: 143 } as const

const service = ['--base-url', 'http://127.0.0.1:PORT/v1', '--api-key', 'key-of-the-service']

describe.each(['silent', 'dripping'] as const)('ends at once, though a program is %s:', (kind) => {
  it.each([
    ['capture', ...service, '-o', 'FOLDER/captured'],
    ['resolve', ...service, '-o', 'FOLDER/found.json'],
    ['drift', ...service],
    ['requests', 'list', '--url', 'http://127.0.0.1:PORT'],
    ['wait', 'http://127.0.0.1:PORT'],
    ['sweep', '--', process.execPath, '-e', 'fetch("http://127.0.0.1:PORT").then((a) => a.text())'],
    ['exec', '--', process.execPath, '-e', 'fetch("http://127.0.0.1:PORT").then((a) => a.text())'],
  ])('%s %s %s %s', async (...words) => {
    const { port, asked } = await openNever(kind)
    const signal = kind === 'silent' ? 'SIGINT' : 'SIGTERM'
    const { child, read } = await begin(words.map((word) => word.replace('PORT', String(port))))
    await Promise.race([asked, once(child, 'exit')])
    expect([await endBy(child, signal), read.text]).toEqual([codes[signal], expect.not.stringMatching(/^ +at /m)])
  })
})

it.each(['SIGINT', 'SIGTERM'] as const)('%s ends a capture at any moment', async (signal) => {
  const late: readonly [string, Hostile][] = [
    ['no answer', () => {}],
    ['no pause', (outgoing) => void outgoing.writeHead(429, { 'Retry-After': '0' }).end()],
    ['a dripping body', (outgoing) => void outgoing.writeHead(200).write(' ')],
  ]
  for (const [name, answer] of late) {
    const { origin, asked } = await serveHostile(answer, 1)
    const flags = ['--base-url', `${origin}/v1`, '--api-key', 'key-of-the-service', '--rate', '1000']
    const { child, read, folder } = await begin(['capture', ...flags, '-o', 'captured'])
    await expect.poll(asked).toBeGreaterThan(1)
    expect([name, await endBy(child, signal), read.text]).toEqual([
      name,
      codes[signal],
      expect.stringContaining('stopped; nothing was written, and the next run starts over'),
    ])
    expect(readdirSync(folder)).toEqual([])
    // However often it was refused, it paused in between.
    expect(asked()).toBeLessThan(8)
  }
})

it.each(['SIGINT', 'SIGTERM'] as const)('%s ends what follows a fake, and an agent', async (signal) => {
  const { baseUrl } = await serve()
  const follow = await begin(['requests', 'list', '--follow', '--url', baseUrl])
  await (await fetch(`${baseUrl}/cloud/resources`)).text()
  await expect.poll(() => follow.read.text).toContain('/cloud/resources')
  expect(await endBy(follow.child, signal)).toBe(0)

  const { port, asked } = await openNever('dripping')
  const mcp = await begin(['mcp'], { CLOUDSEC_CONTROL_URL: `http://127.0.0.1:${port}` })
  const client = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } }
  for (const [method, params, id] of [
    ['initialize', client, 1],
    ['notifications/initialized', {}],
    ['tools/call', { name: 'start_or_connect', arguments: {} }, 2],
  ]) {
    mcp.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  }
  await asked
  expect([await endBy(mcp.child, signal), mcp.read.text]).toEqual([0, expect.not.stringMatching(/^ +at /m)])
})
