import type { AssumptionId, Choice } from '../assumptions/register.ts'
import type { Finding, Need } from './probe.ts'
import type { RecordedExchange, Seen } from './recorded-exchange.ts'
import {
  isResponseTo,
  type KeyName,
  mayCreate,
  type ProbedOperation,
  type ProbeRequest,
  type SentRequest,
  toSent,
} from './sent-request.ts'

/** A server that webhooks can be sent to. */
export interface Receiver {
  /** Accepts every webhook. */
  readonly url: string
  /** Refuses every webhook with status 500. */
  readonly refusingUrl: string
  /** All webhooks that arrived so far. */
  readonly received: readonly Arrived[]
}

export interface Arrived {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The permissions and the means of a session. */
export interface SessionOptions {
  readonly operations: readonly ProbedOperation[]
  /** Sends a request; undefined in a replay, which only reads a recording. @throws Stopped if no more may be sent */
  readonly send: ((request: SentRequest) => Promise<RecordedExchange>) | undefined
  /** Exchanges from before the session (none). */
  readonly recorded?: readonly RecordedExchange[]
  /** Allows to create records (false). */
  readonly write?: boolean
  /** Lets time pass by the clock of the service. @returns false if so much time may not pass */
  readonly wait?: ((ms: number) => Promise<boolean>) | undefined
  /** The keys beside the main one. */
  readonly keys?: readonly KeyName[]
  readonly receiver?: Receiver | undefined
  /** Id of an assessment that failed. */
  readonly failedAssessment?: string | undefined
}

/** Sending stopped; `reason` says why. */
export class Stopped extends Error {
  readonly reason: string
  /** A text of the network that ends the message. */
  readonly said: string | undefined

  constructor(reason: string, said?: string) {
    super(said === undefined ? reason : `${reason} ${said}`)
    this.reason = reason
    this.said = said
  }
}

/** One run of probes against one service, with all exchanges so far. */
export class Session {
  readonly options: SessionOptions
  readonly #seen: RecordedExchange[]
  readonly #once = new Map<string, Promise<unknown>>()
  readonly #resolve: (session: Session, id: AssumptionId) => Promise<Finding>

  /** @param resolve runs the probe of another row */
  constructor(options: SessionOptions, resolve: (session: Session, id: AssumptionId) => Promise<Finding>) {
    this.options = options
    this.#seen = [...(options.recorded ?? [])]
    this.#resolve = resolve
  }

  /** All exchanges in order. */
  get seen(): readonly RecordedExchange[] {
    return this.#seen
  }

  /** True if it only reads a recording. */
  get isReplay(): boolean {
    return this.options.send === undefined
  }

  has(need: Need): boolean {
    const { write, wait, keys = [], receiver, failedAssessment } = this.options
    const there: Readonly<Record<Need, boolean>> = {
      write: write === true,
      wait: wait !== undefined,
      limitedKey: keys.includes('limited'),
      spareKey: keys.includes('spare'),
      otherKey: keys.includes('limited') || keys.includes('spare'),
      receiver: receiver !== undefined,
      failedAssessment: failedAssessment !== undefined,
    }
    return there[need]
  }

  /** Sends a request. @returns undefined in a replay, and for a request that may create a record in a session that only reads */
  async ask(asked: ProbeRequest): Promise<Seen> {
    const { send, write } = this.options
    const request = toSent(this.options.operations, asked)
    if (send === undefined || (mayCreate(request) && write !== true)) return undefined
    const seen = await send(request)
    this.#seen.push(seen)
    return seen
  }

  /**
   * Returns the first suitable exchange, or sends the request if there is none.
   * @param isLike says if an exchange is suitable (exchanges of the same request are)
   */
  async see(asked: ProbeRequest, isLike?: (seen: RecordedExchange) => boolean): Promise<Seen> {
    const request = toSent(this.options.operations, asked)
    const known = this.#seen.find((seen) => isLike?.(seen) ?? isResponseTo(request, seen))
    return known ?? this.ask(asked)
  }

  /** Lets time pass. @returns false if so much time may not pass */
  async wait(ms: number): Promise<boolean> {
    return (await this.options.wait?.(ms)) ?? false
  }

  /** The option of another row that its probe finds; undefined if it finds none. */
  async option<Id extends AssumptionId>(id: Id): Promise<Choice<Id> | undefined>
  async option(id: AssumptionId): Promise<string | number | undefined> {
    return (await this.#resolve(this, id)).option
  }

  /** Does some work once in a session, and shares its result. */
  async once<T>(name: string, work: () => Promise<T>): Promise<T>
  async once(name: string, work: () => Promise<unknown>): Promise<unknown> {
    const doing = this.#once.get(name) ?? work()
    this.#once.set(name, doing)
    return doing
  }
}
