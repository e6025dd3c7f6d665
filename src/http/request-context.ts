import type { Assume } from '../assumptions/register.ts'
import { createAssume, UsedAssumptions } from '../assumptions/used.ts'
import type { ApiKey } from '../auth/keys.ts'
import type { Quotas } from '../auth/quota.ts'
import type { Arrival, JournalEntry } from '../journal/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Settings } from '../scenarios/settings.ts'
import { type Lifecycle, type Status, statusAt } from '../time/lifecycle.ts'
import type { Address } from './address.ts'
import type { SentBody } from './body.ts'
import { Credential } from './credential.ts'
import type { Operation } from './operation.ts'
import { count, type QuotaReading, readQuota } from './quota.ts'

/** The headers of a request. */
export interface RequestHeaders {
  /** The value of a header; several are joined as a `fetch` joins them; null for none. */
  readonly get: (name: string) => string | null
  /** Names and values in turn, as sent. */
  readonly sent: readonly string[]
}

/** A request as Hono routed it. */
export interface MatchedRequest {
  readonly method: string
  readonly address: Address
  /** The operation; undefined where none has this method and path. */
  readonly operation: Operation | undefined
  /** The values of the parameters of the path, decoded, by name. */
  readonly parameters: Readonly<Record<string, string>>
  readonly headers: RequestHeaders
  readonly credential: Credential
  /** Undefined for a request that the fake sends itself. */
  readonly arrival: Arrival | undefined
  /** Gets the entry of the request in the journal. */
  readonly onRecord?: ((entry: JournalEntry) => void) | undefined
}

/** The parts of a request that has nothing but a method and an address. */
export const nothingSent: Pick<MatchedRequest, 'parameters' | 'headers' | 'credential' | 'arrival'> = {
  parameters: {},
  headers: { get: () => null, sent: [] },
  credential: new Credential(null),
  arrival: undefined,
}

/** One request being served: what it asks for, its sandbox, its instant, and the rows of the register that its answer depends on. */
export class RequestContext implements MatchedRequest {
  readonly sandbox: Sandbox
  readonly method: string
  readonly address: Address
  readonly operation: Operation | undefined
  readonly parameters: MatchedRequest['parameters']
  readonly headers: RequestHeaders
  readonly credential: Credential
  readonly arrival: MatchedRequest['arrival']
  readonly onRecord: MatchedRequest['onRecord']
  readonly #startedMs = performance.now()
  #nowMs: number
  #settings: Settings
  #assume: Assume
  /** The key of the request; undefined until it is known to be valid. */
  key: ApiKey | undefined
  /** The rows of the register that the answer depends on. */
  readonly used = new UsedAssumptions()
  /** The settings of the sandbox or a rule had it wait. */
  isDelayed = false
  /** The rules of scenarios that fired on the request (`flaky[0]`). */
  firedRules: readonly string[] = []
  /** The instant until which the rule fires that decides the answer; undefined where none does, or it has no end. */
  failsUntilMs: number | undefined
  /** The body, once it was read; undefined where there is none. */
  sent: SentBody | undefined
  #quota: QuotaReading | undefined
  #recordStatus: Status | undefined

  constructor(sandbox: Sandbox, asked: MatchedRequest) {
    this.sandbox = sandbox
    this.method = asked.method
    this.address = asked.address
    this.operation = asked.operation
    this.parameters = asked.parameters
    this.headers = asked.headers
    this.credential = asked.credential
    this.arrival = asked.arrival
    this.onRecord = asked.onRecord
    this.#nowMs = sandbox.clock.now()
    this.#settings = sandbox.scenarios.settings
    this.#assume = createAssume(this.#settings.profile, this.used)
  }

  /** The `{id}` of the path, decoded; empty where the path has none. */
  get id(): string {
    return this.parameters['id'] ?? ''
  }

  /** The settings that the request is served by. */
  get settings(): Settings {
    return this.#settings
  }

  /** Time since it began, in milliseconds of the wall clock. */
  get durationMs(): number {
    return performance.now() - this.#startedMs
  }

  /** Asks the register, as the settings of the request have it. */
  get assume(): Assume {
    return this.#assume
  }

  /** Has the request served by other settings than those of its sandbox. */
  use(settings: Settings): void {
    this.#settings = settings
    this.#assume = createAssume(settings.profile, this.used)
  }

  /** The quotas that the request counts on. */
  get quotas(): Quotas {
    return this.#settings.quotas
  }

  /** The one instant that this request is served at, in Unix milliseconds. */
  get nowMs(): number {
    return this.#nowMs
  }

  /** The status of a record at that instant. */
  statusOf(lifecycle: Lifecycle): Status {
    this.#recordStatus = statusAt(lifecycle, this.#nowMs)
    return this.#recordStatus
  }

  /** The status of the record that the request is about; undefined for a list, and where it is about none that takes time. */
  get recordStatus(): Status | undefined {
    return this.operation?.isList === true ? undefined : this.#recordStatus
  }

  /** Reads the clock again: a body may arrive long after its request was let in. */
  takeInstant(): void {
    this.#nowMs = this.sandbox.clock.now()
  }

  /** Counts the request on the quota of its key, or of requests without one. @returns true if it is above the quota */
  consumeQuota(): boolean {
    const { reading, exceeded } = count(this, this.nowMs)
    this.#quota = reading
    return exceeded
  }

  /** The values of the rate-limit headers. */
  get quota(): QuotaReading {
    this.#quota ??= readQuota(this, this.nowMs)
    return this.#quota
  }
}
