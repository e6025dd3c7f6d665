import type { Assume, Choice } from '../assumptions/register.ts'
import { type BodyDeclaration, readBody } from '../http/body.ts'
import { givenAgain } from '../http/cached.ts'
import { decodeBody } from '../http/content-encoding.ts'
import type { Declaration, Operation } from '../http/operation.ts'
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
import type { Exchange } from '../http/request-context.ts'
import type { ParameterDeclaration, Shape, Shaping } from '../http/schema-context.ts'
import type { Part } from '../sandbox/sandbox.ts'
import { ApiError } from '../spec/api-error.ts'
import { itemEnvelope, listEnvelopeWith } from '../spec/envelope.ts'
import { readStatus } from '../spec/errors.ts'
import type { Collection } from '../store/collection.ts'
import { pagingShapes, paginationShape, toPage } from '../store/pagination.ts'
import type { Listing, Selection } from '../store/query-result.ts'

interface ListDeclaration<Query extends QueryShape, R extends object> extends Declaration {
  readonly query: QueryDeclaration<Query>
  /** What is told of the query parameters besides `page` and `limit`. */
  readonly filters: Readonly<Record<Exclude<keyof Query & string, keyof typeof pagingQuery>, ParameterDeclaration>>
  /** What is listed; the answer follows from no other. */
  readonly collection: Part<Collection<R>>
  /** Reads the filters. @throws ApiError invalid_request */
  readonly select: (
    exchange: Exchange,
    filters: QueryValues<Query>,
  ) => Omit<Selection, 'order' | 'listing'> & { readonly listing?: Omit<Listing, 'nowMs'> | undefined }
  /** What writes an item as JSON text. */
  readonly writer: (exchange: Exchange) => (record: R) => string
}

interface GetDeclaration extends Declaration {
  /** What the record stands in; the answer follows from no other. */
  readonly collection: Part<{ readonly version: number }>
  /** What the id looks like. */
  readonly idShape: Shape
  /** Reads the id, in the form the register gives it. @throws ApiError */
  readonly readId: (exchange: Exchange, sentId: string) => string
  /** The record as JSON text; undefined where there is none. */
  readonly handle: (exchange: Exchange, id: string) => string | undefined
}

interface CreateDeclaration<B, Checked> extends Declaration {
  readonly body: BodyDeclaration<B>
  readonly status: (assume: Assume) => number
  /** What the schema cannot say of a body; gives back what `handle` needs of it. @throws ApiError */
  readonly check: (exchange: Exchange, body: B) => Checked
  /** Makes the record, and gives it back as JSON text. */
  readonly handle: (exchange: Exchange, checked: Checked) => string
}

const readWithStatus = { method: 'GET', body: undefined, status: () => readStatus } as const

const pagingParameters = {
  page: { meaning: 'Page number, from 1 (§8).', shape: ({ assume }: Shaping) => pagingShapes(assume).page },
  limit: { meaning: 'Items on a page (§8).', shape: ({ assume }: Shaping) => pagingShapes(assume).limit },
}

/** What operations that answer one record have in common. */
function alone({ shape }: Declaration): Pick<Operation, 'answerShape' | 'parameters'> {
  return { answerShape: (shaping) => itemEnvelope(shape(shaping)), parameters: {} }
}

/** Declares an operation that answers a page of a collection. Its query has `page` and `limit` (§8). */
export function defineList<Query extends QueryShape & typeof pagingQuery, R extends object>(
  declaration: ListDeclaration<Query, R>,
): Operation {
  const { collection, select, writer, filters: told, ...declared } = declaration
  return {
    ...declared,
    ...readWithStatus,
    answerShape: (shaping) =>
      listEnvelopeWith(
        declared.shape(shaping),
        shaping.named('Pagination', () => paginationShape(shaping.assume)),
      ),
    idShape: undefined,
    parameters: { ...told, ...pagingParameters },
    prepare: givenAgain(declared.id, collection, (exchange) => {
      const { assume, sandbox, address } = exchange
      const { values, paging, filters } = readListQuery(assume, declared.query, address.query)
      const selection = select(exchange, values)
      return () => {
        const order = (): Choice<'listOrder'> => assume('listOrder')
        const { listing } = selection
        const records = collection(sandbox)
        const found =
          listing === undefined
            ? records.select({ ...selection, listing, order })
            : exchange.lookAt((nowMs) => records.select({ ...selection, listing: { ...listing, nowMs }, order }))
        const page = toPage(assume, found, paging, (number, limit) =>
          pageUrl(assume, exchange, declared.path, filters, number, limit),
        )
        const items = page.items.length === 0 ? [] : page.items.map(writer(exchange))
        return listBody(items, page.pagination)
      }
    }),
  }
}

/** Declares an operation that answers one record. */
export function defineGet({ collection, readId, handle, ...declared }: GetDeclaration): Operation {
  return {
    ...declared,
    ...readWithStatus,
    ...alone(declared),
    query: noQuery,
    prepare: givenAgain(declared.id, collection, (exchange) => {
      refuseQuery(exchange.assume, exchange.address.query)
      const id = readId(exchange, exchange.id)
      return () => {
        const data = handle(exchange, id)
        if (data === undefined) throw notFound('id', exchange.id)
        return itemBody(data)
      }
    }),
  }
}

/** Declares an operation that makes a record. */
export function defineCreate<B, Checked>({ check, handle, ...declared }: CreateDeclaration<B, Checked>): Operation {
  return {
    ...declared,
    ...alone(declared),
    idShape: undefined,
    method: 'POST',
    query: noQuery,
    prepare: (exchange, sent) => {
      refuseQuery(exchange.assume, exchange.address.query)
      const plain = decodeBody(exchange, sent)
      // The journal shows what was read.
      if (plain !== sent) exchange.sent = plain
      const checked = check(exchange, readBody(exchange.assume, declared.body, plain))
      return () => {
        const { storage } = exchange.sandbox
        if (!storage.hasRoom(plain.bytes.length)) throw noRoom(storage.maxBytes)
        const data = handle(exchange, checked)
        storage.take(plain.bytes.length)
        return itemBody(data)
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
