import { expect, it } from 'vitest'

import { defaultProfile } from '../../../src/core/assumptions/profile.ts'
import { sweep } from '../../../src/tools/sweep/engine.ts'

it('after an error in one run, a sweep begins none', async () => {
  let opened = 0
  const open = async (): Promise<never> => {
    opened += 1
    throw new Error(`no port ${opened}`)
  }
  const task = {
    suite: {
      command: ['true'],
      reports: [],
      presets: {},
      decided: [],
      judge: async () => [],
      open,
      signal: new AbortController().signal,
    },
    chosen: defaultProfile,
    operations: [],
    selection: { only: [], except: [] },
    isThorough: false,
    jobs: 1,
    budget: Number.POSITIVE_INFINITY,
    timeoutMs: undefined,
    watcher: { failed: () => {}, planned: () => {}, ran: () => {} },
  }
  await expect(sweep(task)).rejects.toThrow('no port 1')
  expect(opened).toBe(1)
})
