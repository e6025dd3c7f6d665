import { describe, expect, it, onTestFinished } from 'vitest'

import { connect, createFake, type FakeOptions, startFake } from '../../../src/index.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { describeWays, openPanel, readProblem, stateOf } from '../../support/control.ts'
import { fill } from '../../support/fill.ts'
import { soon } from '../../support/outbox.ts'
import { startReceiver, sentTo } from '../../support/receiver.ts'
import { sendJob } from '../../support/send-job.ts'
import { change, changed, withAt } from '../../support/snapshots.ts'

const options: FakeOptions = { clock: noon, seed: 3, completeAfter: '2s' }
const ownSecret = `whsec_${Buffer.from('a secret of 24 bytes, ok').toString('base64')}`

describeWays('a snapshot', (open) => {
  it('is one document of what differs, and has no secret', async () => {
    const panel = await open(options)
    const fresh = await panel.fake.sandbox('one').snapshot.save()
    expect(fresh).toMatchObject({
      format: 'cloudsec-fake/snapshot',
      version: 3,
      seed: 3,
      sandbox: { name: 'one', incarnation: 0 },
    })
    expect(Object.keys(fresh.parts)).toEqual(['clock', 'scenarios'])
    expect(JSON.stringify(fresh).length).toBeLessThan(1000)

    const { saved, sandbox } = await changed(panel)
    const { secret } = await panel.fake.sandbox('one').keys.create({ name: 'drawn' })
    await sandbox.control('PUT', '/signing-secret', { secret: ownSecret })
    const text = await sandbox.look('/snapshot')
    for (const hidden of [secret, ownSecret, 'csf_mine_alone', 'csf_full_access', 'whsec_']) {
      expect(text).not.toContain(hidden)
    }
    expect(text.length).toBeLessThan(JSON.stringify(saved).length + 1000)
  })

  it('is loaded under another name, into a fake with other options, and gives the same one again', async () => {
    const { saved } = await changed(await open(options))
    const { fake, at: place } = await open({
      ...options,
      clock: 'frozen',
      quota: 7,
      assume: { listOrder: 'by_id' },
      scenario: ['extra-fields'],
    })
    const sandbox = fake.sandbox('two')
    await change(place('two'))
    await sandbox.snapshot.load(JSON.parse(JSON.stringify(saved)))
    expect(await sandbox.snapshot.save()).toEqual(saved)
    expect(await sandbox.summary()).toMatchObject({
      name: 'two',
      clock: { now: '2026-07-01T12:00:03.000Z' },
      scenarios: ['flaky', 'own'],
      assumptions: { limitAboveMax: 'clamp' },
    })
    // Keys open by their secrets, which are nowhere; those that were revoked do not.
    const status = async (key: string) => (await place('two').api('GET', '/security/assessments', { key })).status
    expect([await status('csf_mine_alone'), await status('csf_read_only')]).toEqual([200, 401])
    // Other sandboxes of the fake are as they were.
    expect((await fake.summary()).scenarios).toEqual(['extra-fields'])
  })

  it('takes a sandbox back to where it was, and can do so again', async () => {
    const panel = await open(options)
    const { sandbox, saved } = await changed(panel)
    const before = await stateOf(sandbox)
    const loaded = panel.fake.sandbox('one').snapshot
    for (let i = 0; i < 2; i += 1) {
      await change(sandbox)
      await sandbox.control('POST', '/reset')
      await loaded.load(saved)
      expect(await stateOf(sandbox)).toEqual(before)
      expect(await loaded.save()).toEqual(saved)
    }
  })

  it('leaves a sandbox its signing secret, unless it follows from the seed', async () => {
    const { fake } = await open(options)
    const saved = await fake.snapshot.save()
    await fake.outbox.setSigningSecret(ownSecret)
    expect(JSON.stringify(await fake.snapshot.save())).not.toContain(ownSecret.slice(6))
    await fake.snapshot.load(saved)
    expect(await fake.outbox.signingSecret()).toBe(ownSecret)
    const sandbox = (await open(options)).fake.sandbox('elsewhere')
    const other = (await open(options)).fake.sandbox('other')
    await sandbox.snapshot.load(await other.snapshot.save())
    expect(await sandbox.outbox.signingSecret()).toBe(await other.outbox.signingSecret())
  })

  it('may be larger than other bodies, up to 16 MiB', async () => {
    const panel = await open({ ...options, clock: noon })
    const name = 'x'.repeat(700_000)
    for (let i = 0; i < 3; i += 1) await panel.api('POST', '/data/analysis/jobs', { body: { ...jobBody, name } })
    const saved = await panel.fake.snapshot.save()
    expect(JSON.stringify(saved).length).toBeGreaterThan(2_000_000)
    await panel.fake.sandbox('two').snapshot.load(saved)
    expect((await panel.fake.sandbox('two').summary()).counts['jobs']).toBe(28)
    const refused = await panel.control('PUT', '/snapshot', ' '.repeat(16_777_217))
    expect(readProblem(refused, 413)).toBe('the body: expected at most 16777216 bytes, got more')
  })

  it('is not saved where it could not be loaded', async () => {
    const panel = await open({ ...options, clock: noon })
    const name = 'x'.repeat(1_000_000)
    for (let i = 0; i < 16; i += 1) await panel.api('POST', '/data/analysis/jobs', { body: { ...jobBody, name } })
    const fits = await panel.fake.snapshot.save()
    await panel.fake.sandbox('two').snapshot.load(fits)
    await panel.api('POST', '/data/analysis/jobs', { body: { ...jobBody, name } })
    const detail = readProblem(await panel.control('GET', '/snapshot'), 413)
    expect(detail).toMatch(/^the snapshot: expected at most 16777216 bytes, the limit of a load, got 17\d{6}; /)
    await expect(panel.fake.snapshot.save()).rejects.toThrow(detail)
  })

  it('takes no place beyond the bound of sandboxes', async () => {
    const panel = await open({ ...options, maxSandboxes: 2 })
    await panel.at('one').control('POST', '/reset')
    const saved = await panel.fake.sandbox('one').snapshot.save()
    expect(readProblem(await panel.at('two').control('PUT', '/snapshot', saved), 503)).toContain(
      '"two" was not created',
    )
    expect((await panel.at('one').control('PUT', '/snapshot', saved)).status).toBe(200)
  })
})

