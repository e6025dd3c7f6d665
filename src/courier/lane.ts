import { waitOnWall } from '../engine/clock.ts'
import { CutOff } from './failure.ts'

/** How a lane is made. */
interface LaneOptions {
  readonly mostAtOnce: number
  /** Most at once for one destination (as many as in all). */
  readonly mostFor?: number
  readonly timeoutMs: number
}

/** A task that waits for its turn. */
interface Waiting {
  readonly destination: string
  readonly go: () => void
}

/**
 * Runs tasks in the order in which they came, so many at once and each for so long. One destination that takes its time
 * holds up no other.
 */
export class Lane {
  readonly #timeoutMs: number
  readonly #mostFor: number
  readonly #busy = new Map<string, number>()
  readonly #waiting: Waiting[] = []
  readonly #lives = new Set<AbortController>()
  readonly #runs = new Set<Promise<unknown>>()
  #free: number
  #closed = false

  constructor({ mostAtOnce, mostFor = mostAtOnce, timeoutMs }: LaneOptions) {
    this.#free = mostAtOnce
    this.#mostFor = mostFor
    this.#timeoutMs = timeoutMs
  }

  /**
   * Runs a task once there is room.
   * @param task its signal is aborted, with a CutOff where its time was over or the lane was closed, at the latest when it is done
   * @throws CutOff once the lane is closed, and what the task throws
   */
  async run<T>(destination: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const run = this.#run(destination, task)
    this.#runs.add(run)
    try {
      return await run
    } finally {
      this.#runs.delete(run)
    }
  }

  async #run<T>(destination: string, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#requireOpen()
    const life = new AbortController()
    this.#lives.add(life)
    try {
      await this.#turn(destination, life.signal)
      const result = await this.#timed(destination, task, life)
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
    this.#waiting.length = 0
    for (const life of this.#lives) life.abort(stopped())
    await Promise.allSettled(this.#runs)
  }

  #requireOpen(): void {
    if (this.#closed) throw stopped()
  }

  #turn(destination: string, signal: AbortSignal): Promise<void> {
    if (this.#hasRoom(destination)) {
      this.#take(destination, 1)
      return Promise.resolve()
    }
    const turn = new Promise<void>((go) => void this.#waiting.push({ destination, go }))
    return unlessAborted(signal, turn)
  }

  #hasRoom(destination: string): boolean {
    return this.#free > 0 && (this.#busy.get(destination) ?? 0) < this.#mostFor
  }

  /** Takes places, or gives back as many where they are negative. */
  #take(destination: string, places: number): void {
    this.#free -= places
    const busy = (this.#busy.get(destination) ?? 0) + places
    if (busy === 0) this.#busy.delete(destination)
    else this.#busy.set(destination, busy)
  }

  /** Gives a place back, to the first that can use one. */
  #release(destination: string): void {
    this.#take(destination, -1)
    const position = this.#waiting.findIndex((waiting) => this.#hasRoom(waiting.destination))
    const [next] = position === -1 ? [] : this.#waiting.splice(position, 1)
    if (next === undefined) return
    this.#take(next.destination, 1)
    next.go()
  }

  async #timed<T>(destination: string, task: (signal: AbortSignal) => Promise<T>, life: AbortController): Promise<T> {
    waitOnWall(this.#timeoutMs, life.signal).then(
      () => life.abort(new CutOff(`no answer within ${formatMs(this.#timeoutMs)}`)),
      () => {},
    )
    try {
      return await task(life.signal)
    } finally {
      this.#release(destination)
    }
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
