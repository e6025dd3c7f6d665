import type * as z from 'zod/mini'

import type { Choices } from '../../assumptions/profile.ts'
import type { Match } from '../../journal/verify.ts'
import type { Snapshot } from '../../sandbox/snapshot.ts'
import type { ScenarioOf } from '../../scenarios/schema.ts'
import type { ErrorCode } from '../../spec/errors.ts'
import type { Count, requestSchema } from '../journal-schemas.ts'
import type {
  assumptionSchema,
  clockChange,
  clockSchema,
  deliverySchema,
  keyRequestOf,
  keySchema,
  createdKeySchema,
  quotaChange,
  quotaSchema,
  recordSchema,
  recordsSchema,
  sandboxSchema,
  scenarioSchema,
  summarySchema,
} from '../schemas.ts'

/** What a sandbox's clock says. */
export type ClockState = z.infer<typeof clockSchema>

/** What is to change of a clock; what is left out stays. */
export type ClockPatch = z.input<typeof clockChange>

/** A scenario in one sandbox, with what its rules counted. */
export type ScenarioInfo = z.infer<typeof scenarioSchema>

/** An API key without its secret. */
export type KeyInfo = z.infer<typeof keySchema>

/** A key that is to be made. */
export type NewKey = z.input<ReturnType<typeof keyRequestOf>>

/** A key that was made, with its secret. */
export type CreatedKey = z.infer<typeof createdKeySchema>

/** The quota that requests with a key fall under. */
export type QuotaInfo = z.infer<typeof quotaSchema>

/** What is to change of a quota; what is left out stays. */
export type QuotaPatch = z.input<typeof quotaChange>

/** A record in the form of the fixture files. */
export type FixtureRecord = z.infer<typeof recordSchema>

/** A sandbox among those of its fake. */
export type SandboxInfo = z.infer<typeof sandboxSchema>

/** A sandbox at a glance. */
export type Summary = z.infer<typeof summarySchema>

/** The clock of one sandbox. Everything in it throws an InputError for what cannot be used, and then changes nothing. */
export interface ClockControl {
  /** What it says. */
  show(): Promise<ClockState>
  /** Moves it forward by a duration (`1h`, `250ms`, `PT1H`). */
  advance(by: string): Promise<ClockState>
  /** Moves it to an ISO 8601 date-time; it goes on in the mode it is in. */
  set(now: string): Promise<ClockState>
  /** Stops it at the instant it is. */
  freeze(): Promise<ClockState>
  /** Lets it go on from the instant it is. @param rate seconds that pass in one second of the wall clock (as it was set last, at first 1) */
  run(rate?: number): Promise<ClockState>
  /** Changes several things at once. */
  change(change: ClockPatch): Promise<ClockState>
}

/** The names that the types of a client have from an API: those of its areas, and of the areas whose records take time. */
export interface ApiNames {
  readonly area: string
  readonly lifecycle: string
}

/** The names of a client that knows no areas. */
export interface NoNames {
  readonly area: never
  readonly lifecycle: never
}

/** The scenarios of one sandbox. Everything in it throws an InputError for an unknown name, and then changes nothing. */
export interface ScenarioControl<Names extends ApiNames = NoNames> {
  /** All that the sandbox knows. */
  list(): Promise<readonly ScenarioInfo[]>
  /** One of them, with the matches and hits of its rules. */
  show(name: string): Promise<ScenarioInfo>
  /** Switches scenarios on, each with its counts at 0. */
  on(...names: readonly string[]): Promise<void>
  /** Switches scenarios off (all). */
  off(...names: readonly string[]): Promise<void>
  /** Defines a scenario in this sandbox, and switches it on. */
  define(scenario: ScenarioOf<Names['lifecycle']>): Promise<ScenarioInfo>
}

/** A row of the assumption register, with the choice that holds. */
export type AssumptionInfo = z.infer<typeof assumptionSchema>

/** The assumption register of one sandbox. */
export interface AssumptionControl {
  /** All rows, with the choices that hold. */
  list(): Promise<readonly AssumptionInfo[]>
  /** Makes choices, all of them or none. @throws InputError for an unknown row or option */
  set(choices: Choices): Promise<void>
}

/** The API keys of one sandbox. */
export interface KeyControl {
  list(): Promise<readonly KeyInfo[]>
  /** Makes a key; its secret is told this once. */
  create(key: NewKey): Promise<CreatedKey>
  /** Revokes a key for good. @throws InputError where none has the id */
  revoke(id: string): Promise<KeyInfo>
}

/** The quotas of one sandbox, by key. */
export interface QuotaControl {
  list(): Promise<readonly QuotaInfo[]>
  /** Sets what is given of the quota of a key. @throws InputError */
  set(keyId: string, change: QuotaPatch): Promise<QuotaInfo>
}

