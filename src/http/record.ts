import { type JournalEntry, latin1 } from '../journal/entry.ts'
import type { Written } from '../lib/body.ts'
import { hideSecrets } from '../lib/secrets.ts'
import type { AnswerHeaders } from './answer.ts'
import { noNames, type RequestContext } from './request-context.ts'
import type { Service } from './request-handling.ts'

/** The client may have sent a body, and nothing read it. */
const unread = { request: true, response: false }

/** The response, as the journal records it. */
interface Answered
  extends Pick<JournalEntry, 'status' | 'code' | 'served'>, Partial<Pick<JournalEntry, 'fault' | 'nearest'>> {
  readonly headers: AnswerHeaders
  readonly body: Written | null
}

/** Counts a request and its response, records them in the journal of its sandbox, and logs them. */
export function record({ sandboxes, log }: Service, ctx: RequestContext, answered: Answered): void {
  // A defect may show only after the answer was recorded; then the error that takes its place has an entry of its own.
  if (ctx.entry.number > 0) ctx.entry = { ...ctx.entry }
  const { sandbox, entry, sent, onRecord } = ctx
  entry.durationMs = ctx.durationMs
  entry.key = ctx.key?.id
  entry.status = answered.status
  entry.code = answered.code
  entry.fault = answered.fault
  entry.served = answered.served
  entry.responseHeaders = answered.headers
  entry.responseBody = entry.method === 'HEAD' ? null : answered.body
  entry.nearest = answered.nearest ?? noNames
  if (sent !== undefined) entry.requestBody = latin1(sent.bytes)
  else if (ctx.operation?.body !== undefined) entry.cut = unread
  sandboxes.limits.requests.add(entry)
  if (sandboxes.isCurrent(sandbox) && sandbox.journal.add(entry)) onRecord?.(entry)
  ignoreErrors(() => {
    log.request?.(() => describe(ctx))
    log.debug(
      () =>
        `${describe(ctx)} ${entry.key === undefined ? 'no key' : `key ${entry.key}`} [${entry.used.ids().join(' ')}]`,
    )
  })
}

/** A request and its response in one line, without secrets. */
function describe({ sandbox, entry, credential }: RequestContext): string {
  const { method, status, code, fault, durationMs, fired } = entry
  const path = hideSecrets(entry.path, credential.secret)
  const answer = [status ?? 'no answer', code ?? [], fault ?? []].flat().join(' ')
  const facts = [`${Math.round(durationMs * 10) / 10} ms`, `sandbox ${sandbox.name}`, ...fired]
  return `${method} ${path} → ${answer} (${facts.join(', ')})`
}

/** Does work that may fail without consequence for the response. */
export function ignoreErrors(work: () => void): void {
  try {
    work()
  } catch {
    // A log that cannot be written has nowhere to say so.
  }
}
