import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { Command } from 'commander'
import { expect, it, onTestFinished } from 'vitest'

import { readSettings } from '../../src/cli/config/settings.ts'
import { startWatching } from '../../src/cli/watch.ts'
import { createLog } from '../../src/index.ts'
import { writeFixtures } from '../support/fixtures.ts'

it('changes during a slow reload are reloaded once', async () => {
  const scenarios = await writeFixtures({})
  const lines: string[] = []
  const gate = new AbortController()
  const settings = await readSettings(new Command(), undefined)
  const started = { ...settings, options: { ...settings.options, scenarios } }
  const stop = await startWatching(new Command(), started, {
    reload: async () => {
      if (!gate.signal.aborted) await once(gate.signal, 'abort')
    },
    log: createLog('info', (line) => lines.push(line)),
  })
  onTestFinished(stop)
  for (const name of ['a.json', 'b.json', 'c.json']) {
    await writeFile(join(scenarios, name), '{}')
    await wait(400)
  }
  gate.abort()
  await expect.poll(() => lines).toHaveLength(2)
  await wait(50)
  expect(lines).toEqual([
    'info: reloaded the scenarios (changed: a.json)',
    'info: reloaded the scenarios (changed: b.json, c.json)',
  ])
})
