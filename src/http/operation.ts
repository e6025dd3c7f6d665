import type { Permission } from '../assumptions/permissions.ts'
import type { Assume } from '../assumptions/register.ts'
import type { Written } from '../lib/body.ts'
import type { BodyDeclaration, SentBody } from './body.ts'
import type { QueryDeclaration, QueryShape } from './query.ts'
import type { RequestContext } from './request-context.ts'
import type { ParameterDeclaration, SchemaFor } from './schema-context.ts'

/** What every operation declares. */
export interface OperationDeclaration {
  readonly id: string
  /** The collection that it works on, as the control plane names it. */
  readonly area: 'assessments' | 'resources' | 'jobs'
  /** Relative to the base address, as the document writes it (`/cloud/resources/{id}`). */
  readonly path: string
  readonly permission: Permission
  /** What it does, in a few words. */
  readonly summary: string
  /** What a record or an item of the answer looks like under the choices of a sandbox. */
  readonly schema: SchemaFor
}

/** One method and path of the document (§4): all that the fake knows of it, and how the pipeline runs it. */
export interface Operation extends OperationDeclaration {
  readonly method: 'GET' | 'POST'
  /** The whole answer to a request that was served, as it looks under the choices of a sandbox. */
  readonly responseSchema: SchemaFor
  /** What the `{id}` of the path looks like; undefined where the path has none. */
  readonly idSchema: SchemaFor | undefined
  /** The query parameters, by name. */
  readonly parameters: Readonly<Record<string, ParameterDeclaration>>
  readonly query: QueryDeclaration<QueryShape>
  /** The request body; undefined where the operation takes none. */
  readonly body: BodyDeclaration<unknown> | undefined
  /** HTTP status of a request that was served. */
  readonly status: (assume: Assume) => number
  /**
   * Validates a request, and gives back what serves it and answers the body: synchronous, since everything is in memory.
   * Both refuse by throwing an ApiError.
   * @param sent the body (none, where the operation takes none)
   */
  readonly prepare: (ctx: RequestContext, sent: SentBody) => () => Written
}
