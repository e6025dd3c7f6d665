import pLimit, { type LimitFunction } from 'p-limit'

import { waitOnWall } from '../../time/clock.ts'
import { CutOff } from './failure.ts'

/** How a lane is made. */
interface LaneOptions {
  readonly mostAtOnce: number
  /** Most at once for one destination (as many as in all). */
  readonly mostFor?: number
  readonly timeoutMs: number
}

/**
 * Runs tasks in the order in which they came, so many at once and each for so long. One destination that takes its time
 * holds up no other.
 */
export class ConcurrencyLimiter {
  readonly #timeoutMs: number
  readonly #mostFor: number
  readonly #all: LimitFunction
  readonly #destinations = new Map<string, LimitFunction>()
  readonly #lives = new Set<AbortController>()
  readonly #runs = new Set<Promise<unknown>>()
  #closed = false

  constructor({ mostAtOnce, mostFor = mostAtOnce, timeoutMs }: LaneOptions) {
    this.#all = pLimit(mostAtOnce)
    this.#mostFor = mostFor
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs a task once there is room.
   * @param task its signal is aborted, with a CutOff where its time was over or the lane was closed, at the latest when it is done
   * @throws CutOff once the lane is closed, and what the task throws
   */
  async run<T>(destination: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const limit = this.#destinations.get(destination) ?? pLimit(this.#mostFor)
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
    this.#requireOpen()
    const life = new AbortController()
    this.#lives.add(life)
    waitOnWall(this.#timeoutMs, life.signal).then(
      () => life.abort(new CutOff(`no answer within ${formatMs(this.#timeoutMs)}`)),
      () => {},
    )
    try {
      const result = await task(life.signal)
      this.#requireOpen()
      return result
    } finally {
      this.#lives.delete(life)
      life.abort()
    }
  }

  /** Cuts off all that runs or waits, and waits until it has ended. */
  async close(): Promise<void> {
    this.#closed = true
    for (const life of this.#lives) life.abort(stopped())
    await Promise.allSettled(this.#runs)
  }

  #requireOpen(): void {
    if (this.#closed) throw stopped()
  }
}

/** What a promise comes to, or the reason of a signal that is aborted before. */
export function unlessAborted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}

const stopped = (): CutOff => new CutOff('the fake was stopped')

const formatMs = (ms: number): string => (ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`)
