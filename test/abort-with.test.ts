import { getEventListeners } from 'node:events'

import { expect, it } from 'vitest'

import { abortWith } from '../src/lib/abort-with.ts'

it('aborts with the first of its signals, and lets go of the others', () => {
  const [first, second, over] = [new AbortController(), new AbortController(), new AbortController()]
  abortWith(over, [first.signal, second.signal])
  expect([over.signal.aborted, getEventListeners(second.signal, 'abort').length]).toEqual([false, 1])
  first.abort()
  expect([over.signal.aborted, getEventListeners(second.signal, 'abort').length]).toEqual([true, 0])
})

it('aborts at once with one that was aborted before', () => {
  const over = new AbortController()
  abortWith(over, [AbortSignal.abort(), new AbortController().signal])
  expect(over.signal.aborted).toBe(true)
})
