import { createAssume } from '../assumptions/used.ts'
import { quote, UnknownError } from '../lib/input-error.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import { drawId } from '../random/random.ts'
import { nextTurn } from '../time/clock.ts'
import {
  conclude,
  type Delivery,
  deliveryKinds,
  type Notice,
  type Notification,
  pendingBytes,
  resultOf,
  toFailure,
} from './delivery.ts'
import { type DeliveryFilter, Feed, matchesFilter } from './feed.ts'
import type { OutboxState } from './outbox-state.ts'
import { Plan } from './plan.ts'
import { queueOf, Queues } from './queues.ts'
import { SigningSecret } from './signing-secret.ts'
import { type OutboxSandbox, transmit } from './transmit.ts'

/** Most deliveries under way in one sandbox: each takes some 20 KB while it waits for its answer. */
const mostUnderWay = 64

/** Most notices that one turn of the event loop handles: some 10 ms of work. */
const mostInTurn = 200

/** The webhooks and e-mails of one sandbox: those to come, under way, and settled. */
export class Outbox {
  readonly #sandbox: OutboxSandbox
  readonly signing: SigningSecret
  readonly #byId = new Map<string, Delivery>()
  readonly #queues = new Queues()
  readonly #feed: Feed
  readonly #plan: Plan
  /** True until the next turn of the event loop, which handles more notices. */
  #isTelling = false
  #made: number
  /** On a frozen clock, ends when the attempts that have begun are over and what they settled is numbered. */
  #begun: Promise<void> = Promise.resolve()

  /**
   * @param replaced the outbox of the sandbox that is replaced: it must have the secret of the state, or have lost it (none: a
   * secret that a client set is lost)
   * @throws InputError for a state that cannot be used
   */
  constructor(sandbox: OutboxSandbox, state: OutboxState = emptyState, replaced?: Outbox) {
    const { made, lastSettled, secretHash, deliveries, coming } = state
    this.#sandbox = sandbox
    this.signing = new SigningSecret(sandbox, secretHash, replaced?.signing)
    requireDistinct(deliveries, ({ id }) => id, 'deliveries: id')
    requireDistinct(deliveries, ({ number }) => number, 'deliveries: number')
    this.#made = made
    for (const delivery of deliveries) {
      this.#byId.set(delivery.id, delivery)
      if (delivery.nextMs !== null) this.#queues.add(delivery)
      if (delivery.state === 'pending') sandbox.notifications.take(pendingBytes(delivery.body.length))
    }
    this.#plan = new Plan(sandbox.notifications)
    for (const notice of coming) this.#plan.add(notice)
    this.#feed = new Feed(lastSettled, deliveries)
    // Those that were settled while the snapshot was taken.
    for (const delivery of deliveries) this.#number(delivery)
    sandbox.scheduler.add({
      name: 'outbox',
      // After each attempt the scheduler asks again.
      nextMs: () => this.#nextMs(),
      runDue: (nowMs) => this.#runDue(nowMs),
      close: () => this.#feed.close(),
    })
  }

  /** The number of the delivery that was settled last; 0 where none was. */
  get lastSettled(): number {
    return this.#feed.last
  }

