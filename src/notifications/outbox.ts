import { createAssume, UsedAssumptions } from '../assumptions/used.ts'
import { quote, UnknownError } from '../lib/input-error.ts'
import { defineSnapshotPart, requireDistinct } from '../lib/snapshot-part.ts'
import { drawId, streamLabel } from '../random/random.ts'
import { defineState, type Sandbox } from '../sandbox/sandbox.ts'
import { wallNow } from '../time/clock.ts'
import {
  conclude,
  type Delivery,
  deliveryKinds,
  type Outcome,
  type Notification,
  pendingBytes,
  refuseAddress,
  toFailure,
} from './delivery.ts'
import { type DeliveryFilter, Feed, isAskedFor } from './feed.ts'
import { type OutboxSnapshot, outboxSnapshotSchema } from './outbox-snapshot.ts'
import { queueOf, Queues } from './queues.ts'
import { Settled } from './settled.ts'
import { drawSecret, hashOf, requireHash } from './signing-secret.ts'

/** Deliveries that one sandbox has under way at a time: each takes some 20 KB while it waits for its answer. */
const mostUnderWay = 64

/** What one sandbox sends, and has sent. */
class Outbox {
  readonly #sandbox: Pick<
    Sandbox,
    'seedName' | 'seed' | 'clock' | 'scheduler' | 'scenarios' | 'transport' | 'notifications'
  >
  readonly #byId = new Map<string, Delivery>()
  readonly #queues = new Queues()
  readonly #feed = new Feed()
  #made = 0
  readonly #settled = new Settled()
  #secret: string
  /** Whether somebody set the secret: then no snapshot tells it. */
  #isSecretSet = false

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#secret = drawSecret(sandbox)
    sandbox.scheduler.add({
      name: 'outbox',
      // The end of each attempt has the agenda ask again.
      nextMs: () => (this.#isFull ? undefined : this.#queues.nextMs()),
      runDue: async (nowMs) => this.#begin(nowMs),
      close: () => this.#feed.close(),
    })
  }

  /** The signing secret (`whsec_…`, 24 bytes in base64). */
  get secret(): string {
    return this.#secret
  }

  set secret(secret: string) {
    this.#secret = secret
    this.#isSecretSet = true
  }

  /** The number of the last that was settled; 0 where none was. */
  get lastSettled(): number {
    return this.#feed.last
  }

  /** What is kept and what is to come; what is being tried is due. Undefined where nothing differs from a new one. */
  save(): OutboxSnapshot | undefined {
    if (this.#made === 0 && !this.#isSecretSet) return undefined
    return {
      made: this.#made,
      lastSettled: this.#feed.last,
      ...(this.#isSecretSet ? { secretHash: hashOf(this.#secret) } : {}),
      deliveries: [...this.#byId.values()].map((delivery) => ({
        delivery: { ...delivery, attempts: [...delivery.attempts] },
        keptBytes: this.#settled.bytesOf(delivery),
      })),
      turns: this.#queues.save(),
    }
  }

  /** @throws InputError for what cannot be used, and where a secret was set that the sandbox does not have whose place is taken */
  load({ made, lastSettled, secretHash, deliveries, turns }: OutboxSnapshot, before: () => Outbox): void {
    if (secretHash !== undefined) this.secret = requireHash(before().secret, secretHash)
    this.#made = made
    this.#feed.last = lastSettled
    const all = deliveries.map(({ delivery }) => delivery)
    requireDistinct(all, ({ id }) => id, 'deliveries: id')
    requireDistinct(all, ({ number }) => number, 'deliveries: number')
    for (const delivery of all) this.#byId.set(delivery.id, delivery)
    this.#queues.load(all, turns)
    this.#settled.load(deliveries)
  }

