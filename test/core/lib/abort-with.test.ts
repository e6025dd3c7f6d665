import { getEventListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'

import { describe, expect, it, onTestFinished } from 'vitest'

import { abortWith } from '../../../src/core/lib/abort-with.ts'
import { createFake } from '../../../src/index.ts'
import { collectGarbage } from '../../support/collect-garbage.ts'

it('aborts with the first of its signals for its reason, and lets go of the others', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const over = abortWith([first.signal, second.signal])
  expect([over.signal.aborted, getEventListeners(second.signal, 'abort').length]).toEqual([false, 1])
  first.abort('why')
  expect([over.signal.reason, getEventListeners(second.signal, 'abort').length]).toEqual(['why', 0])
})

it('aborts at once with one that was aborted before, and lets go of a signal behind it', () => {
  const after = new AbortController()
  const over = abortWith([AbortSignal.abort(), after.signal])
  expect([over.signal.aborted, getEventListeners(after.signal, 'abort')]).toEqual([true, []])
})

describe('while the collector runs', () => {
  /** Collects what nothing holds any more. */
  const collect = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await setTimeout(5)
      collectGarbage()
    }
  }

  it('ends a stream in process after its reader gives up', async () => {
    const fake = await createFake()
    onTestFinished(fake.close)
    const given = new AbortController()
    const open = async () => {
      const { body } = await fake.fetch(`${fake.controlUrl}/requests/stream`, { signal: given.signal })
      return body?.getReader()
    }
    const reader = await open()
    await reader?.read()
    await collect()
    given.abort()
    const ended = reader?.read().then(
      ({ done }) => done,
      () => true,
    )
    expect(await ended).toBe(true)
  })
})
