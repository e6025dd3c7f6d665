import type { Assume, Choice } from '../assumptions/register.ts'
import { type BodyDeclaration, readBody } from '../http/body.ts'
import { decodeBody } from '../http/content-encoding.ts'
import type { OperationDeclaration, Operation } from '../http/operation.ts'
import { pageUrl } from '../http/page-url.ts'
import {
  noQuery,
  type pagingQuery,
  type QueryDeclaration,
  type QueryShape,
  type QueryValues,
  readListQuery,
  refuseQuery,
} from '../http/query.ts'
import { notFound } from '../http/read-id.ts'
import { itemBody, listBody } from '../http/reply.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { ParameterDeclaration, SchemaFor } from '../http/schema-context.ts'
import type { SandboxState } from '../sandbox/sandbox.ts'
import { ApiError } from '../spec/api-error.ts'
import { itemEnvelope, listEnvelopeWith } from '../spec/envelope.ts'
import { readStatus } from '../spec/errors.ts'
import type { Collection } from '../store/collection.ts'
import { pagingSchemas, paginationSchema, toPage } from '../store/pagination.ts'
import type { Selection, StatusFilter } from '../store/query.ts'
import { recordCost } from '../store/storage.ts'

interface ListDeclaration<Query extends QueryShape, R extends object> extends OperationDeclaration {
  readonly query: QueryDeclaration<Query>
  /** What is told of the query parameters besides `page` and `limit`. */
  readonly filters: Readonly<Record<Exclude<keyof Query & string, keyof typeof pagingQuery>, ParameterDeclaration>>
  readonly collection: SandboxState<Collection<R>>
  /** Reads the filters. @throws ApiError invalid_request */
  readonly select: (
    ctx: RequestContext,
    filters: QueryValues<Query>,
  ) => Omit<Selection, 'order' | 'statuses'> & { readonly statuses?: Omit<StatusFilter, 'nowMs'> | undefined }
  /** What writes an item as JSON text. */
  readonly writer: (ctx: RequestContext) => (record: R) => string
}

interface GetDeclaration extends OperationDeclaration {
  /** What the id looks like. */
  readonly idSchema: SchemaFor
  /** Reads the id, in the form the register gives it. @throws ApiError */
  readonly readId: (ctx: RequestContext, sentId: string) => string
  /** The record as JSON text; undefined where there is none. */
  readonly handle: (ctx: RequestContext, id: string) => string | undefined
}

interface CreateDeclaration<B, Checked> extends OperationDeclaration {
  readonly body: BodyDeclaration<B>
  readonly status: (assume: Assume) => number
  /** What the schema cannot say of a body; gives back what `handle` needs of it. @throws ApiError */
  readonly check: (ctx: RequestContext, body: B) => Checked
  /** Makes the record, and gives it back as JSON text. @param bytes the storage that the record takes */
  readonly handle: (ctx: RequestContext, checked: Checked, bytes: number) => string
}

const readWithStatus = { method: 'GET', body: undefined, status: () => readStatus } as const

const pagingParameters: Readonly<Record<keyof typeof pagingQuery, ParameterDeclaration>> = {
  page: { description: 'Page number, from 1 (§8).', schema: ({ assume }) => pagingSchemas(assume).page },
  limit: { description: 'Items on a page (§8).', schema: ({ assume }) => pagingSchemas(assume).limit },
}

/** What operations that answer one record have in common. */
function singleRecord({ schema }: OperationDeclaration): Pick<Operation, 'responseSchema' | 'parameters'> {
  return { responseSchema: (context) => itemEnvelope(schema(context)), parameters: {} }
}

/** Declares an operation that answers a page of a collection. Its query has `page` and `limit` (§8). */
export function defineList<Query extends QueryShape & typeof pagingQuery, R extends object>(
  declaration: ListDeclaration<Query, R>,
): Operation {
  const { collection, select, writer, filters: told, ...declared } = declaration
  return {
    ...declared,
    ...readWithStatus,
    responseSchema: (context) =>
      listEnvelopeWith(
        declared.schema(context),
        context.component('Pagination', () => paginationSchema(context.assume)),
      ),
    idSchema: undefined,
    parameters: { ...told, ...pagingParameters },
    prepare: (ctx) => {
      const { assume, sandbox, address, nowMs } = ctx
      const { values, paging, filters } = readListQuery(assume, declared.query, address.query)
      const selection = select(ctx, values)
      return () => {
        const order = (): Choice<'listOrder'> => assume('listOrder')
        const statuses = selection.statuses === undefined ? undefined : { ...selection.statuses, nowMs }
        const found = collection(sandbox).select({ ...selection, statuses, order })
        const page = toPage(assume, found, paging, (number, limit) =>
          pageUrl(assume, ctx, declared.path, filters, number, limit),
        )
        const items = page.items.length === 0 ? [] : page.items.map(writer(ctx))
        return listBody(items, page.pagination)
      }
    },
  }
}

/** Declares an operation that answers one record. */
export function defineGet({ readId, handle, ...declared }: GetDeclaration): Operation {
  return {
    ...declared,
    ...readWithStatus,
    ...singleRecord(declared),
    query: noQuery,
    prepare: (ctx) => {
      refuseQuery(ctx.assume, ctx.address.query)
      const id = readId(ctx, ctx.id)
      return () => {
        const data = handle(ctx, id)
        if (data === undefined) throw notFound('id', ctx.id)
        return itemBody(data)
      }
    },
  }
}

/** Declares an operation that makes a record. */
export function defineCreate<B, Checked>({ check, handle, ...declared }: CreateDeclaration<B, Checked>): Operation {
  return {
    ...declared,
    ...singleRecord(declared),
    idSchema: undefined,
    method: 'POST',
    query: noQuery,
    prepare: (ctx, sent) => {
      refuseQuery(ctx.assume, ctx.address.query)
      const plain = decodeBody(ctx, sent)
      // The journal shows what was read.
      if (plain !== sent) ctx.sent = plain
      const checked = check(ctx, readBody(ctx.assume, declared.body, plain))
      return () => {
        const { storage } = ctx.sandbox
        if (!storage.hasRoom(plain.bytes.length)) throw noRoom(storage.maxBytes)
        return itemBody(handle(ctx, checked, recordCost(plain.bytes.length)))
      }
    },
  }
}

function noRoom(maxBytes: number): ApiError {
  return new ApiError(
    'service_unavailable',
    `the bound of ${maxBytes} bytes for created records is reached; start the fake anew`,
  )
}
