import { mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createFake, createLog, type Fake, type FakeOptions, startFake } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { openPanel } from '../../support/control.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { still } from '../../support/held-timers.ts'
import { lifeStep } from '../../support/life.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { sendJob } from '../../support/send-job.ts'
import { change } from '../../support/snapshots.ts'
import { holdSaves, moveAway, stateFile, stateFolder } from '../../support/state-files.ts'
import { controlStep, take } from '../../support/steps.ts'

holdSaves()

const options: FakeOptions = { clock: noon, seed: 3, completeAfter: '2s' }

/** A fake that ends with the test, unless the test ends it, the lines of its log, and what it says of its state. */
async function open(given: FakeOptions) {
  const lines: string[] = []
  const fake = await createFake({ ...options, log: createLog('warn', (line) => lines.push(line)), ...given })
  onTestFinished(() => fake.close().catch(() => {}))
  const ready = async (): Promise<unknown> => await (await fake.fetch(`${fake.controlUrl}/ready`)).json()
  return { fake, lines, ready }
}

/** The sandboxes in a state file, when it is time to save; none where it does not exist. */
async function saved(state: string) {
  vi.advanceTimersByTime(1000)
  const text = await readFile(state, 'utf8').catch(() => undefined)
  return text === undefined ? [] : stateFile.parse(JSON.parse(text)).sandboxes
}

/** The content of a state file, without instants. */
const textOf = async (state: string): Promise<string> =>
  JSON.stringify(
    (await saved(state)).map(({ name, incarnation, seedName, parts }) => ({ name, incarnation, seedName, parts })),
  )
const namesIn = async (state: string): Promise<readonly string[]> => (await saved(state)).map(({ name }) => name)

const health = (second: number, reason: string | null = null) => ({
  status: 'ready',
  state: { saved: reason === null, reason, lastSaveAt: `2026-11-22T12:00:0${second}.000Z` },
})
const taken = 'another program has changed it, perhaps a second fake'
const missing = 'ENOENT: no such file or directory'

it('is the only file, for its owner alone, without a secret, and keeps where the names of sandboxes come from', async () => {
  const { folder, state } = await stateFolder()
  const { panel, close } = await openPanel('over a socket', { ...options, state })
  const { fake } = panel
  await change(panel.at('one'))
  const { secret } = await fake.sandbox('one').keys.create({ name: 'drawn' })
  await fake.sandbox('copy').snapshot.load(await fake.sandbox('one').snapshot.save())
  await fake.sandbox('gone').reset()
  await fake.sandboxes.create()
  for (const name of ['gone', 'sandbox-1']) await fake.sandboxes.delete(name)
  await close()
  expect([await readdir(folder), (await stat(state)).mode & 0o777]).toEqual([['state.json'], 0o600])
  const text = await readFile(state, 'utf8')
  for (const hidden of [secret, 'csf_mine_alone', 'csf_full_access', 'whsec_']) expect(text).not.toContain(hidden)

  const { fake: second } = await open({ state })
  const headers = { Authorization: `Bearer ${secret}` }
  expect((await second.fetch(`${second.sandbox('one').baseUrl}/cloud/resources`, { headers })).status).toBe(200)
  const { sandboxes, sandbox } = second
  const { name } = (await sandbox('copy').snapshot.save()).sandbox
  const { incarnation } = (await sandbox('gone').snapshot.save()).sandbox
  expect([name, incarnation, (await sandboxes.create()).name]).toEqual(['one', 2, 'sandbox-2'])
})

