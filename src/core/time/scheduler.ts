import type { Clock, ClockChange, ClockInput } from './clock.ts'

/** Work that is due at instants of the sandbox's clock. Pending work is plain data, so that snapshots include it. */
export interface Task {
  /** When its next work is due, in Unix milliseconds; infinity for never. */
  readonly nextMs: () => number
  /** Starts all work that is due at an instant, and passes it to `track`. */
  readonly runDue: (nowMs: number) => void
}

/** Runs the work of one sandbox when it is due: by a timer on a real clock, and in order before a clock change completes. */
export class Scheduler {
  readonly #clock: Clock
  #task: Task | undefined
  readonly #underWay = new Set<Promise<unknown>>()
  /** Grows when work begins and when it ends. */
  turns = 0
  #changing: Promise<void> = Promise.resolve()
  isOpen = true
  /** True if a check for due work is queued in this turn of the event loop. */
  #isWoken = false
  /** The failure of the task, until a change of the clock throws it. */
  #failure: { readonly error: unknown } | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  serve(task: Task): void {
    this.#task = task
  }

  /** Checks for due work. Call it when the work has changed. */
  wake(): void {
    if (!this.isOpen || this.#isWoken) return
    this.#isWoken = true
    // Many changes in one turn of the event loop need only one check.
    this.#keep(Promise.resolve().then(() => this.#checkDue()))
  }

  /** Makes clock changes wait for some work. Its end may make other work due. */
  track(work: Promise<unknown>): void {
    this.#keep(work.then(() => this.wake()))
  }

  #keep(work: Promise<void>): void {
    const done = work.finally(() => {
      this.turns += 1
      this.#underWay.delete(done)
    })
    this.turns += 1
    this.#underWay.add(done)
  }

  #checkDue(): void {
    this.#isWoken = false
    const nowMs = this.#clock.now()
    if (this.#nextMs <= nowMs) this.#runDue(nowMs)
    this.#clock.alarm(this.#nextMs, () => this.wake())
  }

  get #nextMs(): number {
    return (this.isOpen ? this.#task?.nextMs() : undefined) ?? Infinity
  }

  /**
   * Changes the clock. Work that becomes due runs in order of time, each at its own instant. Changes run one after another.
   * @throws InputError for an invalid change; then nothing has happened
   */
  change(change: ClockChange, written?: ClockInput): Promise<void> {
    return this.#inTurn(() => change, written)
  }

  /** Moves the clock forward by a duration, once earlier changes are done. */
  advance(byMs: number, written?: ClockInput): Promise<void> {
    const read = (): ClockChange => ({ nowMs: this.#clock.now() + byMs })
    // A real clock may be past its target at the end; it is not set back.
    return this.#inTurn(read, written, ({ nowMs = 0 }) => ({ nowMs: Math.max(nowMs, this.#clock.now()) }))
  }

  /** Checks a change at once, and again when its turn comes. */
  #inTurn(read: () => ClockChange, written?: ClockInput, end = (change: ClockChange) => change): Promise<void> {
    this.#clock.check(read(), written)
    const changed = this.#changing.then(() => this.#pass(read(), written, end))
    this.#changing = changed.catch(() => {})
    return changed
  }

  async #pass(change: ClockChange, written: ClockInput | undefined, end: (change: ClockChange) => ClockChange) {
    this.#clock.check(change, written)
    if (change.nowMs !== undefined) await this.#passTo(change.nowMs)
    this.#clock.change(end(change))
    this.wake()
    await this.drain()
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure.error
  }

  async drain(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  close(): void {
    this.isOpen = false
    this.#clock.alarm(Infinity)
  }

  async #passTo(targetMs: number): Promise<void> {
    for (;;) {
      await this.drain()
      const nextMs = this.#nextMs
      if (nextMs > targetMs) return
      if (nextMs > this.#clock.now()) this.#clock.change({ nowMs: nextMs })
      this.#runDue(this.#clock.now())
    }
  }

  /** A task that fails has a defect: it is removed, and the next change of the clock throws its error. */
  #runDue(nowMs: number): void {
    try {
      this.#task?.runDue(nowMs)
    } catch (error) {
      this.#failure = { error }
      this.#task = undefined
    }
  }
}
