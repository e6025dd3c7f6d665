import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'

import { expect, it } from 'vitest'

import { builtPackage } from '../support/built.ts'
import { newFolder } from '../support/capturing.ts'
import { cli } from '../support/command.ts'
import { serve, serveBefore } from '../support/resolving.ts'

it.each(['SIGINT', 'SIGKILL'] as const)('goes on after %s, and asks nothing twice', async (signal) => {
  const { main } = await builtPackage()
  const { baseUrl, requests } = await serveBefore(await serve())
  const output = await newFolder()
  const flags = ['capture', '--base-url', baseUrl, '--api-key', 'csf_full_access', '-o', output]
  const child = spawn(process.execPath, [main, ...flags, '--rate', '100'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  while (requests.length < 30) await new Promise((resolve) => setTimeout(resolve, 10))
  child.kill(signal)
  const [code] = await once(child, 'exit')
  expect([code, existsSync(output), existsSync(`${output}.part`)]).toEqual([
    signal === 'SIGINT' ? 130 : null,
    false,
    true,
  ])
  if (signal === 'SIGINT') expect(said).toBe(`cloudsec-fake: stopped; the same command resumes from ${output}.part\n`)
  const { code: done, err } = await cli(...flags, '--rate', '1000')
  expect([done, err]).toEqual([0, expect.stringMatching(/resumes from \S+: \d+ answers were read before\n$/)])
  expect([existsSync(`${output}.part`), readdirSync(output).length]).toEqual([false, 5])
  // Each run first asks if the service is there, and the request in flight is asked again.
  const all = requests.splice(0).length
  await cli(...flags, '--rate', '1000', '--force')
  expect(all - requests.length).toBeLessThanOrEqual(2)
})

it('leaves nothing half-written after SIGINT', async () => {
  const { main } = await builtPackage()
  const { baseUrl } = await serve({ resources: 1500 })
  const output = await newFolder()
  const flags = ['--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', '--lists-only', '-o', output]
  const child = spawn(process.execPath, [main, 'capture', ...flags], { stdio: 'ignore' })
  const files = (): readonly string[] => readdirSync(dirname(output))
  while (!files().some((file) => file.startsWith('.captured-'))) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect([code, files()]).toEqual([130, ['captured.part']])
})
