import { readdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createFake, createLog, type Fake, type FakeOptions, startFake } from '../src/index.ts'
import { jobBody, noon } from './support/answers.ts'
import { openPanel } from './support/control.ts'
import { still } from './support/held-timers.ts'
import { lifeStep } from './support/life.ts'
import { startReceiver } from './support/receiver.ts'
import { holdSaves, moveAway, stateFile, stateFolder } from './support/state-files.ts'
import { controlStep, take } from './support/steps.ts'

holdSaves()

const options: FakeOptions = { clock: noon, seed: 3, completeAfter: '2s' }

/** A fake that ends with the test, unless the test ends it, and the lines of its log. */
async function open(given: FakeOptions) {
  const lines: string[] = []
  const fake = await createFake({ ...options, log: createLog('warn', (line) => lines.push(line)), ...given })
  onTestFinished(() => fake.close().catch(() => {}))
  return { fake, lines }
}

/** Has it be time to save. */
const tick = (): void => void vi.advanceTimersByTime(1000)

/** The sandboxes in a state file; none where it does not exist. */
async function saved(state: string) {
  const text = await readFile(state, 'utf8').catch(() => undefined)
  return text === undefined ? [] : stateFile.parse(JSON.parse(text)).sandboxes
}

/** The sandboxes of a fake as a state file has them. */
async function taken(fake: Fake) {
  const sandboxes = await fake.sandboxes.list()
  return await Promise.all(
    sandboxes.map(async ({ name }) => {
      const { sandbox, parts } = await fake.sandbox(name).snapshot.save()
      return { name, incarnation: sandbox.incarnation, seedName: sandbox.name, parts }
    }),
  )
}

const toTaken = (sandboxes: Awaited<ReturnType<typeof saved>>): string =>
  JSON.stringify(sandboxes.map(({ name, incarnation, seedName, parts }) => ({ name, incarnation, seedName, parts })))

describe('a save', () => {
  it('has what any change changed, in the sandboxes that it touched', async () => {
    const { folder } = await stateFolder()
    const step = fc.oneof(
      { arbitrary: lifeStep, weight: 8 },
      controlStep('DELETE', ['/sandboxes/one', '/sandboxes/two']),
      controlStep('POST', ['/sandboxes'], [{}, { name: 'two' }]),
    )
    const acts = fc.array(fc.record({ name: fc.constantFrom('default', 'one'), step }), { minLength: 5, maxLength: 15 })
    let runs = 0
    await fc.assert(
      fc.asyncProperty(acts, async (some) => {
        runs += 1
        const state = join(folder, `${runs}.json`)
        const { panel, close } = await openPanel('in process', { ...options, state })
        for (const act of some) {
          await take(panel.at(act.name), [act.step])
          const expected = await taken(panel.fake)
          await expect
            .poll(
              async () => {
                tick()
                return toTaken(await saved(state))
              },
              { interval: 5 },
            )
            .toBe(JSON.stringify(expected))
        }
        await close()
      }),
      { numRuns: Number(process.env['STATE_RUNS'] ?? 10), seed: 1 },
    )
  })

  it('has what deliveries changed, which no request is for', async () => {
    const { state } = await stateFolder()
    const { fake } = await open({ state })
    const receiver = await startReceiver()
    let answer = (): void => {}
    receiver.answer(() => new Promise((resolve) => (answer = () => resolve(204))))
    const { id } = await fake.jobs.create({ status: 'running', notification: { webhook_url: receiver.url } })
    await fake.jobs.update(id, { status: 'completed' })
    await expect.poll(() => receiver.received.length).toBe(1)
    tick()
    await expect.poll(() => saved(state)).toMatchObject([{ parts: { outbox: { deliveries: [{ state: 'pending' }] } } }])
    answer()
    await expect.poll(() => receiver.received[0]?.answered).toBe(true)
    await expect
      .poll(async () => {
        tick()
        return await saved(state)
      })
      .toMatchObject([{ parts: { outbox: { deliveries: [{ state: 'delivered' }] } } }])
  })

  it('has the count of a request that misnames its sandbox', async () => {
    const { state } = await stateFolder()
    const { fake } = await open({ state })
    tick()
    await expect.poll(() => saved(state)).toHaveLength(1)
    const headers = { Authorization: `Bearer ${fake.apiKey}`, 'X-Fake-Sandbox': 'One' }
    expect((await fake.fetch(`${fake.baseUrl}/cloud/resources`, { headers })).status).toBe(400)
    await fake.close()
    expect(await saved(state)).toMatchObject([{ parts: { scenarios: { quotas: { meters: [{ used: 1 }] } } } }])
  })

  it('has what a request changed that gets no answer yet', async () => {
    const { state } = await stateFolder()
    const { fake } = await open({ state })
    const when = { operation: 'createJob' } as const
    const rules = [
      { when, then: { delay: '500ms' } },
      { when, phase: 'after', then: { fault: 'hang' } },
    ] as const
    await fake.scenarios.define({ name: 'hangs', rules: [...rules] })
    const over = new AbortController()
    const answer = fake.fetch(`${fake.baseUrl}/data/analysis/jobs`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${fake.apiKey}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(jobBody),
      signal: over.signal,
    })
    const text = async (): Promise<string> => {
      tick()
      return JSON.stringify(await saved(state))
    }
    await expect.poll(text).toContain('"matches":1')
    await expect.poll(text).toContain('"nextNumber":1')
    over.abort()
    await expect(answer).rejects.toThrow('aborted')
  })

  it('is not made where nothing was used, and is made again where a client removed the file', async () => {
    const { state } = await stateFolder()
    const { fake } = await open({ state })
    // A balancer asks again and again.
    const ready = async (): Promise<string> => await (await fake.fetch(`${fake.controlUrl}/ready`)).text()
    const looked = async (second: number): Promise<number> => {
      tick()
      await expect.poll(ready, still).toContain(`"lastSaveAt":"2026-11-22T12:00:0${second}.000Z"`)
      return (await stat(state)).ino
    }
    const before = await looked(1)
    expect([await looked(2), await looked(3)]).toEqual([before, before])
    await fake.close()
    const { fake: other } = await open({ state })
    await rm(state)
    await other.jobs.create({})
    await other.close()
    expect(await saved(state)).toHaveLength(1)
  })

  it('follows a link, and leaves no other file', async () => {
    const { folder, state } = await stateFolder()
    const target = join(folder, 'target.json')
    await (await open({ state: target })).fake.close()
    await symlink(target, state)
    const { fake } = await open({ state })
    await fake.sandbox('one').jobs.create({})
    await fake.close()
    expect((await saved(target)).map(({ name }) => name)).toEqual(['default', 'one'])
    expect((await readdir(folder)).toSorted()).toEqual(['state.json', 'target.json'])
  })

  it('is made again, and refused, by the file as it is, also where nothing was used since', async () => {
    const { state } = await stateFolder()
    const { fake, lines } = await open({ state })
    tick()
    await expect.poll(() => saved(state)).toHaveLength(1)
    await rm(state)
    await fake.close()
    expect(await saved(state)).toHaveLength(1)
    const { fake: other } = await open({ state })
    await writeFile(state, 'mine')
    await expect(other.close()).rejects.toThrow('cannot be saved: another program has changed it')
    expect(await readFile(state, 'utf8')).toBe('mine')
    // One that is closed already leaves the file to the next.
    await fake.close()
    expect(lines).toEqual([])
  })
})

