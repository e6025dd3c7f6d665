import type { Pagination } from '../spec/envelope.ts'

/** What an operation answers a request that it served. */
export interface Reply {
  readonly status: number
  /** The whole body: the envelope (§2.1) as JSON text. */
  readonly body: string
}

/** HTTP status of a read that was served (§7). */
const readStatus = 200

/** Answers one record. @param data the record as JSON text */
export function itemReply(data: string, status: number = readStatus): Reply {
  return { status, body: `{"status":"success","data":${data}}` }
}

/** Answers a page of records. @param items the records as JSON texts */
export function listReply(items: readonly string[], pagination: Pagination): Reply {
  return {
    status: readStatus,
    body: `{"status":"success","data":[${items.join(',')}],"pagination":${JSON.stringify(pagination)}}`,
  }
}
