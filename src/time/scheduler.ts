import type { Clock, ClockChange, Written } from './clock.ts'

/** Work to do at instants of the sandbox's clock. The work to come is plain data, so that a snapshot can have it. */
export interface Task {
  /** When its next work is due, in Unix milliseconds; infinity for never. */
  readonly nextMs: () => number
  /** Begins all work that is due at an instant, and gives it to `track`. */
  readonly runDue: (nowMs: number) => void
}

/** Runs the work of one sandbox when it is due: by itself on a real clock, and in order before a change of the clock ends. */
export class Scheduler {
  readonly #clock: Clock
  #task: Task | undefined
  readonly #underWay = new Set<Promise<unknown>>()
  /** Grows when work begins and when it ends. */
  turns = 0
  #changing: Promise<void> = Promise.resolve()
  isOpen = true
  /** True if a look at what is due is to come in this turn of the event loop. */
  #isWoken = false
  /** The failure of the task, until a change of the clock throws it. */
  #failure: { readonly error: unknown } | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  serve(task: Task): void {
    this.#task = task
  }

  /** Looks again at what is due. Call it when the work has changed. */
  wake(): void {
    if (!this.isOpen || this.#isWoken) return
    this.#isWoken = true
    // Many changes in one turn of the event loop need only one look.
    this.#keep(Promise.resolve().then(() => this.#look()))
  }

  /** Makes changes of the clock wait for work. Its end may make other work due. */
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

  #look(): void {
    this.#isWoken = false
    const nowMs = this.#clock.now()
    if (this.#nextMs <= nowMs) this.#runDue(nowMs)
    this.#clock.alarm(this.#nextMs, () => this.wake())
  }

  get #nextMs(): number {
    return (this.isOpen ? this.#task?.nextMs() : undefined) ?? Infinity
  }

  /**
   * Changes the clock. Work that comes due on the way runs in the order of time, each at its own instant. Changes wait for
   * one another.
   * @throws InputError for a change that no clock can make; then nothing has happened
   */
  change(change: ClockChange, written?: Written): Promise<void> {
    return this.#inTurn(() => change, written)
  }

  /** Moves the clock forward by a duration, from its instant when the turn of this change comes. */
  advance(byMs: number, written?: Written): Promise<void> {
    const read = (): ClockChange => ({ nowMs: this.#clock.now() + byMs })
    // A real clock may be past its target at the end; it is not set back.
    return this.#inTurn(read, written, ({ nowMs = 0 }) => ({ nowMs: Math.max(nowMs, this.#clock.now()) }))
  }

  /** Checks a change at once, and again when its turn comes. */
  #inTurn(read: () => ClockChange, written?: Written, end = (change: ClockChange) => change): Promise<void> {
    this.#clock.check(read(), written)
    const changed = this.#changing.then(() => this.#pass(read(), written, end))
    this.#changing = changed.catch(() => {})
    return changed
  }

  async #pass(change: ClockChange, written: Written | undefined, end: (change: ClockChange) => ClockChange) {
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
