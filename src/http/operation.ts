import type * as z from 'zod/mini'

import type { Collection, Selection } from '../engine/collection.ts'
import { toPage } from '../engine/pagination.ts'
import type { Part } from '../engine/sandbox.ts'
import { type BodyDeclaration, readBody } from './body.ts'
import type { Exchange } from './exchange.ts'
import { pageUrl } from './page-url.ts'
import type { Permission } from './permission.ts'
import {
  defineQuery,
  type pagingQuery,
  type QueryDeclaration,
  type QueryShape,
  type QueryValues,
  readListQuery,
  readQuery,
  splitQuery,
} from './query.ts'
import { listReply, type Reply } from './reply.ts'

/** A body as it was sent. */
export interface SentBody {
  readonly bytes: Uint8Array
  readonly contentType: string | null
}

/** What every operation declares. */
interface Declaration {
  readonly id: string
  /** Relative to the base address, as the document writes it (`/cloud/resources/{id}`). */
  readonly path: string
  readonly permission: Permission
  /** The whole answer to a request that was served. */
  readonly answer: z.ZodMiniType
}

/** One method and path of the document (§4): all that the fake knows of it, and how the pipeline runs it. */
export interface Operation extends Declaration {
  readonly method: 'GET' | 'POST'
  readonly query: QueryDeclaration<QueryShape>
  /** The request body; undefined where the operation takes none. */
  readonly body: BodyDeclaration<unknown> | undefined
  /**
   * Validates a request, and gives back what serves it: synchronous, since everything is in memory.
   * Both refuse by throwing an ApiError.
   * @param id the `{id}` of the path, decoded; empty where the path has none
   * @param sent the body; undefined where the operation takes none
   */
  readonly prepare: (exchange: Exchange, id: string, sent: SentBody | undefined) => () => Reply
}

interface ListDeclaration<Shape extends QueryShape, R> extends Declaration {
  readonly query: QueryDeclaration<Shape>
  readonly collection: Part<Collection<R>>
  /** Reads the filters. @throws ApiError invalid_request */
  readonly select: (exchange: Exchange, filters: QueryValues<Shape>) => Omit<Selection<R>, 'order'>
  /** What writes an item as JSON text. */
  readonly writer: (exchange: Exchange) => (record: R) => string
}

interface GetDeclaration extends Declaration {
  /** Reads the id, in the form the register gives it. @throws ApiError */
  readonly readId: (exchange: Exchange, id: string) => string
  readonly handle: (exchange: Exchange, id: string) => Reply
}

interface CreateDeclaration<B> extends Declaration {
  readonly body: BodyDeclaration<B>
  /** What the schema cannot say of a body. @throws ApiError invalid_request */
  readonly check: (exchange: Exchange, body: B) => void
  readonly handle: (exchange: Exchange, body: B) => Reply
}

const noQuery = defineQuery({})

function refuseQuery({ assume, address }: Exchange): void {
  readQuery(assume, noQuery, splitQuery(address.query))
}

/** Declares an operation that answers a page of a collection. Its query has `page` and `limit` (§8). */
export function defineList<Shape extends QueryShape & typeof pagingQuery, R>(
  declaration: ListDeclaration<Shape, R>,
): Operation {
  const { collection, select, writer, ...declared } = declaration
  return {
    ...declared,
    method: 'GET',
    body: undefined,
    prepare: (exchange) => {
      const { assume, sandbox } = exchange
      const { values, paging, filters } = readListQuery(assume, declared.query, exchange.address.query)
      const selection = select(exchange, values)
      return () => {
        const found = collection(sandbox).select({ ...selection, order: () => assume('listOrder') })
        const page = toPage(assume, found, paging, (number, limit) =>
          pageUrl(exchange, declared.path, filters, number, limit),
        )
        const texts = page.items.length === 0 ? [] : page.items.map(writer(exchange))
        return listReply(texts, page.pagination)
      }
    },
  }
}

/** Declares an operation that answers one record. */
export function defineGet({ readId, handle, ...declaration }: GetDeclaration): Operation {
  return {
    ...declaration,
    method: 'GET',
    query: noQuery,
    body: undefined,
    prepare: (exchange, sentId) => {
      refuseQuery(exchange)
      const id = readId(exchange, sentId)
      return () => handle(exchange, id)
    },
  }
}

/** Declares an operation that makes a record. */
export function defineCreate<B>({ check, handle, ...declaration }: CreateDeclaration<B>): Operation {
  return {
    ...declaration,
    method: 'POST',
    query: noQuery,
    prepare: (exchange, _id, sent) => {
      refuseQuery(exchange)
      const body = readBody(
        exchange.assume,
        declaration.body,
        sent?.bytes ?? new Uint8Array(),
        sent?.contentType ?? null,
      )
      check(exchange, body)
      return () => handle(exchange, body)
    },
  }
}
