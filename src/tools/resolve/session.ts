import type { AssumptionId, Choice } from '../../core/assumptions/register.ts'
import { InputError } from '../../core/lib/input-error.ts'
import {
  isResponseTo,
  type KeyName,
  mayCreateRecord,
  type ProbedOperation,
  type ProbeRequest,
  type RecordedExchange,
  type SentRequest,
  toSentRequest,
} from './recorded-exchange.ts'

/**
 * What a probe may need beyond a key that reads everything: the reason it was skipped, and the flag. Probes run in this
 * order: first probes that read, then probes that create, wait, or exhaust a quota.
 */
export const needs = {
  failedAssessment: ['it needs the id of an assessment that failed', '--failed-assessment'],
  limitedKey: ['it needs a key with only the permission to read assessments', '--limited-key'],
  otherKey: ['it needs a second key of the account', '--limited-key'],
  write: ['it must create records', '--write'],
  receiver: ['it needs an address for webhooks', '--webhook-url'],
  wait: ['it must wait', '--wait'],
  spareKey: ['it needs a key whose quota may be exhausted', '--spare-key'],
} as const

export type Need = keyof typeof needs

/** The error of a probe that finds no option. @param need what would help */
export const unknownOption = (reason: string, need?: Need): InputError =>
  new InputError(need === undefined ? reason : `${reason}; give ${needs[need][1]}`, { kind: 'unknown' })

export interface Receiver {
  /** Accepts every webhook. */
  readonly url: string
  /** Rejects every webhook with status 500. */
  readonly refusingUrl: string
  readonly received: readonly ReceivedWebhook[]
}

export interface ReceivedWebhook {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface SessionOptions {
  readonly operations: readonly ProbedOperation[]
  /** Sends a request; undefined in a replay, which only reads a recording. @throws InputError if no more may be sent */
  readonly send: ((request: SentRequest) => Promise<RecordedExchange>) | undefined
  readonly recorded?: readonly RecordedExchange[]
  readonly write?: boolean
  /** Waits by the service's clock. @returns false if the wait is too long */
  readonly wait?: ((ms: number) => Promise<boolean>) | undefined
  readonly keys?: readonly KeyName[]
  readonly receiver?: Receiver | undefined
  readonly failedAssessment?: string | undefined
}

export type Evidence = readonly (RecordedExchange | ReceivedWebhook)[]

export interface ProbeFinding {
  readonly option: string | number | undefined
  readonly reason?: string
  readonly evidence: Evidence
}

export interface ProbeRun {
  readonly options: SessionOptions
  readonly seen: RecordedExchange[]
  /** Results of `once`, by name. */
  readonly done: Map<string, Promise<unknown>>
  readonly resolve: (id: AssumptionId) => Promise<ProbeFinding>
}

export class Session {
  readonly options: SessionOptions
  readonly seen: readonly RecordedExchange[]
  readonly isReplay: boolean
  readonly evidence = new Set<RecordedExchange | ReceivedWebhook>()
  readonly #run: ProbeRun

  constructor(run: ProbeRun) {
    this.#run = run
    this.options = run.options
    this.seen = run.seen
    this.isReplay = run.options.send === undefined
  }

  cite(...evidence: Evidence): void {
    for (const one of evidence) this.evidence.add(one)
  }

  has(need: Need): boolean {
    const { keys = [] } = this.options
    if (need === 'limitedKey') return keys.includes('limited')
    if (need === 'spareKey') return keys.includes('spare')
    if (need === 'otherKey') return this.has('limitedKey') || this.has('spareKey')
    return this.options[need] !== undefined && this.options[need] !== false
  }

  /** Sends a request. @throws InputError in a replay, and for a request that may create a record without `write` */
  async ask(asked: ProbeRequest): Promise<RecordedExchange> {
    const { send, write, operations } = this.options
    const request = toSentRequest(operations, asked)
    if (send === undefined) throw unknownOption('the recording has no such request')
    if (mayCreateRecord(request) && write !== true) throw unknownOption(needs.write[0], 'write')
    const seen = await send(request)
    this.#run.seen.push(seen)
    this.cite(seen)
    return seen
  }

  find(isLike: (seen: RecordedExchange) => boolean): RecordedExchange | undefined {
    const known = this.seen.find(isLike)
    if (known !== undefined) this.cite(known)
    return known
  }

  /**
   * Returns the first suitable exchange, or sends the request if there is none.
   * @param isLike accepts an exchange. Default: any exchange of the same request
   * @throws InputError as `ask` does
   */
  async see(...asked: Parameters<Session['look']>): Promise<RecordedExchange> {
    return (await this.look(...asked)) ?? this.ask(asked[0])
  }

  /** Like `see`. @returns undefined if a recording has no such exchange */
  async look(asked: ProbeRequest, isLike?: (seen: RecordedExchange) => boolean): Promise<RecordedExchange | undefined> {
    const request = toSentRequest(this.options.operations, asked)
    const known = this.find(isLike ?? ((seen) => isResponseTo(request, seen)))
    return known ?? (this.isReplay ? undefined : this.ask(asked))
  }

  /** Waits. @throws InputError if the wait is too long */
  async wait(ms: number): Promise<void> {
    if ((await this.options.wait?.(ms)) !== true) throw unknownOption('it must wait longer', 'wait')
  }

  /** The option of another row; undefined if its probe finds none. */
  async option<Id extends AssumptionId>(id: Id): Promise<Choice<Id> | undefined>
  async option(id: AssumptionId): Promise<string | number | undefined> {
    return (await this.#run.resolve(id)).option
  }

  async once<T>(name: string, work: () => Promise<T>): Promise<T>
  async once(name: string, work: () => Promise<unknown>): Promise<unknown> {
    const doing = this.#run.done.get(name) ?? work()
    this.#run.done.set(name, doing)
    return doing
  }
}
