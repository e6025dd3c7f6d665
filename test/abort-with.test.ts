import { getEventListeners, setMaxListeners } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

import { describe, expect, it, onTestFinished } from 'vitest'

import { createFake } from '../src/index.ts'
import { abortWith } from '../src/lib/abort-with.ts'
import { builtPackage } from './support/built.ts'
import { collectGarbage } from './support/collect-garbage.ts'
import { runAlone } from './support/own-process.ts'

it('aborts with the first of its signals for its reason, and lets go of the others', () => {
  const [first, second, over] = [new AbortController(), new AbortController(), new AbortController()]
  abortWith(over, [first.signal, second.signal])
  expect([over.signal.aborted, getEventListeners(second.signal, 'abort').length]).toEqual([false, 1])
  first.abort('why')
  expect([over.signal.reason, getEventListeners(second.signal, 'abort').length]).toEqual(['why', 0])
})

it('aborts at once with one that was aborted before, and lets go of a signal behind it', () => {
  const [after, over] = [new AbortController(), new AbortController()]
  abortWith(over, [AbortSignal.abort(), after.signal])
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
    expect(await ended).toBe(true)
  })
})

it('leaves no listener of what waited for the outbox, or followed requests', async () => {
  const index = pathToFileURL(join((await builtPackage()).folder, 'dist/index.js')).href
  const program = `
    import { getEventListeners, once } from 'node:events'
    import { get } from 'node:http'
    import { setTimeout } from 'node:timers/promises'
    import { startFake } from ${JSON.stringify(index)}

    const signals = new Set()
    const { addEventListener } = EventTarget.prototype
    EventTarget.prototype.addEventListener = function (...given) {
      if (this instanceof AbortSignal) signals.add(this)
      return addEventListener.apply(this, given)
    }
    const listeners = () => [...signals].reduce((sum, signal) => sum + getEventListeners(signal, 'abort').length, 0)
    const collectUntil = async (isDone) => {
      while (!isDone()) {
        await setTimeout(5)
        gc()
      }
    }

    const { controlUrl, close } = await startFake()
    const ask = (path) => get(controlUrl + path, (incoming) => incoming.resume())
    await once(ask('/outbox/next?timeout=0s'), 'close')
    const before = listeners()
    const clients = ['/outbox/next?timeout=10m', '/requests/stream'].flatMap((path) =>
      Array.from({ length: 20 }, () => ask(path).on('error', () => {})),
    )
    await collectUntil(() => listeners() - before >= 40)
    const [waiting, most] = [signals.size, 40]
    let timedOut = 0
    for (let i = 0; i < most; i += 1) ask('/outbox/next?timeout=200ms').on('close', () => void (timedOut += 1))
    await collectUntil(() => timedOut === most)
    console.log(signals.size - waiting >= most)
    for (const client of clients) client.destroy()
    await collectUntil(() => listeners() === before)
    await close()`
  expect(await runAlone(program, 30_000, ['--expose-gc'])).toEqual({ code: 0, errors: '', lines: ['true'] })
})
