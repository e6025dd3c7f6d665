import { type Assume, type AssumptionId } from '../assumptions/register.ts'
import { createAssume, Trace } from '../assumptions/trace.ts'
import type { ApiKey } from '../engine/keys.ts'
import type { Sandbox } from '../engine/sandbox.ts'
import { versionPath } from '../spec/version.ts'
import type { Address } from './address.ts'
import { meter, type QuotaReading, readWithoutKey } from './meter.ts'

/** One request being served: its sandbox, its instant, and the rows of the register that its answer depends on. */
export class Exchange {
  readonly sandbox: Sandbox
  readonly address: Address
  readonly method: string
  /** The one instant of this request, in Unix milliseconds. */
  readonly nowMs: number
  readonly assume: Assume
  readonly #trace = new Trace()
  #quota: QuotaReading | undefined

  constructor(sandbox: Sandbox, address: Address, method: string) {
    this.sandbox = sandbox
    this.address = address
    this.method = method
    this.nowMs = sandbox.clock.now()
    this.assume = createAssume(sandbox.profile, this.#trace)
  }

  /** Counts the request on the quota of its key, or of requests without one. */
  count(key: ApiKey | undefined): QuotaReading {
    this.#quota = meter(this.sandbox, this.assume, key, this.nowMs)
    return this.#quota
  }

  /** What the rate-limit headers say. */
  get quota(): QuotaReading {
    this.#quota ??= readWithoutKey(this.sandbox, this.assume, this.nowMs)
    return this.#quota
  }

  /** The rows that decided, in the register's order. */
  get decidedBy(): AssumptionId[] {
    return this.#trace.ids()
  }

  /** Path of the base address as the client wrote it (`/v1`, `/@NAME/v1`): links stay in the sandbox. */
  get basePath(): string {
    return this.address.prefix + versionPath
  }
}
