import type { Written } from '../lib/body.ts'
import type { Pagination } from '../spec/envelope.ts'

/** What a request is answered. */
export interface Reply {
  readonly status: number
  /** The whole body: the envelope (§2.1) as JSON text. */
  readonly body: Written
  /** Headers besides those of every answer: names and values in turn. */
  readonly headers: readonly string[]
}

/** No headers besides those of every answer. */
export const noHeaders: Reply['headers'] = []

/** The envelope around one record. @param data the record as JSON text */
export function itemBody(data: string): Written {
  return ['{"status":"success","data":', data, '}']
}

/** The envelope around a page of records. @param items the records as JSON texts */
export function listBody(items: readonly string[], pagination: Pagination): Written {
  const pieces = ['{"status":"success","data":[']
  for (const item of items) {
    if (pieces.length > 1) pieces.push(',')
    pieces.push(item)
  }
  pieces.push(`],"pagination":${JSON.stringify(pagination)}}`)
  return pieces
}