describe('a save that fails', () => {
  it('is logged once, and made up for; requests are served', async () => {
    const { folder, state } = await stateFolder()
    const { fake, lines } = await open({ state })
    const away = await moveAway(folder)
    await fake.jobs.create({})
    for (let i = 0; i < 3; i += 1) {
      vi.advanceTimersByTime(11_000)
      await expect.poll(() => lines.length).toBe(1)
      await fake.jobs.create({})
    }
    expect(lines[0]).toMatch(/^error: state: ".*state\.json" cannot be saved: ENOENT: /)
    await rename(away, folder)
    await fake.close()
    expect(await saved(state)).toHaveLength(1)
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^warn: state: ".*state\.json" is saved again$/)])
  })

  it('is tried again after ten seconds, not before', async () => {
    const { folder, state } = await stateFolder()
    const { fake, lines } = await open({ state })
    const away = await moveAway(folder)
    tick()
    await expect.poll(() => lines.length).toBe(1)
    await rename(away, folder)
    vi.advanceTimersByTime(9000)
    await fake.jobs.create({})
    const text = async (): Promise<string> => JSON.stringify(await saved(state))
    expect(await text()).not.toContain('"nextNumber":1')
    vi.advanceTimersByTime(1000)
    await expect.poll(text).toContain('"nextNumber":1')
  })

  it('fails the end, where it is the last one', async () => {
    const { folder, state } = await stateFolder()
    const { fake } = await open({ state })
    await rm(folder, { recursive: true })
    await expect(fake.close()).rejects.toThrow(/^state: ".*state\.json" cannot be saved: ENOENT: /)
  })
})

describe('two fakes with one state file', () => {
  it('do not overwrite each other: the one that saves later says so', async () => {
    const { folder, state } = await stateFolder()
    const [first, second] = [await open({ state }), await open({ state })]
    tick()
    await expect.poll(() => first.lines.length + second.lines.length).toBeGreaterThan(0)
    const [stopped, other] = first.lines.length > 0 ? [first, second] : [second, first]
    await other.fake.sandbox('one').jobs.create({})
    await stopped.fake.sandbox('two').jobs.create({})
    const message = `state: ${JSON.stringify(state)} cannot be saved: another program has changed it, perhaps a second fake`
    await expect
      .poll(() => {
        tick()
        return stopped.lines.at(-1)
      })
      .toBe(`error: ${message}`)
    await expect(stopped.fake.close()).rejects.toThrow(message)
    await other.fake.close()
    expect(other.lines).toEqual([])
    expect((await saved(state)).map(({ name }) => name)).toEqual(['default', 'one'])
    expect(await readdir(folder)).toEqual(['state.json'])
  })
})

describe('a fake that cannot listen', () => {
  it('leaves the file as it was', async () => {
    const { folder, state } = await stateFolder()
    const other = await startFake()
    onTestFinished(() => other.close())
    const port = Number(new URL(other.baseUrl).port)
    await expect(startFake({ state, port })).rejects.toThrow('EADDRINUSE')
    tick()
    expect(await readdir(folder)).toEqual([])
  })
})
