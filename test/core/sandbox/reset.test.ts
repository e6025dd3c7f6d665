import fc from 'fast-check'
import { expect, it } from 'vitest'

import type { FakeOptions } from '../../../src/index.ts'
import { assessmentBody, jobBody, noon, operations } from '../../support/answers.ts'
import { describeWays, type ControlledFake, stateOf } from '../../support/control.ts'
import { countUntilFull, fill } from '../../support/fill.ts'
import { heldBody } from '../../support/held-body.ts'
import { type Kind, kinds } from '../../support/record-admin.ts'
import { type SandboxRequests, bytesOf, harmless, step, take } from '../../support/steps.ts'

const body = (value: unknown): { readonly body: unknown } => ({ body: value })

/** Steps that two equal sandboxes answer alike: every request, and every kind of change. */
async function battery(sandbox: SandboxRequests): Promise<readonly string[]> {
  const seen: string[] = []
  const api = async (...request: Parameters<ControlledFake['api']>): Promise<void> => {
    seen.push(`${request[0]} ${request[1]}: ${bytesOf('api', await sandbox.api(...request))}`)
  }
  const control = async (...request: Parameters<ControlledFake['control']>): Promise<void> => {
    seen.push(`${request[0]} ${request[1]}: ${bytesOf('control', await sandbox.control(...request))}`)
  }
  seen.push(...(await stateOf(sandbox)))
  for (const key of ['csf_full_access', 'csf_mine_alone']) {
    for (const { method, path, ...rest } of operations) await api(method, path, { key, ...rest })
  }
  await api('GET', '/cloud/resources?limit=500')
  await api('GET', '/nowhere')
  for (const name of harmless) await api('GET', '/cloud/resources?limit=1', { headers: { 'X-Fake-Scenario': name } })
  await api('POST', '/security/assessments', body(assessmentBody))
  await api('POST', '/data/analysis/jobs', body(jobBody))
  for (const kind of kinds) await control('POST', `/${kind}`, {})
  await control('POST', '/keys', { name: 'k' })
  await control('POST', '/clock/advance', { by: '3s' })
  await control('PUT', '/scenarios/flaky')
  for (let i = 0; i < 8; i += 1) await api('GET', '/cloud/resources?limit=1')
  await control('POST', '/scenarios', { name: 'own', quota: { limit: 9 } })
  await control('POST', '/clock/advance', { by: '1h' })
  await api('GET', '/data/analysis/jobs')
  seen.push(...(await stateOf(sandbox)))
  return seen
}

const options: FakeOptions = { clock: noon, seed: 3, quota: 200, scenario: ['extra-fields'], completeAfter: '2s' }

const runs = { 'in process': 10, 'over a socket': 2, 'through connect': 2 } as const

describeWays('a sandbox that is reset', (open, way) => {
  it('answers everything as a new one does, after any requests, and does not change the others', async () => {
    const fresh = new Map<string, readonly string[]>()
    for (const name of ['default', 'one']) fresh.set(name, await battery((await open(options)).at(name)))
    const unused = await stateOf((await open(options)).at('one'))
    let changed = 0
    const sequence = fc.array(step, { minLength: 1, maxLength: 15 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('default', 'one'), sequence, sequence, async (name, steps, others) => {
        const panel = await open(options)
        const [sandbox, other] = [panel.at(name), panel.at('other')]
        await take(other, others)
        await other.control('PATCH', '/clock', { mode: 'frozen', now: noon })
        await take(sandbox, steps)
        const [untouched, before] = [await stateOf(other), await stateOf(panel.at('one'))]
        if (name === 'one' && before.join('') !== unused.join('')) changed += 1
        await panel.fake.sandbox(name).reset()
        expect(await stateOf(other)).toEqual(untouched)
        expect(await battery(sandbox)).toEqual(fresh.get(name))
        expect(await stateOf(other)).toEqual(untouched)
      }),
      { numRuns: runs[way], seed: 1 },
    )
    // The steps do change what a sandbox shows.
    expect(changed).toBeGreaterThan(runs[way] / 4)
  })

  it('is the one that a program holds already', async () => {
    const { fake } = await open(options)
    const sandbox = fake.sandbox('one')
    await sandbox.jobs.create({})
    await sandbox.scenarios.on('flaky')
    await sandbox.reset()
    expect(await sandbox.summary()).toMatchObject({ name: 'one', scenarios: ['extra-fields'], counts: { jobs: 25 } })
    await sandbox.clock.advance('1h')
    expect((await fake.sandbox('one').clock.show()).now).toBe('2026-07-01T13:00:00.000Z')
  })

  it('takes no more of the room for sandboxes, and gives none back', async () => {
    const { fake, send } = await open({ ...options, maxSandboxes: 2 })
    await fake.sandbox('one').reset()
    await fake.sandbox('one').reset()
    await fake.reset()
    expect((await send('POST', '/@two/_control/reset')).status).toBe(503)
    expect((await send('POST', '/@one/_control/reset')).status).toBe(200)
  })
})

