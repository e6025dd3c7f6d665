import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { builtPackage } from '../support/built.ts'
import { command } from '../support/command.ts'

const ready = z.strictObject({
  baseUrl: z.string(),
  controlUrl: z.string(),
  apiKey: z.nullable(z.string()),
  token: z.nullable(z.string()),
  pid: z.int(),
  version: z.string(),
})

describe('start for a program', () => {
  it.each([
    [['--format', 'json'], { apiKey: 'csf_full_access', token: null }],
    [['--json', '--host', '0.0.0.0'], { apiKey: 'csf_full_access', token: expect.stringMatching(/^[\w-]{20,}$/) }],
    [['--json', '--log-format', 'json'], { token: null }],
  ])('prints one line and nothing else with %j', async (flags, expected) => {
    const { code, out } = await command(['start', '--port', '0', ...flags], async ({ out: line, baseUrl }) => {
      expect(line.split('\n').length).toBe(2)
      const facts = ready.parse(JSON.parse(line))
      expect(facts).toMatchObject({ ...expected, pid: process.pid })
      expect(facts.controlUrl).toBe(facts.baseUrl.replace('/v1', '/_control'))
      expect(baseUrl).toContain('/v1')
    })
    expect([code, out.split('\n').length]).toEqual([0, 2])
  })

  it.each(['the end of its standard input', 'a kill of the program that started it'])('ends by %s', async (how) => {
    const { main } = await builtPackage()
    const flags = JSON.stringify([main, 'start', '--port', '0', '--json', '--end-with-stdin'])
    const holder = `
      const fake = require('node:child_process').spawn(process.execPath, ${flags}, { stdio: ['pipe', 'inherit', 'ignore'] })
      process.stdin.on('data', () => fake.stdin.end())
      fake.on('exit', (code) => process.exit(code === 0 ? 7 : 1))`
    const parent = spawn(process.execPath, ['-e', holder], { stdio: ['pipe', 'pipe', 'ignore'] })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [line] = await once(parent.stdout, 'data')
    const { baseUrl } = ready.parse(JSON.parse(String(line)))
    expect((await fetch(baseUrl)).status).toBe(401)
    const ended = once(parent, 'exit')
    if (how.startsWith('a kill')) parent.kill('SIGKILL')
    else parent.stdin.write('end\n')
    expect(await ended).toEqual(how.startsWith('a kill') ? [null, 'SIGKILL'] : [7, null])
    const isGone = async (): Promise<boolean> =>
      fetch(baseUrl).then(
        () => false,
        () => true,
      )
    await expect.poll(isGone).toBe(true)
  })
})