/** The records of one kind in one sandbox, in the form of the fixture files. */
export interface RecordControl {
  /** Newest first. @param page which of them (the first 100) */
  list(page?: { readonly limit?: number; readonly offset?: number }): Promise<z.infer<typeof recordsSchema>>
  /** One record; undefined where none has the id. */
  get(id: string): Promise<FixtureRecord | undefined>
  /** Makes a record; what is left out is drawn. @throws InputError */
  create(record?: FixtureRecord): Promise<FixtureRecord>
  /** Changes a record by a JSON merge patch. @throws InputError */
  update(id: string, patch: FixtureRecord): Promise<FixtureRecord>
  /** Removes a record. @throws InputError where none has the id */
  remove(id: string): Promise<void>
}

/** An e-mail or a webhook delivery, with every attempt. */
export type DeliveryInfo = z.infer<typeof deliverySchema>

/** Which deliveries are asked for (all). */
export interface DeliveryQuery {
  readonly kind?: DeliveryInfo['kind']
  readonly state?: DeliveryInfo['state']
  /** Id of the job. */
  readonly job?: string
}

/** What one sandbox sends. */
export interface OutboxControl {
  /** The newest last. @param query which of them; `limit` of the newest (all) */
  list(query?: DeliveryQuery & { readonly limit?: number }): Promise<readonly DeliveryInfo[]>
  /** One delivery. @throws InputError where none has the id */
  show(id: string): Promise<DeliveryInfo>
  /**
   * The next delivery that is settled (delivered, failed, refused or kept) and that no earlier call for the same has had; waits for it without polling.
   * @param query which ones, and how long to wait by the wall clock (`30s`)
   * @throws ControlError where the time is over before
   */
  next(query?: DeliveryQuery & { readonly timeout?: string }): Promise<DeliveryInfo>
  /** Tries a delivery anew. @throws InputError where none has the id */
  redeliver(id: string): Promise<DeliveryInfo>
  /** The secret that webhooks are signed with. */
  signingSecret(): Promise<string>
  /** Sets it: `whsec_` and 24 to 64 bytes in base64. @throws InputError */
  setSigningSecret(secret: string): Promise<void>
}

/** A request to the API and its answer, as the journal has them. */
export type RequestInfo = z.infer<typeof requestSchema>

/** Which requests are asked for (all). */
export interface RequestQuery {
  /** Id of the operation. */
  readonly operation?: string
  /** HTTP status of the answer. */
  readonly status?: number
  readonly code?: ErrorCode
  /** Name of a scenario that fired. */
  readonly scenario?: string
  /** Id of the API key. */
  readonly key?: string
  /** The id of a request, for those after it, or an ISO 8601 date-time by the sandbox's clock. */
  readonly since?: string
}

/** What a request and its answer must have: as the rules of scenarios name requests, and `status`, `code`, `scenario`, `assumption`. */
export type RequestMatch = Match

/** The journal of one sandbox: the requests to its API. */
export interface RequestControl {
  /** The newest last. @param query which of them; `limit` of the newest (all) */
  list(query?: RequestQuery & { readonly limit?: number }): Promise<readonly RequestInfo[]>
  /** One request. @throws InputError where none has the id */
  show(id: string): Promise<RequestInfo>
  /** Forgets all. */
  clear(): Promise<void>
  /**
   * Holds the sandbox to having been asked something.
   * @param count how often: a number, or `min` and `max` (at least once)
   * @returns the ids of the requests that matched
   * @throws VerificationError with what came instead
   */
  verify(match: RequestMatch, count?: Count): Promise<readonly string[]>
  /** Holds the sandbox to having been asked several things in this order, whatever came between. @throws VerificationError */
  verifySequence(sequence: readonly RequestMatch[]): Promise<readonly string[]>
  /**
   * Requests as they come, until the signal is aborted or the fake ends; a reset does not end it.
   * @param query which of them, from when on (from now)
   */
  follow(query?: RequestQuery, options?: { readonly signal?: AbortSignal }): AsyncIterable<RequestInfo>
}

/** One sandbox as a document. */
export interface SnapshotControl {
  /** The whole sandbox as it is at this instant: what differs from the dataset, as plain data without a secret. */
  save(): Promise<Snapshot>
  /**
   * Puts the sandbox of a snapshot in the place of this one: from then on it answers as that one would have.
   * @param document what `save` gave, or the same after its way through JSON
   * @throws InputError for one of another version, seed or dataset, and for what is no snapshot; then nothing changes
   */
  load(document: unknown): Promise<void>
}

/** What can be done to one sandbox whatever the areas of its API are. */
interface CommonControl<Names extends ApiNames> {
  readonly clock: ClockControl
  readonly scenarios: ScenarioControl<Names>
  readonly assumptions: AssumptionControl
  readonly keys: KeyControl
  readonly quota: QuotaControl
  readonly outbox: OutboxControl
  readonly requests: RequestControl
  readonly snapshot: SnapshotControl
  /** The sandbox at a glance. */
  summary(): Promise<Summary>
  /** Puts the sandbox back to what it was at the start, in every part. */
  reset(): Promise<void>
}

/** What can be done to one sandbox, in this process or over HTTP alike. */
export type Control<Names extends ApiNames = NoNames> = CommonControl<Names> &
  Readonly<Record<Names['area'], RecordControl>>
