import { setMaxListeners } from 'node:events'

import pLimit, { type LimitFunction } from 'p-limit'

import { abortAfter } from '../../time/abort-after.ts'
import { CutOff } from './failure.ts'

interface LimiterOptions {
  readonly mostAtOnce: number
  /** Most tasks at once for one destination (`mostAtOnce`). */
  readonly mostForEach?: number
  /** Longest time of a task from its turn on. */
  readonly timeoutMs: number
}

/**
 * Limits how many tasks run at once, in all and for each destination, and for how long. Tasks start in the order in which
 * they came; a slow destination does not delay the others.
 */
export class ConcurrencyLimiter {
  readonly #timeoutMs: number
  readonly #mostForEach: number
  readonly #all: LimitFunction
  readonly #destinations = new Map<string, LimitFunction>()
  readonly #closing = new AbortController()
  readonly #runs = new Set<Promise<unknown>>()

  constructor({ mostAtOnce, mostForEach = mostAtOnce, timeoutMs }: LimiterOptions) {
    this.#all = pLimit(mostAtOnce)
    this.#mostForEach = mostForEach
    this.#timeoutMs = timeoutMs
    setMaxListeners(0, this.#closing.signal)
  }

  /**
   * Runs a task once there is room.
   * @param task its signal is aborted with a CutOff when its time is over or the limiter is closed, and when it is done
   * @throws CutOff once the limiter is closed, and what the task throws
   */
  async run<T>(destination: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = this.#destinations.get(destination) ?? pLimit(this.#mostForEach)
    this.#destinations.set(destination, limit)
    // A task that waits for its destination takes no place from another destination.
    const run = limit(() => this.#all(() => this.#timed(task)))
    this.#runs.add(run)
    try {
      return await run
    } finally {
      this.#runs.delete(run)
      if (limit.activeCount + limit.pendingCount === 0) this.#destinations.delete(destination)
    }
  }

  async #timed<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const closing = this.#closing.signal
    closing.throwIfAborted()
    const over = abortAfter(
      this.#timeoutMs,
      [closing],
      () => new CutOff(`no answer within ${formatMs(this.#timeoutMs)}`),
    )
    try {
      const result = await task(over.signal)
      closing.throwIfAborted()
      return result
    } finally {
      over.abort()
    }
  }

  /** Cuts off all running and waiting tasks, and waits until they have ended. */
  async close(): Promise<void> {
    this.#closing.abort(new CutOff('the fake was stopped'))
    await Promise.allSettled(this.#runs)
  }
}

const formatMs = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`)
