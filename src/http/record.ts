import { type JournalEntry, uncut } from '../journal/entry.ts'
import type { Written } from '../lib/body.ts'
import { hideSecrets } from '../lib/secrets.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import type { ErrorCode } from '../spec/errors.ts'
import type { AnswerHeaders } from './answer.ts'
import type { RequestContext } from './request-context.ts'
import type { Service } from './request-handling.ts'

export const noNames: readonly string[] = []

/** The client may have sent a body, and nothing read it. */
const unread: JournalEntry['cut'] = { request: true, response: false }

/** The response, as the journal records it. */
interface Answered {
  readonly headers: AnswerHeaders
  /** Null where the client does not see it. */
  readonly status: number | null
  readonly body: Written | null
  readonly code: ErrorCode | undefined
  readonly fault?: string | undefined
  /** True if the request was served. */
  readonly served: boolean
  readonly nearest?: readonly string[]
}

/** Counts a request and its response, records them in the journal of its sandbox, and logs them. */
export function record({ sandboxes, log }: Service, ctx: RequestContext, answered: Answered): void {
  count(sandboxes, ctx, answered)
  const {
    sandbox,
    method,
    operation,
    address,
    id,
    key,
    used,
    isDelayed,
    firedRules: fired,
    recordStatus,
    arrival,
    headers,
    sent,
    nowMs,
    durationMs,
    onRecord,
  } = ctx
  const { status, headers: responseHeaders, body, code, fault, served, nearest = noNames } = answered
  if (sandboxes.isCurrent(sandbox)) {
    const entry = sandbox.journal.add({
      atMs: nowMs,
      durationMs,
      operation: operation?.id,
      method,
      isNamed: address.sandbox !== undefined,
      path: address.sentPath,
      query: address.query,
      target: id,
      key: key?.id,
      status,
      code,
      fault,
      isDelayed,
      served,
      recordStatus,
      arrival,
      fired,
      used,
      requestHeaders: headers.sent,
      requestBody: sent?.bytes,
      responseHeaders,
      responseBody: method === 'HEAD' ? null : body,
      cut: sent === undefined && operation?.body !== undefined ? unread : uncut,
      nearest,
    })
    if (entry !== undefined) onRecord?.(entry)
  }
  ignoreErrors(() => {
    log.request?.(() => describe(ctx, answered))
    log.debug(
      () => `${describe(ctx, answered)} ${key === undefined ? 'no key' : `key ${key.id}`} [${used.ids().join(' ')}]`,
    )
  })
}

function count(
  { limits }: Sandboxes,
  { sandbox, operation, firedRules: fired, used, settings: { profile } }: RequestContext,
  { status, code, fault }: Answered,
): void {
  limits.requests.add(sandbox.name, { operation: operation?.id, status, code, fault, fired, used, profile })
}

/** A request and its response in one line, without secrets. */
function describe(
  { sandbox, method, address, credential, firedRules, durationMs }: RequestContext,
  answered: Answered,
): string {
  const { status, code, fault } = answered
  const path = hideSecrets(address.sentPath, credential.secret)
  const answer = [status ?? 'no answer', code ?? [], fault ?? []].flat().join(' ')
  const facts = [`${Math.round(durationMs * 10) / 10} ms`, `sandbox ${sandbox.name}`, ...firedRules]
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