describe('what goes on after a restart', () => {
  it('a running clock, as if it had never stopped', async () => {
    const { state } = await stateFolder()
    const { fake } = await open({ state, clock: 'real' })
    await fake.clock.change({ now: '2030-01-01T00:00:00Z', mode: 'real', rate: 60 })
    await fake.sandbox('frozen').clock.freeze()
    await fake.sandbox('later').clock.change({ now: '2030-01-01T00:00:00Z' })
    const frozen = await fake.sandbox('frozen').clock.show()
    await fake.close()
    // An hour of the wall clock passes, and the wall clock of one of them was set back.
    const passed = (await readFile(state, 'utf8')).replaceAll(
      /"savedMs":(\d+)/g,
      (_, ms) => `"savedMs":${Number(ms) - 3_600_000}`,
    )
    await writeFile(state, passed.replace(/("name":"later".*?"savedMs":)\d+/, '$1253402300799999'))
    const { fake: second } = await open({ state, clock: 'real' })
    expect(await second.clock.show()).toMatchObject({ mode: 'real', rate: 60 })
    expect((await second.clock.show()).now).toMatch(/^2030-01-03T1[2-9]:/)
    expect(await second.sandbox('frozen').clock.show()).toEqual(frozen)
    expect((await second.sandbox('later').clock.show()).now).toMatch(/^2030-01-01T00:/)
  })

  it('the delivery that was under way, with the same id, and those after it in their order', async () => {
    const { state } = await stateFolder()
    const receiver = await startReceiver()
    receiver.answer('hang')
    const { fake } = await open({ state })
    for (const name of ['one', 'two']) {
      const { id } = await fake.jobs.create({ name, status: 'running', notification: { webhook_url: receiver.url } })
      await fake.jobs.update(id, { status: 'completed' })
    }
    await expect.poll(() => receiver.received.length).toBe(2)
    await fake.close()
    receiver.answer(204)
    const { fake: second } = await open({ state })
    await expect.poll(async () => (await second.outbox.list({ state: 'delivered' })).length).toBe(2)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.slice(2)).toEqual(ids.slice(0, 2))
  })

  it('a scenario as deep as one may be, and no signing secret that a client set', async () => {
    const { state } = await stateFolder()
    const { fake } = await open({ state })
    const drawn = await fake.outbox.signingSecret()
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    const deep = (levels: number) => ({ name: 'deep', rules: [{ then: { body: nested(levels - 4) } }] })
    const refusal = 'the scenario: expected at most 90 levels of objects and arrays, got more'
    await expect(fake.scenarios.define(deep(91))).rejects.toThrow(refusal)
    await fake.scenarios.define(deep(90))
    await fake.snapshot.load(await fake.snapshot.save())
    await fake.outbox.setSigningSecret(`whsec_${Buffer.from('a secret of 24 bytes, ok').toString('base64')}`)
    await fake.close()
    const { fake: second } = await open({ state })
    expect((await second.summary()).scenarios).toEqual(['deep'])
    expect(await second.outbox.signingSecret()).toBe(drawn)
  })

  it('scenarios of files, but for those that changed or are missing, which one warning names', async () => {
    const { state } = await stateFolder()
    const failing = (name: string, times = 1) => ({
      name,
      rules: Array.from({ length: times }, () => ({
        when: { operation: 'listJobs' as const },
        then: { error: 'internal_error' as const },
      })),
    })
    const names = ['below', 'mine', 'above', 'off', 'gone', 'same']
    const scenarios = await writeFixtures(Object.fromEntries(names.map((name) => [`${name}.json`, failing(name)])))
    const write = (name: string, times?: number) =>
      writeFile(join(scenarios, `${name}.json`), JSON.stringify(failing(name, times)))
    const { fake: first } = await open({ state, scenarios })
    const list = async (named: object = {}) =>
      await first.fetch(`${first.baseUrl}/data/analysis/jobs`, {
        headers: { Authorization: `Bearer ${first.apiKey}`, ...named },
      })
    await first.scenarios.on('below', 'mine', 'above', 'gone')
    await first.sandbox('two').scenarios.on('mine', 'same')
    await first.scenarios.define(failing('own'))
    for (const name of ['off', 'same']) await list({ 'X-Fake-Scenario': name })
    await first.scenarios.on('mine')
    await list()
    await first.close()

    for (const name of ['mine', 'off']) await write(name, 2)
    await rm(join(scenarios, 'gone.json'))
    const { fake, lines } = await open({ state, scenarios })
    expect(lines).toEqual([`warn: state: ${JSON.stringify(state)}: changed or missing scenarios are off: mine, gone`])
    expect((await fake.summary()).scenarios).toEqual(['below', 'above', 'own'])
    expect((await fake.sandbox('two').summary()).scenarios).toEqual(['same'])
    const matches = async (name: string) => (await fake.scenarios.show(name)).rules[0]?.matches
    expect([await matches('mine'), await matches('off'), await matches('same')]).toEqual([0, 0, 1])
    await fake.close()
    expect((await open({ state, scenarios })).lines).toEqual([])

    await write('own')
    const reason = 'name: "own" is already the name of a scenario of every sandbox (file)'
    await expect(open({ state, scenarios })).rejects.toThrow(reason)
  })
})