/** An answer of the API without the sandbox in its links, and so without the length that follows from them. */
const withoutSandbox = (text: string): string =>
  text.replaceAll(/\/@[a-z]+\/v1/g, '/v1').replace(/content-length: \d+\n/, '')

describeWays('the same seed, clock and requests', (open, way) => {
  it('give the same bytes in two runs, and in two sandboxes but for the address in their links', async () => {
    const steps = fc.array(
      step.filter(({ to, path }) => to === 'api' || path === '/clock/advance'),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const [first, second] = [await open({ clock: noon, quota: 6 }), await open({ clock: noon, quota: 6 })]
        const expected = await take(first.at('default'), sequence)
        expect(await take(second.at('default'), sequence)).toEqual(expected)
        const inSandboxes = await Promise.all(['one', 'two'].map((name) => take(second.at(name), sequence)))
        for (const seen of inSandboxes) expect(seen.map(withoutSandbox)).toEqual(expected.map(withoutSandbox))
      }),
      { numRuns: runs[way], seed: 1 },
    )
  })
})

const small: FakeOptions = { clock: noon, maxStoredBytes: 60_000 }

describeWays('the room for records', (open) => {
  it('is given back by a reset, to the byte, however often', async () => {
    const { fake, api } = await open(small)
    const most = await fill({ api })
    expect(most).toBeGreaterThan(3)
    for (let i = 0; i < 3; i += 1) {
      await fake.reset()
      expect(await fill({ api })).toBe(most)
    }
  })

  it('that another sandbox uses is not', async () => {
    const { fake, at } = await open(small)
    const most = await fill(at('probe'))
    await fake.sandbox('probe').reset()
    for (let i = 0; i < 2; i += 1) await at('one').api('POST', '/data/analysis/jobs', { body: jobBody })
    expect(await fill(at('two'))).toBe(most - 2)
    await fake.sandbox('two').reset()
    expect(await fill(at('two'))).toBe(most - 2)
    await fake.sandbox('one').reset()
    expect(await fill(at('one'))).toBe(2)
  })

  it.each(kinds)('covers the records that the control plane creates: %s', async (kind: Kind) => {
    const { fake, control } = await open(small)
    const fillByControl = () =>
      countUntilFull(async () => {
        const { status, text } = await control('POST', `/${kind}`, {})
        const about = 'the record: the bound of 60000 bytes for created records is reached; reset a sandbox'
        if (status !== 201) expect([status, text]).toEqual([400, expect.stringContaining(about)])
        return status === 400 ? 503 : status
      })
    const most = await fillByControl()
    expect(most).toBeGreaterThan(1)
    await fake.reset()
    expect(await fillByControl()).toBe(most)
  })

  it('is not taken by a request that began before the reset and ends after it', async () => {
    const { fake, api } = await open(small)
    const most = await fill({ api })
    await fake.reset()
    const { body, release } = heldBody(jobBody)
    const created = api('POST', '/data/analysis/jobs', { body })
    await expect.poll(async () => (await fake.quota.list())[0]?.remaining, { interval: 5 }).toBe(4999)
    await fake.reset()
    release()
    expect((await created).status).toBe(201)
    expect((await fake.summary()).counts['jobs']).toBe(25)
    expect(await fill({ api })).toBe(most)
  })
})
