import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type * as z from 'zod/mini'

import type { Deciding } from '../assumptions/decided-by.ts'
import type { ApiKey } from '../auth/keys.ts'
import type { Permissions } from '../auth/permission.ts'
import type { Delivery } from '../faults/fault.ts'
import type { FaultName } from '../faults/table.ts'
import type { DraftEntry, JournalEntry } from '../journal/entry.ts'
import type { Pieces } from '../lib/body.ts'
import type { Log } from '../lib/log.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { Subject } from '../scenarios/matcher.ts'
import type { Settings } from '../scenarios/settings.ts'
import type { ApiError } from '../spec/api-error.ts'
import type { ErrorCode } from '../spec/errors.ts'
import type { Query } from '../store/query.ts'
import type { SentHeaders } from './headers.ts'

export interface Service {
  readonly sandboxes: Sandboxes
  readonly operations: readonly Operation[]
  readonly permissions: Permissions
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly recordAdmins: () => Promise<readonly RecordAdmin[]>
  readonly log: Log
  /** Forwards requests of operations to a real service; undefined if the fake serves them. */
  readonly upstream?: Upstream | undefined
  /** Aborted when the fake begins to stop: it ends hanging requests. */
  readonly stopping: AbortSignal
  /** Aborted when the fake has stopped: it cancels waiting requests. */
  readonly ended: AbortSignal
}

/** Sends a request to the real service. @returns its answer @throws ApiError if nothing was sent or no answer came */
export type Upstream = (ctx: RequestContext, sent: SentBody, given: readonly AbortSignal[]) => Promise<Answer>

/** The access that a request to the control plane needs: none, read access, or full access. */
export type ControlAccess = 'open' | 'reading' | 'whole'

/** Rejects foreign requests, such as from a page in a browser. */
export interface Guard {
  /** Why the API rejects a host; undefined if it serves the host. */
  readonly checkHost: (host: string | null) => string | undefined
  /** Authorizes a request to the control plane. @returns true if its token is read-only @throws Problem */
  readonly authorize: (request: Request, access: ControlAccess) => boolean
}

/**
 * The bindings of a request: from @hono/node-server, the guard of this package's server, and for a request that the fake sends
 * itself. All of them are missing in process, and on other servers.
 */
export interface Bindings extends Partial<HttpBindings> {
  readonly guard?: Guard
  readonly sent?: SentHeaders
  /** Receives the journal entry of a request that the fake sends itself. */
  readonly onRecord?: (entry: JournalEntry) => void
  /** Changes the settings of such a request (unchanged). */
  readonly settingsFrom?: (settings: Settings) => Settings
}

export interface AppEnv {
  Bindings?: Bindings
}

export type AppContext = Context<AppEnv>

export interface Address {
  /** The path at which another app mounts this one; empty if none does. */
  readonly mount: string
  readonly sandbox: string | undefined
  /** The mount, and `/@NAME` if the path names a sandbox. */
  readonly prefix: string
  /** The path below the prefix, as Hono routes it (`/v1/cloud/resources`). */
  readonly path: string
  /** The path below the prefix, percent-encoding as sent. */
  readonly sentPath: string
  readonly query: string
}

/** The API key that a request sent. The hash is empty for another scheme. */
export interface Credential {
  readonly header: string
  readonly scheme: string
  readonly secret: string
  readonly hasKeyScheme: boolean
  readonly secretHash: string
}

export interface QuotaReading {
  readonly limit: number
  readonly remaining: number
  /** When the window resets, in Unix milliseconds, on a whole second. */
  readonly resetMs: number
  readonly isExceeded: boolean
}

export interface SentBody {
  readonly bytes: Uint8Array
  readonly contentType: string | null
}

/** A request that is being served: data that the steps of `serve.ts` fill in. The journal's entry is filled in too. */
export interface RequestContext extends Deciding {
  readonly sandbox: Sandbox
  readonly address: Address
  readonly operation: Operation | undefined
  readonly method: string
  /** The `{id}` of the path; empty if it has none. */
  readonly id: string
  readonly headers: SentHeaders
  readonly credential: Credential
  /** The request as received: its body, and the signal of a client that leaves. */
  readonly request: Request
  readonly bindings: Bindings
  /** By `steadyNow`. */
  readonly startedMs: number
  entry: DraftEntry
  /** The single instant at which the request is served, in Unix milliseconds: its arrival, or after its body or delay. */
  nowMs: number
  settings: Settings
  choices: Settings['profile']
  /** Why the request is rejected once it has been counted: an invalid sandbox name or header for the fake. */
  malformed: ApiError | undefined
  key: ApiKey | undefined
  keyRefusal: ApiError | undefined
  quota: QuotaReading | undefined
  /** An error if the body could not be read: it is reported only if nothing else refuses the request. */
  body: SentBody | ApiError
  /** True if the real service answered it. */
  isForwarded: boolean
  /** What the handler or the real service answered. */
  served: Answer | undefined
  /** The rows that decided `served`, if a rule may replace it. */
  servedBy: Deciding['decidedBy'] | undefined
  /** What the conditions of rules see of it, made for the first rules. */
  subject: Subject | undefined
  /** When the rule that decides the answer stops firing; undefined without such a rule, or without an end. */
  failsUntilMs: number | undefined
}

