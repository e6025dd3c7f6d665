import { getEventListeners, once, setMaxListeners } from 'node:events'
import { type ClientRequest, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { createFake, startFake } from '../src/index.ts'
import { abortWith } from '../src/lib/abort-with.ts'

it('aborts with the first of its signals for its reason, and lets go of the others', () => {
  const [first, second, over] = [new AbortController(), new AbortController(), new AbortController()]
  abortWith(over, [first.signal, second.signal])
  expect([over.signal.aborted, getEventListeners(second.signal, 'abort').length]).toEqual([false, 1])
  first.abort('why')
  expect([over.signal.reason, getEventListeners(second.signal, 'abort').length]).toEqual(['why', 0])
})

it('aborts at once with one that was aborted before', () => {
  const over = new AbortController()
  abortWith(over, [AbortSignal.abort(), new AbortController().signal])
  expect(over.signal.aborted).toBe(true)
})

it('lets go of a signal that stands behind one that was aborted before', () => {
  const [after, over] = [new AbortController(), new AbortController()]
  abortWith(over, [AbortSignal.abort(), after.signal])
  expect(getEventListeners(after.signal, 'abort')).toEqual([])
})

describe('while the collector runs', () => {
  setFlagsFromString('--expose-gc')

  /** Collects what nothing holds any more. */
  const collect = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await setTimeout(5)
      runInNewContext('gc()')
    }
  }

  it('lets go of a signal that lives longer', async () => {
    const long = new AbortController()
    setMaxListeners(0, long.signal)
    const all = Array.from({ length: 100 }, () => new AbortController())
    for (const over of all) abortWith(over, [long.signal])
    await collect()
    expect(getEventListeners(long.signal, 'abort')).toHaveLength(100)
    for (const over of all) over.abort()
    expect(getEventListeners(long.signal, 'abort')).toEqual([])
  })

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
    expect(await Promise.race([ended, setTimeout(2000, 'still open')])).toBe(true)
  })

  it('leaves no listener of what waited for the outbox, or followed requests', async () => {
    const listened = vi.spyOn(EventTarget.prototype, 'addEventListener')
    onTestFinished(() => listened.mockRestore())
    const { controlUrl, close } = await startFake()
    onTestFinished(close)
    const signals = new Set<AbortSignal>()
    const listeners = (): number => {
      for (const context of listened.mock.contexts) if (context instanceof AbortSignal) signals.add(context)
      // A recorded value would be kept from the collector.
      listened.mockClear()
      return [...signals].reduce((sum, signal) => sum + getEventListeners(signal, 'abort').length, 0)
    }
    const ask = (path: string): ClientRequest => get(controlUrl + path, (incoming) => incoming.resume())
    await once(ask('/outbox/next?timeout=0s'), 'close')
    const before = listeners()
    const timedOut = Array.from({ length: 40 }, () => once(ask('/outbox/next?timeout=500ms'), 'close'))
    const clients = ['/outbox/next?timeout=10m', '/requests/stream'].flatMap((path) =>
      Array.from({ length: 20 }, () => ask(path).on('error', () => {})),
    )
    await expect.poll(() => listeners() - before, { interval: 5 }).toBeGreaterThan(80)
    await collect()
    for (const client of clients) client.destroy()
    await Promise.all(timedOut)
    await expect.poll(() => listeners() - before).toBeLessThan(5)
  })
})
