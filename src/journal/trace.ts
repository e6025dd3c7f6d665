import { headerValues } from '../lib/headers.ts'
import type { JournalEntry } from './entry.ts'

/** The place of a request in a distributed trace, as its client sent it. */
export interface TraceContext {
  readonly traceId: string
  /** Id of the span of the client. */
  readonly parentId: string
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/

/** The form of a trace id. */
export const traceIdForm = /^(?!0+$)[\da-f]{32}$/

/** Reads the W3C header `traceparent`; undefined where it is missing, sent twice or invalid: then it is ignored, as the W3C says. */
export function traceOf({ requestHeaders }: Pick<JournalEntry, 'requestHeaders'>): TraceContext | undefined {
  const sent = headerValues(requestHeaders, 'traceparent')
  if (sent.length !== 1) return undefined
  const [, version, traceId = '', parentId = '', more] = form.exec(sent[0] ?? '') ?? []
  // A later version may have more parts; there is no version ff.
  if (version === 'ff' || (version === '00' && more !== undefined)) return undefined
  return traceIdForm.test(traceId) && !/^0*$/.test(parentId) ? { traceId, parentId } : undefined
}
