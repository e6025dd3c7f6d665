import type { Assume } from '../assumptions/register.ts'
import { createAssume, UsedAssumptions } from '../assumptions/used.ts'
import type { ApiKey } from '../auth/keys.ts'
import type { Quotas } from '../auth/quota.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Settings } from '../scenarios/settings.ts'
import { type Lifecycle, nextChangeAt, type Status, statusAt } from '../time/lifecycle.ts'
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

/** What a request asks for, as Hono routed it. */
export interface MatchedRequest {
  readonly method: string
  readonly address: Address
  /** The operation; undefined where none has this method and path. */
  readonly operation: Operation | undefined
  /** The values of the parameters of the path, decoded, by name. */
  readonly parameters: Readonly<Record<string, string>>
  readonly headers: RequestHeaders
  readonly credential: Credential
}

/** The parts of a request that has nothing but a method and an address. */
export const nothingSent: Pick<MatchedRequest, 'parameters' | 'headers' | 'credential'> = {
  parameters: {},
  headers: { get: () => null, sent: [] },
  credential: new Credential(null),
}

/** What some work asked of the register, and from when until when the clock says the same. */
export interface Noted {
  trace: readonly number[]
  fromMs: number
  untilMs: number
}

/** What is noted before any work: no row, and all of time. */
export function nothingNoted(): Noted {
  return { trace: new UsedAssumptions().save(), fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }
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
  readonly #startedMs = performance.now()
  #nowMs: number
  #fromMs = Number.NEGATIVE_INFINITY
  #untilMs = Number.POSITIVE_INFINITY
  #settings: Settings
  #assume: Assume
  /** The key of the request; undefined until it is known to be valid. */
  key: ApiKey | undefined
  /** The rows of the register that the answer depends on. */
  readonly used = new UsedAssumptions()
  /** The rules of scenarios that fired on the request (`flaky[0]`). */
  firedRules: readonly string[] = []
  /** The body, once it was read; undefined where there is none. */
  sent: SentBody | undefined
  #quota: QuotaReading | undefined

  constructor(sandbox: Sandbox, asked: MatchedRequest) {
    this.sandbox = sandbox
    this.method = asked.method
    this.address = asked.address
    this.operation = asked.operation
    this.parameters = asked.parameters
    this.headers = asked.headers
    this.credential = asked.credential
    this.#nowMs = sandbox.clock.now()
    this.#settings = sandbox.scenarios.settings
    this.#assume = createAssume(this.#settings.profile, this.used)
  }

  /** The `{id}` of the path, decoded; empty where the path has none. */
  get id(): string {
    return this.parameters['id'] ?? ''
  }

  /** What decides how the request is served, besides the records. */
  get settings(): Settings {
    return this.#settings
  }

  /** How long it has been served for, in milliseconds of the wall clock. */
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

  /** The one instant that this request is served at, in Unix milliseconds. What follows from it is right at this instant alone. */
  get nowMs(): number {
    this.#narrow(this.#nowMs, this.#nowMs)
    return this.#nowMs
  }

  /** Where on its course something is at that instant. */
  statusOf(lifecycle: Lifecycle): Status {
    if (lifecycle.pinned === null) this.#narrow(this.#nowMs, nextChangeAt(lifecycle, this.#nowMs))
    return statusAt(lifecycle, this.#nowMs)
  }

  /** Looks at something as it is at that instant. @param look tells too until when it stays so */
  lookAt<T extends { readonly untilMs: number }>(look: (nowMs: number) => T): T {
    const seen = look(this.#nowMs)
    this.#narrow(this.#nowMs, seen.untilMs)
    return seen
  }

  #narrow(fromMs: number, untilMs: number): void {
    this.#fromMs = Math.max(this.#fromMs, fromMs)
    this.#untilMs = Math.min(this.#untilMs, untilMs)
  }

  /** Does some work, and adds to what is noted what it asks of the register and the clock. */
  noting<T>(noted: Noted, work: () => T): T {
    const before = this.used.save()
    this.used.restore(noted.trace)
    this.#fromMs = noted.fromMs
    this.#untilMs = noted.untilMs
    try {
      return work()
    } finally {
      noted.trace = this.used.save()
      noted.fromMs = this.#fromMs
      noted.untilMs = this.#untilMs
      this.used.merge(before)
    }
  }

  /** Takes the instant anew: a body may arrive long after its request was let in. */
  takeInstant(): void {
    this.#nowMs = this.sandbox.clock.now()
  }

  /** Counts the request on the quota of its key, or of requests without one. @returns whether it is above the quota */
  consumeQuota(): boolean {
    const { reading, exceeded } = count(this, this.nowMs)
    this.#quota = reading
    return exceeded
  }

  /** What the rate-limit headers say. */
  get quota(): QuotaReading {
    this.#quota ??= readQuota(this, this.nowMs)
    return this.#quota
  }
}