export type AnswerHeaders = Readonly<Record<string, string>>

/** An answer: first with its own headers, then with the headers of every response (`complete`). */
export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly body: Pieces | null
  /** What the journal says. An answer that has it is complete; a success of the handler has none. */
  readonly outcome?: Outcome | undefined
  /** How a fault delivers it (as any response). */
  readonly delivery?: Delivery | undefined
  /** The time of a slow delivery; undefined for the default of the fault. */
  readonly overMs?: number | undefined
}

export interface Outcome {
  readonly code?: ErrorCode | undefined
  /** True if the request was served, even if a rule replaced the answer. */
  readonly served: boolean
  readonly fault?: FaultName | undefined
  /** True if no answer reached the client. */
  readonly isUnseen?: boolean
  /** True for an answer outside the journal: to a CORS preflight, or to an unknown host. */
  readonly isUnrecorded?: boolean
}

export interface SchemaContext extends Deciding {
  readonly sandbox: Sandbox
  /** A schema with a name, made once for each name. The document refers to it by that name. */
  readonly component: (name: string, make: () => z.ZodMiniType) => z.ZodMiniType
}

export type FilterContext = Omit<SchemaContext, 'component'>

export type SchemaFor = (context: SchemaContext) => z.ZodMiniType

export interface ParameterDeclaration {
  readonly description: string
  readonly schema: SchemaFor
  readonly isRepeated?: boolean
}

export type QueryParameters = Readonly<Record<string, ParameterDeclaration>>

export interface BodyDeclaration<B> {
  /** Types of all fields. Only the fields that every option of the register requires are required. */
  readonly schema: z.ZodMiniType<B>
  /** Paths of the other fields that some option of the register requires (`scan_options.comprehensive`). */
  readonly requirable: readonly string[]
  /** The schema of a body under the choices of a sandbox. Required, nullable and unknown fields are added to it later. */
  readonly documentedSchema: SchemaFor
  /** An example of a valid body; undefined if the sandbox has no record to refer to. */
  readonly example: (context: FilterContext) => unknown
  readonly required: (ctx: Deciding) => readonly string[]
}

export interface OperationDeclaration<Id extends string = string, Permission extends string = string> {
  readonly id: Id
  readonly permission: Permission
  /** Relative to the base address, as the document writes it (`/cloud/resources/{id}`). */
  readonly path: string
  readonly summary: string
  readonly statusNames?: StatusNames
}

export interface StatusNames {
  /** The names in answers under the choices of a sandbox, in the order of a lifecycle. */
  readonly names: (choices: Deciding['choices']) => readonly string[]
  /** The name of a record's status in an answer; undefined for an unknown name. @param decidedBy the rows that decided the answer */
  readonly of: (record: JsonObject, decidedBy: Pick<Deciding['decidedBy'], 'has'>) => string | undefined
}

/** One method and path of the document (§4), not yet assigned to an area. */
export interface OperationDefinition<
  Id extends string = string,
  Permission extends string = string,
> extends OperationDeclaration<Id, Permission> {
  readonly method: 'GET' | 'POST'
  readonly responseSchema: SchemaFor
  readonly pathParameters: Readonly<Partial<Record<'id', ParameterDeclaration>>>
  readonly queryParameters: QueryParameters
  readonly body: BodyDeclaration<unknown> | undefined
  readonly status: (ctx: Deciding) => number
  /** The errors that only a scenario causes, under the choices of a sandbox. */
  readonly scenarioErrors: (choices: Deciding['choices']) => readonly ErrorCode[]
  readonly isList: boolean
  /** The filters of a list of all records of the area; undefined for any other operation. */
  readonly filters: ListFilters | undefined
  /** True if it stores a record, so that it can be refused for lack of room. */
  readonly storesRecord: boolean
  /** Validates a request, and changes nothing. @param sent the body (empty where the operation takes none). @throws ApiError */
  readonly check: (ctx: RequestContext, sent: SentBody) => void
  /** Validates and serves a request. @returns the body of the response. @throws ApiError */
  readonly serve: (ctx: RequestContext, sent: SentBody) => Pieces
}

export interface ListFilters {
  readonly parameters: QueryParameters
  /** Reads the filters of a query. Records that only the list hides are selected too. @throws ApiError */
  readonly select: (context: FilterContext, query: string) => Query
}

export interface Operation<Id extends string = string, Permission extends string = string> extends OperationDefinition<
  Id,
  Permission
> {
  readonly area: string
}
