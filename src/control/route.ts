import * as z from 'zod/mini'

import type { Permissions } from '../auth/permission.ts'
import { InputError, quote } from '../lib/input-error.ts'
import type { Log } from '../lib/log.ts'
import { readBy } from '../lib/read-by.ts'
import type { RecordAdmin } from '../sandbox/record-admin.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'

/** What the control plane needs of the fake. */
export interface ControlService {
  readonly sandboxes: Sandboxes
  readonly recordAdmins: readonly RecordAdmin[]
  /** The permissions that keys can have. */
  readonly permissions: Permissions
  /** Ids of the operations of the API. */
  readonly operationIds: readonly string[]
  readonly log: Log
  /** Version of the package. */
  readonly version: string
  /** An API key with full access; undefined where the fixtures keep hashes alone. */
  readonly apiKey: () => string | undefined
  /** Aborted once the fake is to stop. */
  readonly stopping: AbortSignal
}

/** One request to the control plane, read. */
export interface ControlRequest<B> {
  readonly service: ControlService
  readonly sandbox: Sandbox
  /** The last segment of the path where the route names one; else empty. */
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  /** A header of the request; null where it has none such. */
  readonly header: (name: string) => string | null
  /** Scheme, host and port of the fake, as the request has them. */
  readonly origin: string
  /** Aborted once nobody waits for the answer. */
  readonly signal: AbortSignal
  readonly body: B
}

/** What is told of a query parameter besides its name. */
interface QueryParameter {
  /** What it does, in a few words. */
  readonly meaning: string
  readonly shape: z.ZodMiniType
}

interface Declaration {
  readonly id: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/_control` (`/scenarios/{name}`); empty for the control plane itself. */
  readonly path: string
  /** What it does, in a few words. */
  readonly summary: string
  /** The query parameters, by name (none). */
  readonly query?: Readonly<Record<string, QueryParameter>>
  /** The answer; undefined for one without a body. */
  readonly answer?: z.ZodMiniType
  /** Content type of the answer (JSON). */
  readonly type?: string
  /** What the body looks like in a sandbox, where the schema does not say (what the schema says). */
  readonly bodyShape?: (sandbox: Sandbox) => z.ZodMiniType
  /** HTTP status where it was served (200). */
  readonly status?: number
  /** Whether the sandbox that is asked is kept (by all but GET). */
  readonly keeps?: boolean
  /** Most bytes of its body (1 MiB). */
  readonly maxBodyBytes?: number
  /** Whether it is told without a token. */
  readonly open?: boolean
}

/** One method and path of the control plane. */
export interface ControlRoute extends Declaration {
  /** The body. */
  readonly body: z.ZodMiniType
  /** What has to be there before a request is looked at, so that it is served at once (nothing). */
  readonly prepare?: () => Promise<void>
  /** Serves a request, whose body is not yet held to the schema. @throws InputError or Problem; then nothing has changed */
  readonly serve: (request: ControlRequest<unknown>) => unknown
}

/** The body of a route that takes none: an empty object, or nothing at all. */
export const noBody = z.optional(z.strictObject({}))

/** The query parameter of lists that says how many of the newest are shown. */
export const limit: QueryParameter = {
  meaning: 'So many of the newest at the most.',
  shape: z.int().check(z.gte(1)),
}

/** The newest of some items, as many as a `limit` says; all without one. @throws InputError */
export function newest<T>(items: readonly T[], text: string | undefined): readonly T[] {
  if (text === undefined) return items
  if (/^[1-9]\d{0,8}$/.test(text)) return items.slice(-Number(text))
  throw new InputError(`limit: expected a whole number of at least 1, got ${quote(text)}`)
}

/** Declares a route that takes no body. */
export function defineRoute({
  handle,
  ...declared
}: Declaration & { readonly handle: (request: ControlRequest<undefined>) => unknown }): ControlRoute {
  return defineBodyRoute({
    ...declared,
    body: noBody,
    handle: (request) => handle({ ...request, body: undefined }),
  })
}

/** Declares a route that takes a body. */
export function defineBodyRoute<B>({
  handle,
  ...declared
}: Declaration & {
  readonly body: z.ZodMiniType<B>
  readonly handle: (request: ControlRequest<B>) => unknown
}): ControlRoute {
  const { body: schema } = declared
  return {
    ...declared,
    serve: (request) => handle({ ...request, body: readBy(schema, request.body, 'the body') }),
  }
}