describe('the room for records', () => {
  const small: FakeOptions = { clock: noon, maxStoredBytes: 60_000 }
  const open = async (given: FakeOptions) => {
    const { panel, close } = await openPanel('in process', given)
    onTestFinished(close)
    return panel
  }

  it('is taken by what is loaded and given back by what it replaces, to the byte, however often', async () => {
    const panel = await open(small)
    const most = await fill(panel)
    const full = await panel.fake.snapshot.save()
    for (let i = 0; i < 3; i += 1) {
      await panel.fake.snapshot.load(full)
      expect(await fill(panel)).toBe(0)
    }
    await panel.fake.reset()
    expect(await fill(panel)).toBe(most)
  })

  it('is not exceeded: what has no room is refused, and nothing changes', async () => {
    const panel = await open(small)
    await fill(panel)
    const full = await panel.fake.snapshot.save()
    const sandbox = panel.fake.sandbox('two')
    const before = await stateOf(panel.at('two'))
    await expect(sandbox.snapshot.load(full)).rejects.toThrow(
      /^parts\.storage: takenBytes: \d+ bytes: the bound of 60000 bytes for created records is reached/,
    )
    expect(await stateOf(panel.at('two'))).toEqual(before)
    await panel.fake.reset()
    await sandbox.snapshot.load(full)
    expect(await fill(panel)).toBe(0)
  })

  it('is given back by a snapshot that is refused after it was taken', async () => {
    const panel = await open(small)
    const most = await fill(panel)
    const full = await panel.fake.snapshot.save()
    const wrong = withAt(full, 'parts.jobs.nextNumber', -1)
    await panel.fake.reset()
    for (let i = 0; i < 3; i += 1) await expect(panel.fake.snapshot.load(wrong)).rejects.toThrow(/^parts\.jobs: /)
    expect(await fill(panel)).toBe(most)
  })

  it('is given back by what is removed later', async () => {
    const panel = await open({ clock: noon, maxStoredBytes: 100_000 })
    const made = await panel.fake.jobs.create({})
    await fill(panel)
    await panel.fake.snapshot.load(await panel.fake.snapshot.save())
    expect(await fill(panel)).toBe(0)
    await panel.fake.jobs.remove(made.id)
    expect(await fill(panel)).toBeGreaterThan(0)
  })
})