/** What changes without a request, or before its answer: the texts that the file has one after another, and what begins it. */
const unseen: readonly (readonly [string, readonly string[], (fake: Fake, receiver: Receiver) => unknown])[] = [
  [
    'a delivery, which no request is for',
    ['"state":"pending"', '"state":"delivered"'],
    async (fake, { url, hold }) => {
      const letGo = hold(204)
      const { id } = await fake.jobs.create({ status: 'running', notification: { webhook_url: url } })
      await fake.jobs.update(id, { status: 'completed' })
      return letGo
    },
  ],
  [
    'work that the clock does without a request',
    ['"state":"delivered"'],
    async (fake, { url }) => {
      await fake.clock.run(10)
      await sendJob(fake, { notification: { webhook_url: url } })
    },
  ],
  [
    'the count of a request that misnames its sandbox',
    ['"used":1'],
    ({ fetch: ask, baseUrl, apiKey }) =>
      ask(`${baseUrl}/cloud/resources`, { headers: { Authorization: `Bearer ${apiKey}`, 'X-Fake-Sandbox': 'One' } }),
  ],
  [
    'a request that waits, and then gets no answer',
    ['"matches":1', '"nextNumber":1'],
    async (fake) => {
      const rules = [{ then: { delay: '500ms' } }, { phase: 'after', then: { fault: 'hang' } }] as const
      await fake.scenarios.define({ name: 'hangs', rules: [...rules] })
      void sendJob(fake, {}).catch(() => {})
    },
  ],
]

describe('a save', () => {
  it.each(unseen)('has %s', async (_, texts, begin) => {
    const { state } = await stateFolder()
    const { fake } = await open({ state })
    await expect.poll(() => saved(state)).toHaveLength(1)
    const receiver = await startReceiver()
    let next: unknown = () => begin(fake, receiver)
    for (const text of texts) {
      expect(await textOf(state)).not.toContain(text)
      if (typeof next === 'function') next = await next()
      await expect.poll(() => textOf(state), { interval: 5 }).toContain(text)
    }
  })

  it('has what any change changed, in the sandboxes that it touched', async () => {
    const { folder } = await stateFolder()
    const step = fc.oneof(
      { arbitrary: lifeStep, weight: 8 },
      controlStep('DELETE', ['/sandboxes/one', '/sandboxes/two']),
      controlStep('POST', ['/sandboxes'], [{}, { name: 'two' }]),
    )
    const acts = fc.array(fc.record({ name: fc.constantFrom('default', 'one'), step }), { minLength: 5, maxLength: 15 })
    let runs = 0
    const hasAll = fc.asyncProperty(acts, async (some) => {
      const state = join(folder, `${(runs += 1)}.json`)
      const { panel, close } = await openPanel('in process', { ...options, state })
      for (const act of some) {
        await take(panel.at(act.name), [act.step])
        const expected = await Promise.all(
          (await panel.fake.sandboxes.list()).map(async ({ name }) => {
            const { sandbox, parts } = await panel.fake.sandbox(name).snapshot.save()
            return { name, incarnation: sandbox.incarnation, seedName: sandbox.name, parts }
          }),
        )
        await expect.poll(() => textOf(state), { interval: 5 }).toBe(JSON.stringify(expected))
      }
      await close()
    })
    await fc.assert(hasAll, { numRuns: Number(process.env['STATE_RUNS'] ?? 10), seed: 1 })
  })

  it('is not made where nothing was used, which the file has all the same, and again where it was removed', async () => {
    const { state } = await stateFolder()
    const { fake, ready, lines } = await open({ state })
    // A balancer asks again and again.
    const looked = async (second: number): Promise<number> => {
      vi.advanceTimersByTime(1000)
      await expect.poll(ready, still).toEqual(health(second))
      return (await stat(state)).ino
    }
    const before = await looked(1)
    expect([await looked(2), await looked(3)]).toEqual([before, before])
    await rm(state)
    await expect.poll(() => saved(state)).toHaveLength(1)
    await rm(state)
    await fake.close()
    expect(await saved(state)).toHaveLength(1)
    const { fake: other } = await open({ state })
    await writeFile(state, 'mine')
    await expect(other.close()).rejects.toThrow(`cannot be saved: ${taken}`)
    // A fake that is closed already leaves the file to the next.
    await fake.close()
    expect([await readFile(state, 'utf8'), lines]).toEqual(['mine', []])
  })

  it('is told by the instant of its state, not that at which it was written', async () => {
    const { state } = await stateFolder()
    const { fake, ready } = await open({ state })
    await fake.jobs.create({})
    vi.advanceTimersByTime(1000)
    vi.setSystemTime('2026-11-22T12:00:04Z')
    await expect.poll(ready, still).toEqual(health(1))
    expect(await (await open({})).ready()).toEqual({ status: 'ready' })
  })

  it('follows a link, and leaves no other file', async () => {
    const { folder, state } = await stateFolder()
    const target = join(folder, 'target.json')
    await (await open({ state: target })).fake.close()
    await symlink(target, state)
    const { fake } = await open({ state })
    await fake.sandbox('one').jobs.create({})
    await fake.close()
    expect(await namesIn(target)).toEqual(['default', 'one'])
    expect((await readdir(folder)).toSorted()).toEqual(['state.json', 'target.json'])
  })

  it('removes what killed saves left behind, and nothing else', async () => {
    const { folder, state } = await stateFolder()
    const ofSave = (number: number): string => `${state}.4711-${number}.saving`
    const old = [ofSave(1), ofSave(2)]
    const others = [`${state}.1790000000`, `${state}.bak`, `${state}.saving`, join(folder, 'other.json.4711-1.saving')]
    for (const path of [...old, ...others]) await writeFile(path, '{').then(() => utimes(path, 1, 1))
    // It may be under way.
    await writeFile(ofSave(3), '{')
    await mkdir(ofSave(4))
    await utimes(ofSave(4), 1, 1)
    await (await open({ state })).fake.close()
    const left = [...others, state, ofSave(3), ofSave(4)].map((path) => basename(path))
    expect((await readdir(folder)).toSorted()).toEqual(left.toSorted())
  })

  it('of many records is made in turns, between which requests are served', async () => {
    const { state } = await stateFolder()
    const { fake } = await open({ state, maxStoredBytes: 1_000_000_000 })
    for (let i = 0; i < 100; i += 1) await fake.jobs.create({ name: `${i}`.padStart(50_000) })
    // Each piece takes longer than a turn may.
    let nowMs = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 20))
    onTestFinished(() => now.mockRestore())
    let [turns, isOver] = [0, false]
    const watch = (): void => {
      turns += 1
      if (!isOver) setImmediate(watch)
    }
    watch()
    await fake.close().finally(() => (isOver = true))
    // A piece has few records, however long they are: no turn writes more than one of these.
    expect(Math.min(turns, nowMs / 20)).toBeGreaterThan(100)
  })
})

