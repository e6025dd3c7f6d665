import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'

import { expect, it } from 'vitest'

import { builtPackage } from '../../support/built.ts'
import { newFolder } from '../../support/capturing.ts'
import { serve } from '../../support/resolving.ts'

it('leaves nothing half-written after SIGINT, while it writes', async () => {
  const { main } = await builtPackage()
  const { baseUrl } = await serve({ resources: 1500 })
  const output = await newFolder()
  const flags = ['--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', '--lists-only', '-o', output]
  const child = spawn(process.execPath, [main, 'capture', ...flags], { stdio: 'ignore' })
  const files = (): readonly string[] => readdirSync(dirname(output))
  while (!files().some((file) => file.startsWith('.captured-'))) await new Promise((resolve) => setTimeout(resolve, 5))
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect([code, files()]).toEqual([130, []])
})