describe('a message under way when a snapshot is taken', () => {
  it('goes on by itself on a running clock, from the instant that was saved', async () => {
    const receiver = await startReceiver()
    const fake = await startFake({ ...options, clock: 'real', completeAfter: '3m' })
    const other = await startFake({ ...options, clock: noon })
    onTestFinished(async () => void (await Promise.all([fake.close(), other.close()])))
    await fake.clock.change({ now: noon, mode: 'frozen' })
    await sendJob(fake, { notification: { webhook_url: receiver.url } })
    await fake.clock.run(60)
    const saved = await (await connect(fake.baseUrl)).snapshot.save()
    await fake.clock.freeze()
    const held = await connect(other.baseUrl)
    await held.snapshot.load(saved)
    expect(await held.clock.show()).toMatchObject({ mode: 'real', rate: 60 })
    const { attempts } = await held.outbox.next(soon)
    expect(Date.parse(attempts[0]?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(noon) + 180_000)
    expect(sentTo(receiver)).toEqual(['Nightly correlation completed'])
  })

  it('a waiting client gets the next delivery of the sandbox that was loaded, but no earlier one', async () => {
    const fake = await createFake(options)
    onTestFinished(() => fake.close())
    const notify = async (name: string) => {
      const { id } = await fake.jobs.create({ name, status: 'running', notification: { email: 'ops@example.com' } })
      await fake.jobs.update(id, { status: 'completed' })
    }
    await notify('first')
    expect((await fake.outbox.next()).subject).toContain('first')
    const saved = await fake.snapshot.save()
    const waiting = fake.outbox.next()
    await fake.snapshot.load(saved)
    await notify('second')
    expect((await waiting).subject).toContain('second')
    // A client that had a delivery that was taken back gets the one in its place, also if that came before its request.
    for (const name of ['third', 'fourth']) {
      await fake.snapshot.load(saved)
      await notify(name)
      await fake.clock.advance('0s')
      expect((await fake.outbox.next()).subject).toContain(name)
    }
  })
})

describe('a quota of a scenario', () => {
  it('that was used up and forgotten does not begin again by being loaded', async () => {
    const fakes = await Promise.all([createFake(options), createFake(options)])
    onTestFinished(async () => void (await Promise.all(fakes.map((fake) => fake.close()))))
    const [fake, other] = fakes
    const remaining = async ({ fetch, baseUrl }: typeof fake) =>
      (await fetch(`${baseUrl}/cloud/resources`)).headers.get('x-rate-limit-remaining')
    await fake.assumptions.set({ rateWindow: 'sliding', rateCounts: 'accepted' })
    await fake.scenarios.define({ name: 'used', quota: { limit: 10, remaining: 3 } })
    expect(await remaining(fake)).toBe('3')
    await fake.clock.advance('2h')
    expect(await remaining(fake)).toBe('10')
    await other.snapshot.load(await fake.snapshot.save())
    for (const one of fakes) {
      await one.clock.set(noon)
      expect(await remaining(one)).toBe('10')
    }
  })
})
