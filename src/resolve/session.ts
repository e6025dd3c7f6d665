import type { AssumptionId, Choice } from '../assumptions/register.ts'
import { tryJson } from '../lib/try-json.ts'
import { jsonType, keyScheme } from '../spec/headers.ts'
import type { Finding, Need } from './probe.ts'
import type { ProbeRequest, KeyName, RecordedExchange } from './recorded-exchange.ts'

/** Somebody that webhooks can be sent to. */
export interface Receiver {
  /** Where it accepts what it is sent. */
  readonly url: string
  /** Where it refuses with status 500. */
  readonly refusingUrl: string
  /** What arrived so far, at either. */
  readonly received: readonly Arrived[]
}

/** A webhook as it arrived. */
export interface Arrived {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** An operation of the document, as far as probes need it. */
export interface ProbedOperation {
  readonly id: string
  readonly method: string
  /** Relative to the base address (`/cloud/resources/{id}`). */
  readonly path: string
}

/** What a session may do, and has at hand. */
export interface SessionOptions {
  readonly operations: readonly ProbedOperation[]
  /** Sends a request; undefined where requests cannot be made and only what was recorded counts. @throws Stopped where no more may be sent */
  readonly send: ((request: Sent) => Promise<RecordedExchange>) | undefined
  /** What was seen before. */
  readonly recorded?: readonly RecordedExchange[]
  /** Whether records may be created (no). */
  readonly write?: boolean
  /** Lets time pass, by the clock of the service. @returns whether so much was allowed */
  readonly wait?: ((ms: number) => Promise<boolean>) | undefined
  /** The keys there are besides the main one. */
  readonly keys?: readonly KeyName[]
  readonly receiver?: Receiver | undefined
  /** Id of an assessment that is known to have failed. */
  readonly failedAssessment?: string | undefined
}

/** A request as it is sent. */
export interface Sent extends Required<Pick<ProbeRequest, 'operation' | 'method' | 'id' | 'query' | 'key' | 'scheme'>> {
  /** Relative to the base address, without the query. */
  readonly path: string
  readonly body: string | undefined
  readonly contentType: string | undefined
  readonly contentEncoding: ProbeRequest['contentEncoding']
}

/** Why no more requests are made. */
export class Stopped extends Error {
  readonly reason: string
  /** What the network said, which ends the message. */
  readonly said: string | undefined

  constructor(reason: string, said?: string) {
    super(said === undefined ? reason : `${reason} ${said}`)
    this.reason = reason
    this.said = said
  }
}

/** One run of probes against one service: what was asked and answered so far, and what it may do. */
export class Session {
  readonly #options: SessionOptions
  readonly #seen: RecordedExchange[]
  readonly #once = new Map<string, Promise<unknown>>()
  readonly #resolve: (session: Session, id: AssumptionId) => Promise<Finding>

  /** @param resolve runs the probe of a row, whose finding another probe builds on */
  constructor(options: SessionOptions, resolve: (session: Session, id: AssumptionId) => Promise<Finding>) {
    this.#options = options
    this.#seen = [...(options.recorded ?? [])]
    this.#resolve = resolve
  }

  get receiver(): Receiver | undefined {
    return this.#options.receiver
  }

  get failedAssessment(): string | undefined {
    return this.#options.failedAssessment
  }

  /** Everything that was asked and answered, in order. */
  get seen(): readonly RecordedExchange[] {
    return this.#seen
  }

  /** Whether it only looks at what was recorded. */
  get isReplay(): boolean {
    return this.#options.send === undefined
  }

  /** Whether there is what a probe needs. */
  has(need: Need): boolean {
    const { write, wait, keys = [], receiver, failedAssessment } = this.#options
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

  /** The path of an operation, relative to the base address. */
  pathOf(operation: string): string | undefined {
    return this.#options.operations.find(({ id }) => id === operation)?.path
  }

  /** Makes a request. @returns undefined where it may not be made: none in a replay, none that may create a record in a session that only reads */
  async ask(asked: ProbeRequest): Promise<RecordedExchange | undefined> {
    const { send, write } = this.#options
    const request = toSent(this.#options.operations, asked)
    if (send === undefined || (mayCreate(request) && write !== true)) return undefined
    const seen = await send(request)
    this.#seen.push(seen)
    return seen
  }

  /**
   * What was seen of such a request, the first of it; else makes it.
   * @param isLike which exchanges will do (those of the very same request)
   */
  async see(asked: ProbeRequest, isLike?: (seen: RecordedExchange) => boolean): Promise<RecordedExchange | undefined> {
    const request = toSent(this.#options.operations, asked)
    const known = this.#seen.find((seen) => isLike?.(seen) ?? isOf(request, seen))
    return known ?? this.ask(asked)
  }

  /** Lets time pass. @returns whether so much was allowed */
  async wait(ms: number): Promise<boolean> {
    return (await this.#options.wait?.(ms)) ?? false
  }

  /** The option of another row, as its probe found it; undefined where it found none. */
  async option<Id extends AssumptionId>(id: Id): Promise<Choice<Id> | undefined>
  async option(id: AssumptionId): Promise<string | number | undefined> {
    return (await this.#resolve(this, id)).option
  }

  /** Does something once in a session, whichever probe comes to it first. */
  async once<T>(name: string, work: () => Promise<T>): Promise<T>
  async once(name: string, work: () => Promise<unknown>): Promise<unknown> {
    const doing = this.#once.get(name) ?? work()
    this.#once.set(name, doing)
    return doing
  }
}

/** A request of a probe as it is sent: what it leaves out is that of its operation. */
export function toSent(
  operations: readonly ProbedOperation[],
  {
    operation,
    method,
    id = '',
    query = '',
    body,
    contentType,
    contentEncoding,
    key = 'main',
    scheme = keyScheme,
  }: ProbeRequest,
): Sent {
  const declared = operations.find((other) => other.id === operation)
  if (declared === undefined) throw new Error(`no operation ${operation}`)
  return {
    operation,
    method: method ?? declared.method,
    path: declared.path.replace('{id}', encodeURIComponent(id)),
    id,
    query,
    body,
    contentType: contentType ?? (body === undefined ? undefined : jsonType),
    contentEncoding,
    key,
    scheme,
  }
}

/** Whether a request may create a record: every POST whose body is JSON. */
function mayCreate({ method, body }: Sent): boolean {
  return method === 'POST' && tryJson(body ?? '') !== undefined
}

function isOf(request: Sent, seen: RecordedExchange): boolean {
  const names = ['operation', 'method', 'id', 'key', 'body', 'contentType', 'contentEncoding', 'scheme'] as const
  const query = [...new URLSearchParams(request.query)].flat()
  return names.every((name) => request[name] === seen[name]) && query.join('&') === seen.query.flat().join('&')
}