describe('a save that fails', () => {
  it('is logged once, told, tried again after ten seconds, and made up for', async () => {
    const { folder, state } = await stateFolder()
    const { fake, lines, ready } = await open({ state })
    expect(await ready()).toEqual(health(0))
    const about = `state: ${JSON.stringify(state)}`
    const away = await moveAway(folder)
    await fake.jobs.create({})
    vi.advanceTimersByTime(1000)
    await expect.poll(ready, still).toEqual(health(0, missing))
    await rename(away, folder)
    const text = async (): Promise<string> => await readFile(state, 'utf8')
    vi.advanceTimersByTime(9000)
    // A save would be over before so many reads.
    for (let i = 0; i < 20; i += 1) expect(await text()).not.toContain('"nextNumber"')
    vi.advanceTimersByTime(1000)
    await expect.poll(text, still).toContain('"nextNumber":1')
    await expect.poll(ready, still).toMatchObject({ state: { saved: true, reason: null } })
    await moveAway(folder)
    for (const afterMs of [1000, 11_000, 11_000]) {
      await fake.jobs.create({})
      vi.advanceTimersByTime(afterMs)
      await expect.poll(ready, still).toMatchObject({ state: { saved: false, reason: missing } })
    }
    const line = `${about} cannot be saved: ${missing}`
    await expect(fake.close()).rejects.toThrow(line)
    expect(lines).toEqual([`error: ${line}`, `warn: ${about} is saved again`, `error: ${line}`])
  })

  it('because of a second fake leaves the file to it', async () => {
    const { folder, state } = await stateFolder()
    const [first, second] = [await open({ state }), await open({ state })]
    vi.advanceTimersByTime(1000)
    await expect.poll(() => first.lines.length + second.lines.length).toBeGreaterThan(0)
    const [stopped, other] = first.lines.length > 0 ? [first, second] : [second, first]
    await other.fake.sandbox('one').jobs.create({})
    await stopped.fake.sandbox('two').jobs.create({})
    const message = `state: ${JSON.stringify(state)} cannot be saved: ${taken}`
    expect(stopped.lines).toEqual([`error: ${message}`])
    expect(await stopped.ready()).toEqual(health(0, taken))
    await expect(stopped.fake.close()).rejects.toThrow(message)
    await other.fake.close()
    expect([other.lines, await namesIn(state), await readdir(folder)]).toEqual([[], ['default', 'one'], ['state.json']])
  })

  it('is none where the fake cannot listen', async () => {
    const { folder, state } = await stateFolder()
    const other = await startFake()
    onTestFinished(() => other.close())
    const port = Number(new URL(other.baseUrl).port)
    await expect(startFake({ state, port })).rejects.toThrow('EADDRINUSE')
    expect(await saved(state)).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })
})
