import type { ByteUsage } from '../lib/byte-limit.ts'
import { firstIndex } from '../lib/first-index.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import { drawId } from '../random/random.ts'
import type { Settings } from '../scenarios/settings.ts'
import type { Clock } from '../time/clock.ts'
import type { Scheduler } from '../time/scheduler.ts'
import { attempt } from './attempt.ts'
import {
  conclude,
  type Delivery,
  deliveryKinds,
  type Notice,
  type Notification,
  type OutboxState,
  pendingBytes,
} from './delivery.ts'
import { type DeliveryFilter, Feed, matchesFilter } from './feed.ts'
import { queueOf, Queues } from './queues.ts'
import { drawSecret, parseSecret } from './signing.ts'
import type { Transport } from './transport/transport.ts'

interface OutboxSandbox {
  readonly seed: number
  readonly seedName: string
  readonly label: (kind: string, number: number) => string
  readonly clock: Clock
  readonly scheduler: Scheduler
  readonly scenarios: { readonly settings: Settings }
  readonly transport: Pick<Transport, 'send'>
  readonly storage: ByteUsage
  readonly notify: (notice: Notice) => void
}

const emptyState: OutboxState = { made: 0, lastSettled: 0, deliveries: [], coming: [] }

/** The webhooks and e-mails of one sandbox: planned, under way, and settled. */
export class Outbox {
  readonly #sandbox: OutboxSandbox
  ownSecret: string | undefined
  readonly #byId = new Map<string, Delivery>()
  readonly #queues = new Queues()
  readonly feed: Feed
  /** The planned notices, the soonest first. */
  readonly #coming: Notice[] = []
  #made: number
  /** On a frozen clock, resolves when all attempts so far have ended and their settled deliveries are numbered. */
  #begun: Promise<unknown> = Promise.resolve()

