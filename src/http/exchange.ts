import type { Assume } from '../assumptions/register.ts'
import { createAssume, Trace } from '../assumptions/trace.ts'
import type { ApiKey } from '../engine/keys.ts'
import type { Quotas } from '../engine/quota.ts'
import type { Sandbox } from '../engine/sandbox.ts'
import type { Settings } from '../engine/switches.ts'
import type { Address } from './address.ts'
import type { SentBody } from './body.ts'
import { Credential } from './credential.ts'
import { count, type QuotaReading, readQuota } from './meter.ts'
import type { Operation } from './operation.ts'

/** What a request asks for, as the router found it. */
export interface Asked {
  readonly method: string
  readonly address: Address
  /** The operation; undefined where none has this method and path. */
  readonly operation: Operation | undefined
  /** The `{id}` of the path, decoded; empty where the path has none. */
  readonly id: string
  /** The headers, names and values in turn, as sent. */
  readonly headers: readonly string[]
}

/** One request being served: what it asks for, its sandbox, its instant, and the rows of the register that its answer depends on. */
export class Exchange implements Asked {
  readonly sandbox: Sandbox
  readonly method: string
  readonly address: Address
  readonly operation: Operation | undefined
  readonly id: string
  readonly headers: readonly string[]
  readonly #startedMs = performance.now()
  #nowMs: number
  #settings: Settings
  #assume: Assume
  /** What the request shows to prove who it is. */
  readonly credential: Credential
  /** The key of the request; undefined until it is known to be valid. */
  key: ApiKey | undefined
  /** The rows of the register that the answer depends on. */
  readonly trace = new Trace()
  /** The rules of scenarios that fired on the request (`flaky[0]`). */
  fired: readonly string[] = []
  /** The body, once it was read; undefined where there is none. */
  sent: SentBody | undefined
  #quota: QuotaReading | undefined

  constructor(sandbox: Sandbox, asked: Asked, credential = new Credential(null)) {
    this.sandbox = sandbox
    this.credential = credential
    this.method = asked.method
    this.address = asked.address
    this.operation = asked.operation
    this.id = asked.id
    this.headers = asked.headers
    this.#nowMs = sandbox.clock.now()
    this.#settings = sandbox.switches.settings
    this.#assume = createAssume(this.#settings.profile, this.trace)
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
    this.#assume = createAssume(settings.profile, this.trace)
  }

  /** The quotas that the request counts on. */
  get quotas(): Quotas {
    return this.#settings.quotas
  }

  /** The one instant that this request is served at, in Unix milliseconds. */
  get nowMs(): number {
    return this.#nowMs
  }

  /** Takes the instant anew: a body may arrive long after its request was let in. */
  takeInstant(): void {
    this.#nowMs = this.sandbox.clock.now()
  }

  /** Counts the request on the quota of its key, or of requests without one. @returns whether it is one too many */
  count(): boolean {
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
