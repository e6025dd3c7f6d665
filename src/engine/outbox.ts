import { createAssume, Trace } from '../assumptions/trace.ts'
import { quote, UnknownError } from '../lib/input-error.ts'
import { wallNow } from './clock.ts'
import { conclude, type Delivery, deliveryKinds, type Outcome, type Parcel } from './delivery.ts'
import { type DeliveryFilter, Feed, isAskedFor } from './feed.ts'
import { drawId, streamLabel } from './random.ts'
import { definePart, type Sandbox } from './sandbox.ts'
import { drawSecret } from './signing-secret.ts'
import { Timetable } from './timetable.ts'

/** Bytes of settled deliveries that are kept; the oldest go first. */
const mostSettledBytes = 8_388_608

/** What one sandbox sends, and has sent. */
class Outbox {
  readonly #sandbox: Pick<Sandbox, 'name' | 'seed' | 'clock' | 'agenda' | 'switches' | 'courier'>
  readonly #byId = new Map<string, Delivery>()
  /** Those that have an attempt coming, in order, for each kind and group. */
  readonly #queues = new Map<string, readonly Delivery[]>()
  /** The names of the queues in the order in which their first ones are due. */
  readonly #turns = new Timetable<string>()
  /** The attempts that are being made, by the name of the queue: one at a time in each. */
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #feed = new Feed()
  #made = 0
  /** What the settled ones take, in the order in which they were settled. */
  readonly #kept = new Map<Delivery, number>()
  #keptBytes = 0
  #secret: string

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#secret = drawSecret(sandbox)
    sandbox.agenda.add({
      nextMs: () => this.#first()?.atMs,
      begin: async (nowMs) => this.#begin(nowMs),
      close: () => this.#feed.close(),
    })
  }

  /** The signing secret (`whsec_…`, 24 bytes in base64). */
  get secret(): string {
    return this.#secret
  }

  set secret(secret: string) {
    this.#secret = secret
  }

  /** Sends something: its first attempt is due at once. */
  post(parcel: Parcel, nowMs: number): void {
    const { name, seed, switches, agenda } = this.#sandbox
    const { duplicate = 0, outOfOrder = false } = switches.settings.webhooks
    const isWebhook = parcel.kind === 'webhook'
    const delivery: Delivery = {
      ...parcel,
      // A receiver that drops what it had already must not drop what another sandbox tells.
      id: drawId(streamLabel(seed, `delivery of ${name}`, this.#made)),
      number: this.#made,
      createdMs: nowMs,
      state: 'pending',
      reason: null,
      nextMs: nowMs,
      tries: 0,
      resends: isWebhook ? duplicate : 0,
      held: isWebhook && outOfOrder && !parcel.isLast,
      attempts: [],
      sent: null,
      settled: null,
    }
    this.#made += 1
    this.#byId.set(delivery.id, delivery)
    this.#enqueue(delivery)
    agenda.wake()
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
      for (const delivery of this.#queues.get(name) ?? []) delivery.held = false
      this.#offer(name)
    }
    this.#sandbox.agenda.wake()
  }

  /** Tries a delivery anew, whatever became of it, once nothing else of its group is being tried. @throws UnknownError */
  async redeliver(id: string): Promise<Delivery> {
    const delivery = this.get(id)
    const name = queueOf(delivery)
    while (this.#underWay.has(name)) await this.#underWay.get(name)
    // It is settled anew in the end, and takes its room anew.
    this.#drop(delivery)
    delivery.settled = null
    delivery.state = 'pending'
    delivery.reason = null
    delivery.tries = 0
    delivery.held = false
    delivery.nextMs = this.#sandbox.clock.now()
    this.#enqueue(delivery)
    const [first] = this.#queues.get(name) ?? []
    // One that has to wait for an earlier one of its group is tried after that.
    if (first === delivery && this.#sandbox.agenda.isOpen) await this.#start(delivery)
    // As it is now: the next who asks for the same makes it pending again.
    return { ...delivery }
  }

  /** The first that was settled after another, as `Feed` has it. */
  next(after: number, filter: DeliveryFilter, signal: AbortSignal): Promise<Delivery | 'closed' | undefined> {
    return this.#feed.next([...this.#byId.values()], after, filter, signal)
  }

  /** The queue whose turn comes next. */
  #first() {
    return this.#turns.first((name, atMs) => this.#headOf(name)?.nextMs === atMs)
  }

  /** The delivery of a queue whose turn it is; undefined while one of the queue is being tried. */
  #headOf(name: string): Delivery | undefined {
    return this.#underWay.has(name) ? undefined : this.#queues.get(name)?.find(({ held }) => !held)
  }

  #offer(name: string): void {
    const atMs = this.#headOf(name)?.nextMs
    if (atMs !== undefined && atMs !== null) this.#turns.add(atMs, name)
  }

  #begin(nowMs: number): void {
    for (let next = this.#first(); next !== undefined && next.atMs <= nowMs; next = this.#first()) {
      this.#turns.take()
      const delivery = this.#headOf(next.key)
      if (delivery !== undefined) void this.#start(delivery)
    }
  }

  /** Begins an attempt. */
  #start(delivery: Delivery): Promise<void> {
    const name = queueOf(delivery)
    const attempt = this.#attempt(delivery).finally(() => {
      this.#underWay.delete(name)
      this.#offer(name)
    })
    this.#underWay.set(name, attempt)
    this.#sandbox.agenda.track(attempt)
    return attempt
  }

  #enqueue(delivery: Delivery): void {
    const name = queueOf(delivery)
    const queue = this.#queues.get(name) ?? []
    this.#queues.set(name, [...queue.filter((other) => other !== delivery), delivery].sort(byNumber))
    this.#offer(name)
  }

  #dequeue(delivery: Delivery): void {
    const name = queueOf(delivery)
    const rest = (this.#queues.get(name) ?? []).filter((other) => other !== delivery)
    if (rest.length === 0) this.#queues.delete(name)
    else this.#queues.set(name, rest)
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { clock, switches } = this.#sandbox
    let sentMs = clock.now()
    const outcome = await this.#send(delivery, () => {
      sentMs = clock.now()
    }).catch(toFailure)
    const assume = createAssume(switches.settings.profile, new Trace())
    const wasPending = delivery.state === 'pending'
    conclude(delivery, outcome, { atMs: sentMs, endMs: clock.now() }, assume('webhookRetries'))
    if (delivery.nextMs === null) this.#dequeue(delivery)
    if (wasPending && delivery.state !== 'pending') this.#settle(delivery)
  }

  /** @param begin told when the request goes out */
  async #send(delivery: Delivery, begin: () => void): Promise<Outcome> {
    const { agenda, courier, switches } = this.#sandbox
    if (delivery.kind === 'email') {
      const message = await courier.compose({ ...delivery, dateMs: delivery.createdMs })
      delivery.sent = message
      return courier.mail(message, delivery.to)
    }
    const { fail = 0, tamper = false } = switches.settings.webhooks
    const assume = createAssume(switches.settings.profile, new Trace())
    const signature =
      assume('webhookSigning') === 'none'
        ? {}
        : await courier.sign({ secret: this.#secret, id: delivery.id, atMs: wallNow(), body: delivery.body, tamper })
    const headers = { 'Content-Type': 'application/json', ...signature }
    delivery.sent = headers
    const isWanted = (): boolean => {
      begin()
      return agenda.isOpen
    }
    if (delivery.tries < fail) return { kind: 'failed', reason: 'a scenario says so', durationMs: 0 }
    return courier.post({ url: delivery.to, headers, body: delivery.body, isWanted })
  }

  #settle(delivery: Delivery): void {
    // What was held back for it is sent now.
    for (const other of this.#queues.get(queueOf(delivery)) ?? [])
      if (other.number < delivery.number) other.held = false
    this.#feed.settle(delivery)
    this.#forget(delivery)
  }

  #forget(settled: Delivery): void {
    const bytes = sizeOf(settled)
    this.#kept.set(settled, bytes)
    this.#keptBytes += bytes
    for (const delivery of this.#kept.keys()) {
      if (this.#keptBytes <= mostSettledBytes) return
      if (delivery === settled || delivery.nextMs !== null) continue
      this.#byId.delete(delivery.id)
      this.#drop(delivery)
    }
  }

  #drop(delivery: Delivery): void {
    this.#keptBytes -= this.#kept.get(delivery) ?? 0
    this.#kept.delete(delivery)
  }
}

function toFailure(error: unknown): Outcome {
  return { kind: 'failed', reason: error instanceof Error ? error.message : String(error), durationMs: 0 }
}

const queueOf = ({ kind, group }: Pick<Parcel, 'kind' | 'group'>): string => `${kind} ${group}`

const byNumber = (a: Delivery, b: Delivery): number => a.number - b.number

/** What a delivery takes, about: a text is two bytes a character. */
const sizeOf = ({ body, sent, attempts }: Delivery): number =>
  1024 + 2 * body.length + (typeof sent === 'string' ? 2 * sent.length : 0) + attempts.length * 256

/** The outbox of each sandbox. */
export const outbox = definePart((sandbox) => new Outbox(sandbox))