  /** @param ownSecret the secret that a client set in the replaced sandbox (none). @throws InputError for an invalid state */
  constructor(sandbox: OutboxSandbox, state: OutboxState = emptyState, ownSecret?: string) {
    const { made, lastSettled, deliveries, coming } = state
    this.#sandbox = sandbox
    this.ownSecret = ownSecret
    requireDistinct(deliveries, ({ id }) => id, 'deliveries: id')
    this.#made = made
    for (const delivery of deliveries) {
      this.#byId.set(delivery.id, delivery)
      if (delivery.nextMs !== null) this.#queues.add(delivery)
      if (delivery.state === 'pending') sandbox.storage.take(pendingBytes(delivery))
    }
    this.#addComing(coming)
    this.feed = new Feed(lastSettled, deliveries)
    // Some were settled while the snapshot was taken.
    for (const delivery of deliveries) this.#number(delivery)
    sandbox.scheduler.serve({ nextMs: () => this.#nextMs(), runDue: (nowMs) => this.#runDue(nowMs) })
  }

  /** `whsec_…`: set by a client, or derived from the seed and the name of the sandbox. */
  get secret(): string {
    return this.ownSecret ?? drawSecret(this.#sandbox.seed, this.#sandbox.seedName)
  }

  set secret(text: string) {
    this.ownSecret = parseSecret(text)
  }

  /** Undefined for a new outbox. An attempt under way is repeated after a restore. */
  get state(): OutboxState | undefined {
    if (this.#made === 0 && this.#coming.length === 0) return undefined
    return {
      made: this.#made,
      lastSettled: this.feed.last,
      deliveries: [...this.#byId.values()].map((delivery) => ({ ...delivery })),
      coming: [...this.#coming],
    }
  }

  /** Plans notices. Each is passed to the sandbox when it is due. */
  plan(notices: readonly Notice[]): void {
    this.#addComing(notices)
    this.#sandbox.scheduler.wake()
  }

  #addComing(notices: readonly Notice[]): void {
    for (const notice of notices) {
      const place = firstIndex(this.#coming.length, (at) => (this.#coming[at]?.atMs ?? Infinity) > notice.atMs)
      this.#coming.splice(place, 0, notice)
    }
  }

  /** Cancels the planned notices of a group. @returns them */
  cancel(group: string): readonly Notice[] {
    const canceled = this.#coming.filter((notice) => notice.group === group)
    for (const notice of canceled) this.#coming.splice(this.#coming.indexOf(notice), 1)
    return canceled
  }

  #nextMs(): number {
    return Math.min(this.#coming[0]?.atMs ?? Infinity, this.#queues.first()?.nextMs ?? Infinity)
  }

  #runDue(nowMs: number): void {
    for (let [notice] = this.#coming; notice !== undefined && notice.atMs <= nowMs; [notice] = this.#coming) {
      this.#coming.shift()
      this.#sandbox.notify(notice)
    }
    for (;;) {
      const due = this.#queues.first()
      if (due === undefined || due.nextMs === null || due.nextMs > nowMs) return
      void this.#start(due)
    }
  }

  /** Sends a notification: its first attempt is due at once. */
  send(notification: Notification, nowMs: number): void {
    this.#make(notification, nowMs)
    this.#sandbox.scheduler.wake()
  }

  /** Sends a notification. @returns the delivery after its first attempt */
  async sendNow(notification: Notification, nowMs: number): Promise<Delivery> {
    return await this.redeliver(this.#make(notification, nowMs).id)
  }

  #make(notification: Notification, nowMs: number): Delivery {
    const { seedName, scenarios, storage } = this.#sandbox
    const { duplicate = 0, outOfOrder = false } = scenarios.settings.webhooks
    const isWebhook = notification.kind === 'webhook'
    const delivery: Delivery = {
      ...notification,
      // The id depends on the sandbox, so that no receiver takes deliveries of two sandboxes for duplicates.
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
    storage.take(pendingBytes(delivery))
    return delivery
  }

  /** The number of deliveries so far. */
  get made(): number {
    return this.#made
  }

  list(filter: DeliveryFilter): readonly Delivery[] {
    return [...this.#byId.values()].filter((delivery) => matchesFilter(delivery, filter))
  }

  get heads(): readonly Delivery[] {
    return this.#queues.heads
  }

  get(id: string): Delivery {
    const found = this.#byId.get(id)
    if (found !== undefined) return found
    throw new InputError(`no delivery has the id ${quote(id)}`, { kind: 'unknown', field: 'outbox' })
  }

  /** Sends the held deliveries of a group, because the delivery that they wait for will not come. */
  release(group: string): void {
    for (const kind of deliveryKinds) {
      const name = queueOf({ kind, group })
      for (const delivery of this.#queues.of(name)) delivery.held = false
      this.#queues.offer(name)
    }
    this.#sandbox.scheduler.wake()
  }

  /** Redelivers, whatever the state, after the current attempt of its group. @throws InputError */
  async redeliver(id: string): Promise<Delivery> {
    const delivery = this.get(id)
    const name = queueOf(delivery)
    while (this.#queues.underWay.has(name)) await this.#queues.underWay.get(name)
    if (delivery.state !== 'pending') this.#sandbox.storage.take(pendingBytes(delivery))
    this.feed.unsettle(delivery)
    delivery.state = 'pending'
    delivery.reason = null
    delivery.tries = 0
    delivery.held = false
    delivery.nextMs = this.#sandbox.clock.now()
    this.#queues.add(delivery)
    const [first] = this.#queues.of(name)
    // Otherwise it waits for an earlier delivery of its group.
    if (first === delivery && this.#sandbox.scheduler.isOpen) await this.#start(delivery)
    // A copy, because the next call for this delivery makes it pending again.
    return { ...delivery }
  }

  /**
   * Starts an attempt. On a frozen clock, deliveries that are due together are numbered in their order, whichever receiver
   * answers first, so that equal runs give equal bytes.
   */
  #start(delivery: Delivery): Promise<void> {
    const { clock, scheduler } = this.#sandbox
    const earlier = clock.mode === 'frozen' ? this.#begun : undefined
    const ended = this.#queues.hold(delivery, this.#try(delivery, earlier))
    scheduler.track(ended)
    if (earlier !== undefined) {
      this.#begun = Promise.allSettled([earlier, ended])
      scheduler.track(this.#begun)
    }
    return ended
  }

  async #try(delivery: Delivery, earlier: Promise<unknown> | undefined): Promise<void> {
    const { clock, scheduler, scenarios, transport, storage } = this.#sandbox
    let atMs = clock.now()
    const begin = (): boolean => {
      atMs = clock.now()
      return scheduler.isOpen
    }
    const outcome = await attempt(delivery, { settings: scenarios.settings, transport, secret: this.secret, begin })
    const wasPending = delivery.state === 'pending'
    conclude(delivery, outcome, atMs, clock.now(), scenarios.settings.profile.webhookRetries)
    if (delivery.nextMs === null) this.#queues.remove(delivery)
    if (!wasPending || delivery.state === 'pending') return
    // The deliveries that were held for it are sent now.
    for (const other of this.#queues.of(queueOf(delivery))) if (other.number < delivery.number) other.held = false
    storage.giveBack(pendingBytes(delivery))
    if (earlier === undefined) this.#number(delivery)
    else void earlier.then(() => this.#number(delivery))
  }

  #number(delivery: Delivery): void {
    // It may have been redelivered meanwhile.
    if (delivery.state === 'pending' || delivery.settled !== null) return
    for (const { id } of this.feed.settle(delivery)) this.#byId.delete(id)
  }
}
