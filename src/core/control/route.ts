import type * as z from 'zod/mini'

import type { ApiKey } from '../auth/keys.ts'
import type { Permissions } from '../auth/permission.ts'
import type { Tally } from '../coverage/tally.ts'
import type { Bindings, ListFilters, Operation } from '../http/types.ts'
import type { Log } from '../lib/log.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { StateFile } from '../state/state-file.ts'
import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  Endpoints,
  KnownForms,
  PathParameters,
  QueryValues,
} from './endpoints/endpoint.ts'
import type { TlsState } from './endpoints/tls.ts'

/** The parts of a fake that the control plane works on. */
export interface ControlService {
  readonly sandboxes: Sandboxes
  readonly recordAdmins: readonly RecordAdmin[]
  readonly permissions: Permissions
  readonly operations: readonly Operation[]
  readonly log: Log
  /** Counts the requests of all sandboxes since the start; only with the option `coverage`. */
  readonly runningCount?: Tally | undefined
  readonly state?: Pick<StateFile, 'health'> | undefined
  /** An API key with full access; undefined if the fixtures have only hashes. */
  readonly apiKey: () => string | undefined
  /** The secret of a key that the fixtures have in plain text; undefined for any other key. */
  readonly secretOf: (key: ApiKey) => string | undefined
  /** Sends a request to the API of this fake. @throws TypeError if a rule breaks the connection */
  readonly send: (request: Request, bindings: Bindings) => Response | Promise<Response>
  /** The TLS of the fake; undefined without https. */
  readonly tls: () => TlsState | undefined
  /** The id of a run of `start`; undefined in other programs. */
  readonly runId: () => string | undefined
  /** The real service to which requests of operations are forwarded (none). */
  readonly upstream?: unknown
  /** Aborted when the fake begins to stop. */
  readonly stopping: AbortSignal
}

export interface RequestBasics {
  readonly service: ControlService
  readonly sandbox: Sandbox
  readonly routes: readonly ControlRoute[]
  readonly known: KnownForms
  readonly request: Request
  /** Scheme, host and port of the fake, and the path that its app is mounted at, as in the request. */
  readonly origin: string
  readonly search: string
}

export interface ControlRequest<E extends Endpoint> extends RequestBasics {
  readonly path: PathParameters<E>
  readonly query: QueryValues<E>
  readonly body: BodyOf<E>
}

/** A value of a handler. A list may be made while it is sent. */
type Frozen<T> = T extends readonly (infer I)[]
  ? Iterable<Frozen<I>>
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T

type Reply<E> = AnswerOf<E> extends undefined ? void : Frozen<AnswerOf<E>>

/** Serves requests to an endpoint. @throws InputError or Problem; then nothing has changed */
type Handler<E extends Endpoint> = (request: ControlRequest<E>) => Reply<E> | Response | Promise<Reply<E> | Response>

type Handlers<E extends Endpoints> = { readonly [Id in keyof E]: Handler<E[Id]> }

export interface AnyRequest extends RequestBasics {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
}

export interface ControlRoute extends Endpoint {
  readonly id: string
  readonly handle: (request: AnyRequest) => unknown
  /** Loads code that few requests need (none). */
  readonly prepare?: (() => Promise<void>) | undefined
  /** The schema of the record of which the body is a part (none). */
  readonly partOf?: z.ZodMiniType | undefined
  /** Filters of the API that its query accepts, too (none). */
  readonly filters?: ListFilters['parameters'] | undefined
}

export function toRoutes<E extends Endpoints>(endpoints: E, handlers: Handlers<E>): readonly ControlRoute[]
export function toRoutes(endpoints: Endpoints, handlers: Readonly<Record<string, ControlRoute['handle']>>) {
  return Object.entries(endpoints).flatMap(([id, endpoint]) => {
    const handle = handlers[id]
    return handle === undefined ? [] : [{ ...endpoint, id, handle }]
  })
}
