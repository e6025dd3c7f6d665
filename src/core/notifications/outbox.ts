import type { ByteUsage } from '../lib/byte-limit.ts'
import { firstIndex } from '../lib/first-index.ts'
import { drawId } from '../random/random.ts'
import type { Settings } from '../scenarios/settings.ts'
import type { Clock } from '../time/clock.ts'
import type { Scheduler } from '../time/scheduler.ts'
import { attempt } from './attempt.ts'
import { Deliveries } from './deliveries.ts'
import { conclude, type Delivery, type Notice, type Notification, type OutboxState, pendingBytes } from './delivery.ts'
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
  /** Composes the notifications of a change that is due. */
  readonly notify: (notice: Notice) => readonly Notification[]
}

const emptyState: OutboxState = { made: 0, lastSettled: 0, deliveries: [], coming: [] }

/** The webhooks and e-mails of one sandbox: it plans, makes and sends them. */
export class Outbox {
  readonly #sandbox: OutboxSandbox
  readonly deliveries: Deliveries
  ownSecret: string | undefined
  /** The planned notices, the soonest first. */
  readonly #planned: Notice[] = []
  /** The number of deliveries so far. */
  made: number
  /** On a frozen clock, resolves when all attempts so far have ended and their settled deliveries are numbered. */
  #begun: Promise<unknown> = Promise.resolve()

  /** @param ownSecret the secret that a client set in the replaced sandbox (none). @throws InputError for an invalid state */
  constructor(sandbox: OutboxSandbox, state: OutboxState = emptyState, ownSecret?: string) {
    const { made, lastSettled, deliveries, coming } = state
    this.#sandbox = sandbox
    this.ownSecret = ownSecret
    this.made = made
    this.#insert(coming)
    this.deliveries = new Deliveries(lastSettled, deliveries)
    for (const delivery of deliveries) {
      if (delivery.state === 'pending') sandbox.storage.take(pendingBytes(delivery))
      // Some were settled while the snapshot was taken.
      this.#settle(delivery)
    }
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
    if (this.made === 0 && this.#planned.length === 0) return undefined
    return {
      made: this.made,
      lastSettled: this.deliveries.lastSettled,
      deliveries: this.deliveries.list().map((delivery) => ({ ...delivery })),
      coming: [...this.#planned],
    }
  }

  /** Plans notices. The notifications of each are composed when it is due. */
  plan(notices: readonly Notice[]): void {
    this.#insert(notices)
    this.#sandbox.scheduler.wake()
  }

  #insert(notices: readonly Notice[]): void {
    for (const notice of notices) {
      const place = firstIndex(this.#planned.length, (at) => (this.#planned[at]?.atMs ?? Infinity) > notice.atMs)
      this.#planned.splice(place, 0, notice)
    }
  }

  /** Cancels the planned notices of a group. @returns them */
  cancel(group: string): readonly Notice[] {
    const canceled = this.#planned.filter((notice) => notice.group === group)
    for (const notice of canceled) this.#planned.splice(this.#planned.indexOf(notice), 1)
    return canceled
  }

  #nextMs(): number {
    return Math.min(this.#planned[0]?.atMs ?? Infinity, this.deliveries.next?.atMs ?? Infinity)
  }

  #runDue(nowMs: number): void {
    for (let [notice] = this.#planned; notice !== undefined && notice.atMs <= nowMs; [notice] = this.#planned) {
      this.#planned.shift()
      for (const notification of this.#sandbox.notify(notice)) this.#make(notification, notice.atMs)
    }
    const { deliveries } = this
    for (let due = deliveries.next; due !== undefined && due.atMs <= nowMs; due = deliveries.next) {
      void this.#start(due.delivery)
    }
  }

  /** Sends notifications: the first attempt of each is due at once. */
  send(notifications: readonly Notification[], nowMs: number): void {
    for (const notification of notifications) this.#make(notification, nowMs)
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
      id: drawId(this.#sandbox.label(`delivery of ${seedName}`, this.made)),
      number: this.made,
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
    this.made += 1
    this.deliveries.add(delivery)
    storage.take(pendingBytes(delivery))
    return delivery
  }

  /** Sends the held deliveries of a group, because the delivery that they wait for will not come. */
  release(group: string): void {
    this.deliveries.release(group)
    this.#sandbox.scheduler.wake()
  }

  /** Redelivers, whatever the state, after the current attempt of its group. @throws InputError */
  async redeliver(id: string): Promise<Delivery> {
    const { deliveries } = this
    const { clock, scheduler, storage } = this.#sandbox
    const delivery = deliveries.get(id)
    while (deliveries.underWay(delivery) !== undefined) await deliveries.underWay(delivery)
    if (delivery.state !== 'pending') storage.take(pendingBytes(delivery))
    deliveries.unsettle(delivery)
    const again = { state: 'pending', reason: null, tries: 0, held: false, nextMs: clock.now() } as const
    deliveries.schedule(Object.assign(delivery, again))
    // Otherwise it waits for an earlier delivery of its group.
    if (deliveries.isOldest(delivery) && scheduler.isOpen) await this.#start(delivery)
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
    const ended = this.deliveries.during(delivery, this.#try(delivery, earlier))
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
    if (delivery.nextMs === null) this.deliveries.schedule(delivery)
    if (!wasPending || delivery.state === 'pending') return
    // The webhooks that were held for it are sent now.
    if (delivery.kind === 'webhook') this.deliveries.release(delivery.group, delivery.number)
    storage.giveBack(pendingBytes(delivery))
    if (earlier === undefined) this.#settle(delivery)
    else void earlier.then(() => this.#settle(delivery))
  }

  #settle(delivery: Delivery): void {
    // It may have been redelivered meanwhile.
    if (delivery.state !== 'pending' && delivery.settled === null) this.deliveries.settle(delivery)
  }
}