  /** Sends something: its first attempt is due at once. */
  post(notification: Notification, nowMs: number): void {
    const { seedName, seed, scenarios, scheduler, notifications } = this.#sandbox
    const { duplicate = 0, outOfOrder = false } = scenarios.settings.webhooks
    const isWebhook = notification.kind === 'webhook'
    const delivery: Delivery = {
      ...notification,
      // A receiver that drops what it had already must not drop what another sandbox tells.
      id: drawId(streamLabel(seed, `delivery of ${seedName}`, this.#made)),
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
    notifications.reserve(pendingBytes(delivery.body.length))
    scheduler.wake()
  }

  /** Those that match, the newest last. */
  list(filter: DeliveryFilter): readonly Delivery[] {
    return [...this.#byId.values()].filter((delivery) => isAskedFor(delivery, filter))
  }

  /** One of them. @throws UnknownError */
  get(id: string): Delivery {
    const found = this.#byId.get(id)
    if (found !== undefined) return found
    throw new UnknownError(`outbox: no delivery has the id ${quote(id)}`)
  }

  /** Sends what was held back in a group for something that no longer comes. */
  release(group: string): void {
    for (const kind of deliveryKinds) {
      const name = queueOf({ kind, group })
      for (const delivery of this.#queues.of(name)) delivery.held = false
      this.#queues.offer(name)
    }
    this.#sandbox.scheduler.wake()
  }

  /** Tries a delivery anew, whatever became of it, once nothing else of its group is being tried. @throws UnknownError */
  async redeliver(id: string): Promise<Delivery> {
    const delivery = this.get(id)
    const name = queueOf(delivery)
    while (this.#queues.underWay(name) !== undefined) await this.#queues.underWay(name)
    // It is settled anew in the end, and takes its room anew.
    this.#settled.remove(delivery)
    if (delivery.state !== 'pending') this.#sandbox.notifications.reserve(pendingBytes(delivery.body.length))
    delivery.settled = null
    delivery.state = 'pending'
    delivery.reason = null
    delivery.tries = 0
    delivery.held = false
    delivery.nextMs = this.#sandbox.clock.now()
    this.#queues.add(delivery)
    const [first] = this.#queues.of(name)
    // One that has to wait for an earlier one of its group is tried after that.
    if (first === delivery && this.#sandbox.scheduler.isOpen) await this.#start(delivery)
    // As it is now: the next who asks for the same makes it pending again.
    return { ...delivery }
  }

  /** The first that was settled after another, as `Feed` has it. */
  next(after: number, filter: DeliveryFilter, signal: AbortSignal): Promise<Delivery | 'closed' | undefined> {
    return this.#feed.next([...this.#byId.values()], after, filter, signal)
  }

  get #isFull(): boolean {
    return this.#queues.sizeUnderWay >= mostUnderWay
  }

  #begin(nowMs: number): void {
    while (!this.#isFull) {
      const due = this.#queues.takeDue(nowMs)
      if (due === undefined) return
      void this.#start(due)
    }
  }

  /** Begins an attempt. */
  #start(delivery: Delivery): Promise<void> {
    const attempt = this.#queues.hold(delivery, this.#attempt(delivery))
    this.#sandbox.scheduler.track(attempt)
    return attempt
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { clock, scenarios } = this.#sandbox
    let sentMs = clock.now()
    const outcome = await this.#send(delivery, () => {
      sentMs = clock.now()
    }).catch(toFailure)
    const assume = createAssume(scenarios.settings.profile, new UsedAssumptions())
    const wasPending = delivery.state === 'pending'
    conclude(delivery, outcome, { atMs: sentMs, endMs: clock.now() }, assume('webhookRetries'))
    if (delivery.nextMs === null) this.#queues.remove(delivery)
    if (wasPending && delivery.state !== 'pending') this.#settle(delivery)
  }

  /** @param begin told when the request goes out */
  async #send(delivery: Delivery, begin: () => void): Promise<Outcome> {
    const { scheduler, transport, scenarios } = this.#sandbox
    if (delivery.kind === 'email') {
      const refused = refuseAddress(delivery.to)
      if (refused !== undefined) return refused
      const message = await transport.compose({ ...delivery, dateMs: delivery.createdMs })
      delivery.sent = message
      return transport.mail(message, delivery.to)
    }
    const { fail = 0, tamper = false } = scenarios.settings.webhooks
    const assume = createAssume(scenarios.settings.profile, new UsedAssumptions())
    const signature =
      assume('webhookSigning') === 'none'
        ? {}
        : await transport.sign({ secret: this.#secret, id: delivery.id, atMs: wallNow(), body: delivery.body, tamper })
    const headers = { 'Content-Type': 'application/json', ...signature }
    delivery.sent = headers
    const isWanted = (): boolean => {
      begin()
      return scheduler.isOpen
    }
    if (delivery.tries < fail) return { kind: 'failed', reason: 'a scenario says so', durationMs: 0 }
    return transport.send({ url: delivery.to, headers, body: delivery.body, isWanted })
  }

  #settle(delivery: Delivery): void {
    // What was held back for it is sent now.
    for (const other of this.#queues.of(queueOf(delivery))) if (other.number < delivery.number) other.held = false
    this.#sandbox.notifications.reserve(-pendingBytes(delivery.body.length))
    this.#feed.settle(delivery)
    this.#settled.add(delivery)
    for (const { id } of this.#settled.trim(delivery)) this.#byId.delete(id)
  }
}

/** The outbox of each sandbox. */
export const outbox = defineState(
  'outbox',
  defineSnapshotPart(
    outboxSnapshotSchema,
    (box: Outbox) => box.save(),
    (box, saved, before) => box.load(saved, before),
  ),
  (sandbox) => new Outbox(sandbox),
)
