import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { FakeOptions } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { battery, lifeStep } from '../../support/life.ts'
import { bytesOf, type Step, take } from '../../support/steps.ts'
import { type Life, stubTransports } from '../../support/stub-transport.ts'

const { open, closeAll, stateOf } = await stubTransports()

/** A step, and the sandbox that it is for. */
type Act = Readonly<{ name: string; step: Step }>

const names = ['default', 'one', 'two', 'sandbox-1', 'sandbox-2']

const ofAll = (method: string, path: string, body?: unknown): Step => ({ to: 'control', method, path, body })

const act: fc.Arbitrary<Act> = fc.oneof(
  { arbitrary: fc.record({ name: fc.constantFrom(...names), step: lifeStep }), weight: 12 },
  fc
    .constantFrom(
      ...names.map((name) => ofAll('DELETE', `/sandboxes/${name}`)),
      ofAll('POST', '/sandboxes', {}),
      ofAll('POST', '/sandboxes', { name: 'two' }),
    )
    .map((step) => ({ name: 'default', step })),
)

/** The instants of the wall clock, by which no two fakes agree. */
const withoutWallTimes = (text: string): string => text.replaceAll(/"(?:createdAt|lastUsedAt)":"[^"]+"/g, '')

async function play({ panel }: Life, acts: readonly Act[]): Promise<readonly string[]> {
  const seen: string[] = []
  for (const { name, step } of acts) {
    const answers = await take(panel.at(name), [step])
    seen.push(...(step.path.startsWith('/sandboxes') ? answers.map(withoutWallTimes) : answers))
  }
  return seen
}

const settle = (name: string): Act => ({ name, step: ofAll('POST', '/clock/advance', { by: '1ms' }) })

/** The later life of a fake: its answers, and the messages that it sends. */
async function later(life: Life, acts: readonly Act[]): Promise<readonly string[]> {
  const from = life.sent.length
  const listed = bytesOf('control', await life.panel.control('GET', '/sandboxes'))
  const answers = [withoutWallTimes(listed), ...(await play(life, acts))]
  for (const name of ['default', 'one', 'sandbox-1']) answers.push(...(await battery(life.panel.at(name), stateOf)))
  return [...answers, ...life.sent.slice(from)]
}

/** The sandboxes with their instants by the wall clock, but for that of the one that is asked. */
async function listed({ panel }: Life): Promise<readonly unknown[]> {
  const sandboxes = await panel.fake.sandboxes.list()
  return sandboxes.map(({ name, lastUsedAt, ...rest }) => ({
    name,
    ...rest,
    ...(name === 'default' ? {} : { lastUsedAt }),
  }))
}

const options: FakeOptions = { clock: noon, seed: 3, quota: 200, scenario: ['extra-fields'], completeAfter: '2s' }

describe('a fake that is stopped and started again with its state', () => {
  it('answers every later request, and sends every later message, as one that never stopped', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloudsec-state-'))
    const figures = { runs: 0, sent: 0, sandboxes: 0 }
    const acts = fc.array(act, { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(acts, acts, acts, async (first, second, last) => {
        figures.runs += 1
        const state = join(folder, `${figures.runs}.json`)
        const steady = await open(options)
        let restarted = await open({ ...options, state })
        for (const some of [first, second]) {
          const settled = [...some, ...names.slice(0, 3).map(settle)]
          expect(await play(restarted, settled)).toEqual(await play(steady, settled))
          const before = await listed(restarted)
          await restarted.close()
          restarted = await open({ ...options, state })
          expect(await listed(restarted)).toEqual(before)
          figures.sandboxes += before.length
        }
        const expected = await later(steady, last)
        expect(await later(restarted, last)).toEqual(expected)
        figures.sent += steady.sent.length
        await closeAll()
      }),
      { numRuns: Number(process.env['STATE_RUNS'] ?? 10), seed: 1 },
    )
    await rm(folder, { recursive: true })
    expect(figures.sandboxes).toBeGreaterThan(figures.runs * 4)
    expect(figures.sent).toBeGreaterThan(20)
  })
})