  /** Undefined where nothing differs from a new outbox. An attempt under way is made again. */
  get state(): OutboxState | undefined {
    const [secretHash, coming] = [this.signing.setHash, this.#plan.all]
    if (this.#made === 0 && secretHash === undefined && coming.length === 0) return undefined
    return {
      made: this.#made,
      lastSettled: this.#feed.last,
      ...(secretHash === undefined ? {} : { secretHash }),
      deliveries: [...this.#byId.values()].map((delivery) => ({ ...delivery, attempts: [...delivery.attempts] })),
      coming,
    }
  }

  /** Plans the notices of one group, in order. Each is given to the sandbox when it is due. */
  plan(notices: readonly Notice[]): void {
    for (const notice of notices) this.#plan.add(notice)
    this.#sandbox.scheduler.wake(notices[0]?.atMs)
  }

  /** Plans nothing more of a group. @returns its notices that were to come */
  cancel(group: string): readonly Notice[] {
    const notices = this.#plan.of(group)
    for (const notice of notices) this.#plan.remove(notice)
    return notices
  }

  #nextMs(): number | undefined {
    const notice = this.#isTelling ? undefined : this.#plan.first()?.atMs
    const attempt = (this.#isFull ? undefined : this.#queues.first()?.nextMs) ?? undefined
    return notice === undefined || attempt === undefined ? (notice ?? attempt) : Math.min(notice, attempt)
  }

  async #runDue(nowMs: number): Promise<void> {
    const isOver = this.#isTelling || this.#tellDue(nowMs)
    this.#begin(nowMs)
    if (isOver) return
    // Requests are served before the scheduler asks again.
    this.#isTelling = true
    await nextTurn()
    this.#isTelling = false
  }

  /** Handles some of the notices that are due. @returns false where more may be due */
  #tellDue(nowMs: number): boolean {
    for (let told = 0; told < mostInTurn; told += 1) {
      const notice = this.#plan.first()
      if (notice === undefined || notice.atMs > nowMs) return true
      this.#plan.remove(notice)
      this.#sandbox.notify(notice)
    }
    return false
  }

  /** Sends a notification: its first attempt is due at once. */
  send(notification: Notification, nowMs: number): void {
    const { seedName, scenarios, scheduler, notifications } = this.#sandbox
    const { duplicate = 0, outOfOrder = false } = scenarios.settings.webhooks
    const isWebhook = notification.kind === 'webhook'
    const delivery: Delivery = {
      ...notification,
      // The id has the name of the sandbox, so that a receiver that drops duplicates takes those of every sandbox.
      id: drawId(this.#sandbox.label(`delivery of ${seedName}`, this.#made)),
      number: this.#made,
      createdMs: nowMs,
      state: 'pending',
      reason: null,
      nextMs: nowMs,
      tries: 0,
      resends: isWebhook ? duplicate : 0,
      held: isWebhook && outOfOrder && !notification.isLast,
      attempts: [],
      sent: null,
      settled: null,
    }
    this.#made += 1
    this.#byId.set(delivery.id, delivery)
    this.#queues.add(delivery)
    notifications.take(pendingBytes(delivery.body.length))
    scheduler.wake()
  }

  /** The deliveries that match, the newest last. */
  list(filter: DeliveryFilter): readonly Delivery[] {
    return [...this.#byId.values()].filter((delivery) => matchesFilter(delivery, filter))
  }

  /** The deliveries with the next attempt of each group. */
  get heads(): readonly Delivery[] {
    return this.#queues.heads
  }

  /** @throws UnknownError */
  get(id: string): Delivery {
    const found = this.#byId.get(id)
    if (found !== undefined) return found
    throw new UnknownError(`no delivery has the id ${quote(id)}`, { field: 'outbox' })
  }

  /** Sends the deliveries of a group that wait for a later one which will not come. */
  release(group: string): void {
    for (const kind of deliveryKinds) {
      const name = queueOf({ kind, group })
      for (const delivery of this.#queues.of(name)) delivery.held = false
      this.#queues.offer(name)
    }
    this.#sandbox.scheduler.wake()
  }

  /** Tries a delivery again, in any state, after the attempt of its group that is under way. @throws UnknownError */
  async redeliver(id: string): Promise<Delivery> {
    const delivery = this.get(id)
    const name = queueOf(delivery)
    while (this.#queues.underWay.has(name)) await this.#queues.underWay.get(name)
    if (delivery.state !== 'pending') this.#sandbox.notifications.take(pendingBytes(delivery.body.length))
    this.#feed.unsettle(delivery)
    delivery.state = 'pending'
    delivery.reason = null
    delivery.tries = 0
    delivery.held = false
    delivery.nextMs = this.#sandbox.clock.now()
    this.#queues.add(delivery)
    const [first] = this.#queues.of(name)
    // Otherwise it waits for an earlier delivery of its group.
    if (first === delivery && this.#sandbox.scheduler.isOpen) await this.#start(delivery)
    // A copy, since the next call for the same delivery makes it pending again.
    return { ...delivery }
  }

  /** The delivery that was settled next after a number, as `Feed.next` says. */
  next(after: number, filter: DeliveryFilter, signal: AbortSignal): Promise<Delivery | 'closed' | undefined> {
    return this.#feed.next([...this.#byId.values()], after, filter, signal)
  }

  get #isFull(): boolean {
    return this.#queues.underWay.size >= mostUnderWay
  }

  #begin(nowMs: number): void {
    while (!this.#isFull) {
      const due = this.#queues.first()
      if (due === undefined || due.nextMs === null || due.nextMs > nowMs) return
      void this.#start(due)
    }
  }

  /**
   * Begins an attempt. On a frozen clock, deliveries that were due together are numbered in their order, whichever receiver
   * answers first: the same run gives the same bytes.
   */
  #start(delivery: Delivery): Promise<void> {
    const { clock, scheduler } = this.#sandbox
    const earlier = clock.mode === 'frozen' ? this.#begun : undefined
    const attempt = this.#queues.hold(delivery, this.#attempt(delivery, earlier))
    scheduler.track(attempt)
    if (earlier !== undefined) {
      const both = async (): Promise<void> => void (await Promise.allSettled([earlier, attempt]))
      this.#begun = both()
      scheduler.track(this.#begun)
    }
    return attempt
  }

  /** @param earlier ends when what it settles may be numbered (at once) */
  async #attempt(delivery: Delivery, earlier: Promise<void> | undefined): Promise<void> {
    const { clock, scenarios, attempts } = this.#sandbox
    let sentMs = clock.now()
    const outcome = await transmit(this.#sandbox, delivery, this.signing.text, () => {
      sentMs = clock.now()
    }).catch(toFailure)
    const [result, counts] = [resultOf(outcome), attempts[delivery.kind]]
    counts.set(result, (counts.get(result) ?? 0) + 1)
    const assume = createAssume(scenarios.settings.profile)
    const wasPending = delivery.state === 'pending'
    conclude(delivery, outcome, { atMs: sentMs, endMs: clock.now() }, assume('webhookRetries'))
    if (delivery.nextMs === null) this.#queues.remove(delivery)
    if (!wasPending || delivery.state === 'pending') return
    this.#settle(delivery)
    if (earlier === undefined) this.#number(delivery)
    else void earlier.then(() => this.#number(delivery))
  }

  #settle(delivery: Delivery): void {
    // The deliveries that were held back for it are sent now.
    for (const other of this.#queues.of(queueOf(delivery))) if (other.number < delivery.number) other.held = false
    this.#sandbox.notifications.giveBack(pendingBytes(delivery.body.length))
  }

  #number(delivery: Delivery): void {
    // It may have been redelivered meanwhile.
    if (delivery.state === 'pending' || delivery.settled !== null) return
    this.#feed.settle(delivery)
    this.#feed.takeSurplus(this.#byId, delivery)
  }
}

const emptyState: OutboxState = { made: 0, lastSettled: 0, deliveries: [], coming: [] }
