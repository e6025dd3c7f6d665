import type { Clock, ClockChange, Written } from './clock.ts'

/** Something that has work to do at instants of the sandbox's clock. Its work is plain data: what is not done yet can be saved. */
export interface Task {
  /** Duties that have work at one instant begin in the order of their names, whichever was there first. */
  readonly name: string
  /** When its next work is due, in Unix milliseconds; undefined where there is none. */
  readonly nextMs: () => number | undefined
  /** Begins everything that is due at an instant. @returns what ends when that has been done; what is tracked besides counts too */
  readonly runDue: (nowMs: number) => Promise<void>
  /** Told that nothing is begun any more (nothing is to be done). */
  readonly close?: () => void
}

/** Does what is due in one sandbox: by itself while the clock moves, and in order before a change of the clock is told to be done. */
export class Scheduler {
  readonly #clock: Clock
  #tasks: readonly Task[] = []
  readonly #underWay = new Set<Promise<void>>()
  #changing: Promise<void> = Promise.resolve()
  #isOpen = true
  /** Whether it is about to look. */
  #isWoken = false
  /** When it looks anew by itself. */
  #alarmMs = Number.NEGATIVE_INFINITY
  /** How a duty failed, until somebody is told. */
  #failure: { readonly error: unknown } | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Whether anything is still begun. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Whether something is being done, or will be by itself: on a clock that stands still nothing comes due. */
  get isBusy(): boolean {
    if (this.#underWay.size > 0) return true
    return this.#isOpen && this.#clock.mode === 'real' && this.#nextMs() !== undefined
  }

  /** Adds a duty. */
  add(task: Task): void {
    this.#tasks = [...this.#tasks, task].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
  }

  /**
   * Looks anew at what is due: to be called when the work of a duty has changed.
   * @param addedMs when work is due that was added, where that is all that has changed
   */
  wake(addedMs = Number.NEGATIVE_INFINITY): void {
    const nowMs = this.#clock.now()
    if (!this.#isOpen || (nowMs < this.#alarmMs && this.#alarmMs <= addedMs)) return
    if (this.#isWoken) return
    this.#isWoken = true
    // However much changes at once, it is looked at once.
    this.#keep(Promise.resolve().then(() => this.#look()))
  }

  /** Takes what was begun into account: a change of the clock waits for it, and its end may make other work due. */
  track(work: Promise<void>): void {
    this.#keep(work.then(() => this.wake()))
  }

  #keep(work: Promise<void>): void {
    const done = work.finally(() => this.#underWay.delete(done))
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
   * Changes the clock. Everything that comes due on the way to its new instant is done in the order of time, each at its own
   * instant; changes wait for one another.
   * @throws InputError for a change that cannot be; then nothing has happened
   */
  change(change: ClockChange, written?: Written): Promise<void> {
    return this.#inTurn(() => change, written)
  }

  /** Moves the clock forward by a duration from where it is when its turn comes, as `change` does. */
  advance(byMs: number, written?: Written): Promise<void> {
    const read = (): ClockChange => ({ nowMs: this.#clock.now() + byMs })
    // A clock that moves by itself may be past its goal when all has been done; it is not set back.
    return this.#inTurn(read, written, ({ nowMs = 0 }) => ({ nowMs: Math.max(nowMs, this.#clock.now()) }))
  }

  /** What cannot be is refused at once, and looked at again when its turn comes. */
  #inTurn(read: () => ClockChange, written?: Written, end = (change: ClockChange) => change): Promise<void> {
    this.#clock.check(read(), written)
    const before = this.#changing
    const changed = before.then(() => this.#pass(read(), written, end))
    this.#changing = changed.catch(() => {})
    return changed
  }

  /** Waits until all that was begun has been done. */
  async drain(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** Does nothing any more. */
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

  /** A duty that fails has a defect: it is asked no more, and whoever changes the clock next is told. */
  async #do(task: Task, nowMs: number): Promise<void> {
    try {
      await task.runDue(nowMs)
    } catch (error) {
      this.#failure ??= { error }
      this.#tasks = this.#tasks.filter((other) => other !== task)
    }
  }
}
