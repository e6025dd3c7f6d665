import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createFake, type FakeOptions } from '../src/index.ts'
import { noon } from './support/answers.ts'
import { openPanel, stateOf } from './support/control.ts'
import { ways } from './support/fake.ts'
import { hold } from './support/held-timers.ts'
import { startReceiver } from './support/receiver.ts'
import { sendJob } from './support/send-job.ts'
import { change } from './support/snapshots.ts'
import { stateFolder } from './support/state-files.ts'

const options: FakeOptions = { clock: noon, seed: 3, completeAfter: '2s' }

/** A fake that ends with the test, unless the test ends it. */
async function open(given: FakeOptions) {
  const fake = await createFake({ ...options, ...given })
  onTestFinished(() => fake.close().catch(() => {}))
  return fake
}

/** Changes the content of a state file. */
async function edit(state: string, change: (text: string) => string): Promise<void> {
  await writeFile(state, change(await readFile(state, 'utf8')))
}

describe.each(ways)('a state file, %s', (way) => {
  it('has the whole fake go on after a restart, and has no secret', async () => {
    const { folder, state } = await stateFolder()
    const first = await openPanel(way, { ...options, state })
    await change(first.panel.at('one'))
    const { secret } = await first.panel.fake.sandbox('one').keys.create({ name: 'drawn' })
    await first.panel.fake.sandbox('copy').snapshot.load(await first.panel.fake.sandbox('one').snapshot.save())
    await first.panel.fake.sandbox('gone').jobs.create({})
    await first.panel.fake.sandbox('gone').reset()
    await first.panel.fake.sandboxes.delete('gone')
    await first.panel.fake.sandboxes.create()
    const before = await stateOf(first.panel.at('one'))
    const listed = await first.panel.look('/sandboxes')
    await first.close()

    expect(await readdir(folder)).toEqual(['state.json'])
    expect((await stat(state)).mode & 0o777).toBe(0o600)
    const text = await readFile(state, 'utf8')
    for (const hidden of [secret, 'csf_mine_alone', 'csf_full_access', 'whsec_']) expect(text).not.toContain(hidden)

    const second = await openPanel(way, { ...options, state })
    onTestFinished(second.close)
    const { panel } = second
    const origin = (of: string): string => of.replaceAll(/http:\/\/[^/]+/g, '')
    const withoutUse = (of: string): string => of.replace(/"lastUsedAt":"[^"]+"/, '')
    expect(withoutUse(origin(await panel.look('/sandboxes')))).toBe(withoutUse(origin(listed)))
    expect((await stateOf(panel.at('one'))).map(origin)).toEqual(before.map(origin))
    expect((await panel.at('one').api('GET', '/cloud/resources', { key: secret })).status).toBe(200)
    expect((await panel.fake.sandbox('copy').snapshot.save()).sandbox.name).toBe('one')
    expect((await panel.fake.sandboxes.create()).name).toBe('sandbox-2')
    expect((await panel.fake.sandbox('gone').snapshot.save()).sandbox.incarnation).toBe(2)
  })
})

