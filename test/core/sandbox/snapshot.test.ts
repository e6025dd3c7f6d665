import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { FakeOptions } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { battery, lifeStep } from '../../support/life.ts'
import { type SandboxRequests, type Step, take } from '../../support/steps.ts'
import { stubTransports } from '../../support/stub-transport.ts'

const { open, closeAll, stateOf } = await stubTransports()

const options: FakeOptions = { clock: noon, seed: 3, quota: 200, scenario: ['extra-fields'], completeAfter: '2s' }

/** Answers and messages of one sandbox as those of another, where the two differ only by their name. */
const renamed = (texts: readonly string[], from: string, to: string): readonly string[] =>
  texts.map((text) => text.replaceAll(`/@${from}/`, `/@${to}/`).replaceAll(`{"name":"${from}"`, `{"name":"${to}"`))

/** Has a sandbox be what a snapshot says. */
async function load({ control }: SandboxRequests, text: string): Promise<void> {
  const answer = await control('PUT', '/snapshot', text)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
}

/** The later life of a sandbox: its answers, and the messages that it sends. */
async function later(
  sandbox: SandboxRequests,
  steps: readonly Step[],
  sent: readonly string[],
): Promise<readonly string[]> {
  const from = sent.length
  const answers = [...(await take(sandbox, steps)), ...(await battery(sandbox, stateOf))]
  return [...answers, ...sent.slice(from)]
}

const settle: Step = { to: 'control', method: 'POST', path: '/clock/advance', body: { by: '1ms' } }

describe('a sandbox that is loaded from a snapshot', () => {
  it('answers every later request, and sends every later message, as the one that was saved', async () => {
    const figures = { requests: 0, sent: 0, copies: 0, parts: new Set<string>() }
    const steps = fc.array(lifeStep, { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('default', 'one'), steps, steps, async (name, before, after) => {
        const [first, second] = [await open(options), await open(options)]
        const [original, restored] = [first.panel.at(name), second.panel.at(name)]
        await take(original, [...before, settle])
        const { text } = await original.control('GET', '/snapshot')
        expect(await stateOf(original)).toEqual(await stateOf(original))
        expect((await original.control('GET', '/snapshot')).text).toBe(text)
        const expected = await later(original, after, first.sent)

        await take(restored, after.slice(0, 3))
        await load(restored, text)
        expect((await restored.control('GET', '/snapshot')).text).toBe(text)
        expect(await later(restored, after, second.sent)).toEqual(expected)

        // In another place of the fake where it was saved; what a reset goes back to is that of the place.
        if (name === 'one' && !after.some(({ path }) => path === '/reset')) {
          figures.copies += 1
          const copy = first.panel.at('two')
          await load(copy, text)
          expect((await copy.control('GET', '/snapshot')).text).toBe(text)
          expect(renamed(await later(copy, after, first.sent), 'two', 'one')).toEqual(expected)
        }
        figures.requests += expected.length
        figures.sent += first.sent.length
        for (const id of Object.keys(JSON.parse(text).parts)) figures.parts.add(id)
        await closeAll()
      }),
      { numRuns: Number(process.env['SNAPSHOT_RUNS'] ?? 30), seed: 1 },
    )
    // The comparison is not empty: each part differed at some time, and messages went out.
    expect([...figures.parts].toSorted()).toEqual(
      ['assessments', 'clock', 'jobs', 'keys', 'outbox', 'resources', 'scenarios', 'storage'].toSorted(),
    )
    expect(figures.sent).toBeGreaterThan(80)
    expect(figures.copies).toBeGreaterThan(10)
  })
})
