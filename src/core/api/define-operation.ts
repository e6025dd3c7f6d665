import type { Deciding } from '../assumptions/decided-by.ts'
import { itemBody } from '../http/answer.ts'
import { bodyReader, decodeBody } from '../http/body.ts'
import { notFound, readId } from '../http/parameters.ts'
import { refuseQuery } from '../http/query.ts'
import type {
  BodyDeclaration,
  OperationDeclaration,
  OperationDefinition,
  RequestContext,
  SchemaFor,
  SentBody,
} from '../http/types.ts'
import { storedBytes } from '../lib/byte-limit.ts'
import { type IdKind, idSchema } from '../random/ids.ts'
import { ApiError } from '../spec/api-error.ts'
import { itemEnvelope } from '../spec/envelope.ts'
import { readStatus } from '../spec/errors.ts'

/** The defaults of an operation. */
export const operationDefaults = {
  pathParameters: {},
  queryParameters: {},
  body: undefined,
  isList: false,
  filters: undefined,
  storesRecord: false,
  status: () => readStatus,
  scenarioErrors: () => [],
} satisfies Partial<OperationDefinition>

interface GetDeclaration<Id extends string, Permission extends string> extends OperationDeclaration<Id, Permission> {
  readonly idKind: (ctx: Deciding) => IdKind
  readonly schema: SchemaFor
  readonly handle: (ctx: RequestContext, id: string) => string | undefined
}

export function defineGet<const Id extends string, const Permission extends string>({
  handle,
  schema,
  idKind,
  ...declared
}: GetDeclaration<Id, Permission>): OperationDefinition<Id, Permission> {
  const read = (ctx: RequestContext): string => {
    refuseQuery(ctx, ctx.address.query)
    return readId(ctx.id, 'id', idKind(ctx))
  }
  return {
    ...operationDefaults,
    ...declared,
    method: 'GET',
    pathParameters: { id: { description: 'Id of the record.', schema: (ctx) => idSchema(idKind(ctx)) } },
    responseSchema: (context) => itemEnvelope(schema(context)),
    check: read,
    serve: (ctx) => {
      const text = handle(ctx, read(ctx))
      if (text === undefined) throw notFound('id', ctx.id)
      return itemBody(text)
    },
  }
}

interface CreateDeclaration<Id extends string, Permission extends string, B, Checked> extends OperationDeclaration<
  Id,
  Permission
> {
  readonly schema: SchemaFor
  readonly body: BodyDeclaration<B>
  readonly status: (ctx: Deciding) => number
  /** Default: resource_not_found, for a body that names no record. */
  readonly scenarioErrors?: OperationDefinition['scenarioErrors']
  /** Checks what the schema cannot express, and returns what `handle` needs. @throws ApiError */
  readonly check: (ctx: RequestContext, body: B) => Checked
  /** Creates the record and returns it as JSON text. @param bytes that the record takes, for its deletion to give back */
  readonly handle: (ctx: RequestContext, checked: Checked, bytes: number) => string
}

export function defineCreate<const Id extends string, const Permission extends string, B, Checked>({
  check,
  handle,
  schema,
  scenarioErrors = () => ['resource_not_found'],
  ...declared
}: CreateDeclaration<Id, Permission, B, Checked>): OperationDefinition<Id, Permission> {
  const readBody = bodyReader(declared.body)
  const read = (ctx: RequestContext, sent: SentBody): { readonly checked: Checked; readonly length: number } => {
    refuseQuery(ctx, ctx.address.query)
    const decoded = decodeBody(ctx, sent)
    return { checked: check(ctx, readBody(ctx, decoded)), length: decoded.bytes.length }
  }
  return {
    ...operationDefaults,
    ...declared,
    method: 'POST',
    scenarioErrors,
    storesRecord: true,
    responseSchema: (context) => itemEnvelope(schema(context)),
    check: read,
    serve: (ctx, sent) => {
      const { checked, length } = read(ctx, sent)
      const { storage } = ctx.sandbox
      const bytes = storedBytes(length)
      if (!storage.hasRoom(bytes)) {
        const details = `the bound of ${storage.maxBytes} bytes for created records is reached; restart the fake`
        throw new ApiError('service_unavailable', details)
      }
      const data = handle(ctx, checked, bytes)
      storage.take(bytes)
      return itemBody(data)
    },
  }
}
