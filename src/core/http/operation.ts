import * as z from 'zod/mini'

import type { Assume } from '../assumptions/register.ts'
import { createAssume, type UsedAssumptions } from '../assumptions/used.ts'
import type { Pieces } from '../lib/body.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { ErrorCode } from '../spec/errors.ts'
import type { Selection } from '../store/query.ts'
import type { BodyDeclaration, SentBody } from './body.ts'
import type { QueryParameters } from './query.ts'
import type { RequestContext } from './request-context.ts'

export interface SchemaContext {
  readonly assume: Assume
  readonly sandbox: Sandbox
  /** A schema with a name, made once for each name. The document refers to it by that name. */
  readonly component: (name: string, make: () => z.ZodMiniType) => z.ZodMiniType
}

export type FilterContext = Pick<SchemaContext, 'assume' | 'sandbox'>

/** The context of a sandbox without named schemas. No answer depends on its choices, so they are not recorded. */
export function contextOf(sandbox: Sandbox): SchemaContext {
  const assume = createAssume(sandbox.scenarios.settings.profile)
  return { assume, sandbox, component: (_, make) => make() }
}

export type SchemaFor = (context: SchemaContext) => z.ZodMiniType

export const filterText = ({ assume }: Pick<SchemaContext, 'assume'>): z.ZodMiniType<string> =>
  assume('emptyFilter') === 'reject' ? z.string().check(z.minLength(1)) : z.string()

export interface ParameterDeclaration {
  readonly description: string
  readonly schema: SchemaFor
  readonly isRepeated?: boolean
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
  readonly names: (assume: Assume) => readonly string[]
  /** The name of a record's status in an answer; undefined for an unknown name. @param used the assumptions that the answer depends on */
  readonly of: (record: JsonObject, used: Pick<UsedAssumptions, 'has'>) => string | undefined
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
  readonly status: (assume: Assume) => number
  /** The errors that only a scenario causes, under the choices of a sandbox. */
  readonly scenarioErrors: (assume: Assume) => readonly ErrorCode[]
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

/** The filters of a list, for readers other than clients of the API. */
export interface ListFilters {
  readonly parameters: QueryParameters
  /** Reads the filters of a query. Records that only the list hides are selected too. @throws ApiError */
  readonly select: (context: FilterContext, query: string) => Selection
}

export interface Operation<Id extends string = string, Permission extends string = string> extends OperationDefinition<
  Id,
  Permission
> {
  readonly area: string
}
