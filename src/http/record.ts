import { type JournalEntry, latin1 } from '../journal/entry.ts'
import { hideSecrets } from '../lib/secrets.ts'
import type { Answer } from './answer.ts'
import { noNames, type RequestContext } from './request-context.ts'
import type { Service } from './request-handling.ts'

/** The client may have sent a body, and nothing read it. */
const unread = { request: true, response: false }

/** An answer as the client sees it; its status is null where it sees none. */
type SeenAnswer = Pick<Answer, 'headers' | 'body'> & Pick<JournalEntry, 'status'>

/** What the answer itself does not say of its request. */
type Outcome = Pick<JournalEntry, 'code' | 'served'> & Partial<Pick<JournalEntry, 'fault' | 'nearest'>>

/** Counts a request and its answer, records them in the journal of its sandbox, and logs them. */
export function record({ sandboxes, log }: Service, ctx: RequestContext, seen: SeenAnswer, outcome: Outcome): void {
  // A defect may show only after the answer was recorded; then the error that takes its place has an entry of its own.
  if (ctx.entry.number > 0) ctx.entry = { ...ctx.entry }
  const { sandbox, entry, sent, onRecord } = ctx
  entry.durationMs = ctx.durationMs
  entry.key = ctx.key?.id
  entry.status = seen.status
  entry.code = outcome.code
  entry.fault = outcome.fault
  entry.served = outcome.served
  entry.responseHeaders = seen.headers
  entry.responseBody = entry.method === 'HEAD' ? null : seen.body
  entry.nearest = outcome.nearest ?? noNames
  if (sent !== undefined) entry.requestBody = latin1(sent.bytes)
  else if (ctx.operation?.body !== undefined) entry.cut = unread
  sandboxes.limits.requests.add(entry)
  if (sandboxes.isCurrent(sandbox) && sandbox.journal.add(entry)) onRecord?.(entry)
  ignoreErrors(() => {
    log.request?.(() => describe(ctx))
    log.debug(() => {
      const key = entry.key === undefined ? 'no key' : `key ${entry.key}`
      return `${describe(ctx)} ${key} [${entry.used.ids().join(' ')}]`
    })
  })
}

/** A request and its answer in one line, without secrets. */
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
