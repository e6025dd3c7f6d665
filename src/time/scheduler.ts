import type { Clock, ClockChange, Written } from './clock.ts'

/** Work to do at instants of the sandbox's clock. The work to come is plain data, so that a snapshot can have it. */
export interface Task {
  /** Tasks that are due at one instant begin in the order of their names. */
  readonly name: string
  /** When its next work is due, in Unix milliseconds; undefined for never. */
  readonly nextMs: () => number | undefined
  /** Begins all work that is due at an instant. @returns a promise that ends with it; work given to `track` counts too */
  readonly runDue: (nowMs: number) => Promise<void>
  /** Called at the end, after which no work begins (nothing). */
  readonly close?: () => void
}

/** Runs the tasks of one sandbox when they are due: by itself on a real clock, and in order before a change of the clock ends. */
export class Scheduler {
  readonly #clock: Clock
  #tasks: readonly Task[] = []
  readonly #underWay = new Set<Promise<void>>()
  #turns = 0
  #changing: Promise<void> = Promise.resolve()
  #isOpen = true
  /** True if a look at what is due is to come in this turn of the event loop. */
  #isWoken = false
  /** When the clock makes it look next. */
  #alarmMs = Number.NEGATIVE_INFINITY
  /** The failure of a task, until a change of the clock throws it. */
  #failure: { readonly error: unknown } | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** True if work may still begin. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Grows when work begins and when it ends. */
  get turns(): number {
    return this.#turns
  }

  add(task: Task): void {
    this.#tasks = [...this.#tasks, task].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
  }

  /**
   * Looks again at what is due. Call it when the work of a task has changed.
   * @param addedMs when added work is due, if no other work has changed
   */
  wake(addedMs = Number.NEGATIVE_INFINITY): void {
    const nowMs = this.#clock.now()
    if (!this.#isOpen || (nowMs < this.#alarmMs && this.#alarmMs <= addedMs)) return
    if (this.#isWoken) return
    this.#isWoken = true
    // Many changes in one turn of the event loop need only one look.
    this.#keep(Promise.resolve().then(() => this.#look()))
  }

  /** Makes changes of the clock wait for work. Its end may make other work due. */
  track(work: Promise<void>): void {
    this.#keep(work.then(() => this.wake()))
  }

  #keep(work: Promise<void>): void {
    const done = work.finally(() => {
      this.#turns += 1
      this.#underWay.delete(done)
    })
    this.#turns += 1
    this.#underWay.add(done)
  }

  #look(): void {
    this.#isWoken = false
    this.#alarmMs = Number.NEGATIVE_INFINITY
    if (!this.#isOpen) return
    const nowMs = this.#clock.now()
    const nextMs = this.#nextMs()
    if (nextMs === undefined) this.#clock.alarm(undefined)
    else if (nextMs <= nowMs) this.#runDue(nowMs)
    else {
      this.#alarmMs = nextMs
      this.#clock.alarm(nextMs, () => this.wake())
    }
  }

  /**
   * Changes the clock. Tasks that come due on the way run in the order of time, each at its own instant. Changes wait for
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
    const before = this.#changing
    const changed = before.then(() => this.#pass(read(), written, end))
    this.#changing = changed.catch(() => {})
    return changed
  }

  /** Waits until all work under way has ended. */
  async drain(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Begins no more work. */
  close(): void {
    this.#isOpen = false
    this.#clock.alarm(undefined)
    for (const task of this.#tasks) task.close?.()
  }

  async #pass(
    change: ClockChange,
    written: Written | undefined,
    end: (change: ClockChange) => ClockChange,
  ): Promise<void> {
    this.#clock.check(change, written)
    const { nowMs: targetMs } = change
    if (targetMs !== undefined) await this.#passTo(targetMs)
    this.#clock.change(end(change))
    this.wake()
    await this.drain()
    this.#tellFailure()
  }

  #tellFailure(): void {
    const failure = this.#failure
    this.#failure = undefined
    if (failure !== undefined) throw failure.error
  }

  async #passTo(targetMs: number): Promise<void> {
    for (;;) {
      await this.drain()
      const nextMs = this.#nextMs()
      if (nextMs === undefined || nextMs > targetMs || !this.#isOpen) return
      if (nextMs > this.#clock.now()) this.#clock.change({ nowMs: nextMs })
      this.#runDue(this.#clock.now())
    }
  }

  #nextMs(): number | undefined {
    const all = this.#tasks.map((task) => task.nextMs()).filter((atMs) => atMs !== undefined)
    return all.length === 0 ? undefined : Math.min(...all)
  }

  #runDue(nowMs: number): void {
    for (const task of this.#tasks) this.track(this.#do(task, nowMs))
  }

  /** A task that fails has a defect: it is removed, and the next change of the clock throws its error. */
  async #do(task: Task, nowMs: number): Promise<void> {
    try {
      await task.runDue(nowMs)
    } catch (error) {
      this.#failure ??= { error }
      this.#tasks = this.#tasks.filter((other) => other !== task)
    }
  }
}
