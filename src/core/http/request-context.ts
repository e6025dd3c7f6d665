import type { Assume, Profile } from '../assumptions/register.ts'
import { createAssume, UsedAssumptions } from '../assumptions/used.ts'
import type { ApiKey } from '../auth/keys.ts'
import { type DraftEntry, type JournalEntry, notTruncated } from '../journal/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Settings } from '../scenarios/settings.ts'
import type { ApiError } from '../spec/api-error.ts'
import { steadyNow, wallNow } from '../time/clock.ts'
import { type Lifecycle, type Status, statusAt } from '../time/lifecycle.ts'
import type { Address } from './address.ts'
import { count, type Credential, credentialIn, type QuotaReading, readQuota } from './admission.ts'
import type { Bindings } from './bindings.ts'
import type { SentBody } from './body.ts'
import { SentHeaders } from './headers.ts'
import type { Operation } from './operation.ts'

export interface RequestParts extends Pick<JournalEntry, 'method' | 'connection'> {
  readonly address: Address
  readonly operation: Operation | undefined
  readonly id: string
  readonly headers: SentHeaders
  readonly credential: Credential
  readonly bindings: Bindings
}

export const unknownRequest: RequestParts = {
  method: 'GET',
  address: { mount: '', sandbox: undefined, prefix: '', path: '/', sentPath: '/', query: '' },
  operation: undefined,
  id: '',
  headers: new SentHeaders([]),
  credential: credentialIn(null),
  connection: undefined,
  bindings: {},
}

export const noNames: readonly string[] = []

const noAnswerHeaders: JournalEntry['responseHeaders'] = {}

/** A request that is being served. What the journal shows is written directly into its entry. */
export class RequestContext {
  readonly sandbox: Sandbox
  readonly address: Address
  readonly operation: RequestParts['operation']
  readonly headers: SentHeaders
  readonly credential: Credential
  readonly bindings: Bindings
  readonly #startedMs = steadyNow()
  entry: DraftEntry
  settings: Settings
  assume: Assume
  key: ApiKey | undefined
  keyRefusal: ApiError | undefined
  /** When the rule that decides the answer stops firing; undefined without such a rule, or without an end. */
  failsUntilMs: number | undefined
  sent: SentBody | undefined
  #quota: QuotaReading | undefined

  constructor(sandbox: Sandbox, asked: RequestParts) {
    const { address, operation, headers } = asked
    this.sandbox = sandbox
    this.address = address
    this.operation = operation
    this.headers = headers
    this.credential = asked.credential
    this.bindings = asked.bindings
    this.entry = {
      sandbox: sandbox.journal.owner,
      sequence: 0,
      number: 0,
      controlRevision: 0,
      atMs: sandbox.clock.now(),
      wallMs: wallNow(),
      durationMs: 0,
      operation: operation?.id,
      method: asked.method,
      isNamed: address.sandbox !== undefined,
      path: address.sentPath,
      query: address.query,
      target: asked.id,
      key: undefined,
      status: null,
      code: undefined,
      fault: undefined,
      isDelayed: false,
      served: false,
      recordStatus: undefined,
      connection: asked.connection,
      fired: noNames,
      quotaScenario: undefined,
      used: new UsedAssumptions(),
      requestHeaders: headers.sent,
      requestBody: undefined,
      responseHeaders: noAnswerHeaders,
      responseBody: null,
      cut: notTruncated,
      nearest: noNames,
      bytes: 0,
    }
    const settings = sandbox.scenarios.settingsAt(this.nowMs)
    this.settings = asked.bindings.settingsFrom?.(settings) ?? settings
    this.assume = createAssume(this.settings.profile, this.entry.used)
  }

  get method(): string {
    return this.entry.method
  }

  get id(): string {
    return this.entry.target
  }

  get used(): UsedAssumptions {
    return this.entry.used
  }

  get profile(): Profile {
    return this.settings.profile
  }

  /** The single instant at which the request is served, in Unix milliseconds. */
  get nowMs(): number {
    return this.entry.atMs
  }

  /** Records the duration. @returns the end, in milliseconds of `performance.now` */
  stop(): number {
    const nowMs = steadyNow()
    this.entry.durationMs = nowMs - this.#startedMs
    return nowMs
  }

  /** Overrides the settings of the sandbox for this request. */
  use(settings: Settings): void {
    this.settings = this.bindings.settingsFrom?.(settings) ?? settings
    this.assume = createAssume(this.profile, this.used)
  }

  statusOf(lifecycle: Lifecycle): Status {
    return statusAt(lifecycle, this.entry.atMs)
  }

  /** Records the status of the requested record. @returns the status */
  recordStatusOf(lifecycle: Lifecycle): Status {
    const status = this.statusOf(lifecycle)
    this.entry.recordStatus = status
    return status
  }

  /** Reads the clock again: a body may arrive long after its request was admitted. */
  refreshTime(): void {
    this.entry.atMs = this.sandbox.clock.now()
    this.entry.wallMs = wallNow()
  }

  consumeQuota(isCounted: boolean): void {
    this.#quota = count(this, this.nowMs, !this.sandbox.isVacant, isCounted)
  }

  get quota(): QuotaReading {
    this.#quota ??= readQuota(this, this.nowMs)
    return this.#quota
  }
}
