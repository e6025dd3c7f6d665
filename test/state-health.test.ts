import { rename, writeFile } from 'node:fs/promises'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createFake, createLog, type FakeOptions } from '../src/index.ts'
import { still } from './support/held-timers.ts'
import { holdSaves, moveAway, stateFolder } from './support/state-files.ts'

holdSaves()

/** A fake that ends with the test, the lines of its log, and what it says of its state. */
async function open(options: FakeOptions) {
  const lines: string[] = []
  const fake = await createFake({ ...options, log: createLog('warn', (line) => lines.push(line)) })
  onTestFinished(() => fake.close().catch(() => {}))
  const ready = async (): Promise<unknown> => {
    const response = await fake.fetch(`${fake.controlUrl}/ready`)
    expect(response.status).toBe(200)
    return await response.json()
  }
  return { fake, lines, ready }
}

describe('a fake with a state', () => {
  it('says when it was saved, why it cannot be, and that it is again', async () => {
    const { folder, state } = await stateFolder()
    const { fake, lines, ready } = await open({ state })
    const sound = { saved: true, reason: null }
    expect(await ready()).toEqual({ status: 'ready', state: { ...sound, lastSaveAt: '2026-11-22T12:00:00.000Z' } })

    const away = await moveAway(folder)
    await fake.jobs.create({})
    vi.advanceTimersByTime(1000)
    await expect.poll(ready, still).toEqual({
      status: 'ready',
      state: { saved: false, reason: 'ENOENT: no such file or directory', lastSaveAt: '2026-11-22T12:00:00.000Z' },
    })

    await rename(away, folder)
    vi.advanceTimersByTime(10_000)
    await expect.poll(ready, still).toMatchObject({ state: sound })
    const about = `state: ${JSON.stringify(state)}`
    expect(lines).toEqual([
      `error: ${about} cannot be saved: ENOENT: no such file or directory`,
      `warn: ${about} is saved again`,
    ])
  })

  it('says that another program has taken its file', async () => {
    const { state } = await stateFolder()
    const { fake, ready } = await open({ state })
    await writeFile(state, 'mine')
    await fake.jobs.create({})
    vi.advanceTimersByTime(1000)
    await expect.poll(ready, still).toEqual({
      status: 'ready',
      state: {
        saved: false,
        reason: 'another program has changed it, perhaps a second fake',
        lastSaveAt: '2026-11-22T12:00:00.000Z',
      },
    })
  })

  it('says while nothing is used that the file has everything', async () => {
    const { state } = await stateFolder()
    const { ready } = await open({ state })
    vi.advanceTimersByTime(1000)
    await expect.poll(ready, still).toMatchObject({ state: { lastSaveAt: '2026-11-22T12:00:01.000Z' } })
  })

  it('says the instant of the state in its file, not that at which it was written', async () => {
    const { state } = await stateFolder()
    const { fake, ready } = await open({ state })
    await fake.jobs.create({})
    vi.advanceTimersByTime(1000)
    vi.setSystemTime('2026-11-22T12:00:04Z')
    await expect.poll(ready, still).toMatchObject({ state: { lastSaveAt: '2026-11-22T12:00:01.000Z' } })
  })
})

describe('a fake without a state', () => {
  it('says nothing about one', async () => {
    const { ready } = await open({})
    expect(await ready()).toEqual({ status: 'ready' })
  })
})