describe('what goes on after a restart', () => {
  it('a running clock, as if it had never stopped', async () => {
    const { state } = await stateFolder()
    const first = await open({ state, clock: 'real' })
    await first.clock.change({ now: '2030-01-01T00:00:00Z', mode: 'real', rate: 60 })
    await first.sandbox('frozen').clock.freeze()
    await first.sandbox('later').clock.change({ now: '2030-01-01T00:00:00Z' })
    const frozen = await first.sandbox('frozen').clock.show()
    await first.close()
    // An hour of the wall clock passes.
    await edit(state, (text) => text.replaceAll(/"savedMs":(\d+)/g, (_, ms) => `"savedMs":${Number(ms) - 3_600_000}`))
    // The wall clock of one of them was set back.
    await edit(state, (text) => text.replace(/("name":"later".*?"savedMs":)\d+/, '$1253402300799999'))
    const second = await open({ state, clock: 'real' })
    expect(await second.clock.show()).toMatchObject({ mode: 'real', rate: 60 })
    expect((await second.clock.show()).now).toMatch(/^2030-01-03T1[2-9]:/)
    expect(await second.sandbox('frozen').clock.show()).toEqual(frozen)
    expect((await second.sandbox('later').clock.show()).now).toMatch(/^2030-01-01T00:/)
  })

  it('the delivery that was under way, with the same id, and those after it in their order', async () => {
    const { state } = await stateFolder()
    const receiver = await startReceiver()
    receiver.answer('hang')
    const first = await open({ state })
    for (const name of ['one', 'two']) {
      const { id } = await first.jobs.create({ name, status: 'running', notification: { webhook_url: receiver.url } })
      await first.jobs.update(id, { status: 'completed' })
    }
    await expect.poll(() => receiver.received.length).toBe(2)
    await first.close()
    receiver.answer(204)
    const second = await open({ state })
    await expect.poll(async () => (await second.outbox.list({ state: 'delivered' })).length).toBe(2)
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(ids.slice(2)).toEqual(ids.slice(0, 2))
  })

  it('work that the clock did without a request', async () => {
    const { state } = await stateFolder()
    const receiver = await startReceiver()
    const fake = await open({ state, clock: 'real', completeAfter: '50ms' })
    await sendJob(fake, { notification: { webhook_url: receiver.url } })
    await expect.poll(async () => await readFile(state, 'utf8').catch(() => '')).toContain('"delivered"')
  })

  it('a scenario as deep as one may be, which a snapshot takes too', async () => {
    const { state } = await stateFolder()
    const first = await open({ state })
    const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
    const deep = (levels: number) => ({ name: 'deep', rules: [{ then: { body: nested(levels - 4) } }] })
    const refusal = 'the scenario: expected at most 90 levels of objects and arrays, got more'
    await expect(first.scenarios.define(deep(91))).rejects.toThrow(refusal)
    await first.scenarios.define(deep(90))
    await first.snapshot.load(await first.snapshot.save())
    await first.close()
    const second = await open({ state })
    expect((await second.summary()).scenarios).toEqual(['deep'])
  })

  it('no signing secret that a client set', async () => {
    const { state } = await stateFolder()
    const first = await open({ state })
    const drawn = await first.outbox.signingSecret()
    await first.outbox.setSigningSecret(`whsec_${Buffer.from('a secret of 24 bytes, ok').toString('base64')}`)
    await first.close()
    expect(await (await open({ state })).outbox.signingSecret()).toBe(drawn)
  })
})

describe('a save of many records', () => {
  it('is made in turns, between which requests are served', async () => {
    // Only the start and the end of the fake save, and each piece takes longer than a turn may.
    onTestFinished(hold(['setInterval', 'clearInterval']))
    let nowMs = 0
    const now = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 20))
    onTestFinished(() => now.mockRestore())
    const { state } = await stateFolder()
    const fake = await open({ state, maxStoredBytes: 1_000_000_000 })
    for (let i = 0; i < 100; i += 1) await fake.jobs.create({ name: `${i}`.padStart(50_000) })
    let [turns, isOver] = [0, false]
    const watch = (): void => {
      turns += 1
      if (!isOver) setImmediate(watch)
    }
    watch()
    await fake.close().finally(() => (isOver = true))
    // A piece has few records, however long they are: no turn writes more than one of these.
    expect(turns).toBeGreaterThan(100)
  })
})

describe('what killed saves left behind', () => {
  it('goes with a later start, and nothing else does', async () => {
    const { folder, state } = await stateFolder()
    const ofSave = (number: number): string => `${state}.4711-${number}.saving`
    const old = [ofSave(1), ofSave(2)]
    const others = [
      ofSave(1).replace('state.json', 'other.json'),
      `${state}.1790000000`,
      `${state}.bak`,
      `${state}.saving`,
    ]
    for (const path of [...old, ...others]) await writeFile(path, '{')
    for (const path of [...old, ...others]) await utimes(path, 1, 1)
    // It may be under way.
    await writeFile(ofSave(3), '{')
    await mkdir(ofSave(4))
    await utimes(ofSave(4), 1, 1)
    await (await open({ state })).close()
    const left = [...others, state, ofSave(3), ofSave(4)].map((path) => basename(path))
    expect((await readdir(folder)).toSorted()).toEqual(left.toSorted())
  })
})
