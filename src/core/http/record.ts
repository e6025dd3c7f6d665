import { scenariosOf } from '../journal/entry.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { steadyNow } from '../time/clock.ts'
import { recordAnswered } from './connections.ts'
import { ignoreErrors } from './errors.ts'
import type { Answer, RequestContext, Service } from './types.ts'

const success = { code: undefined, served: true, fault: undefined, isUnseen: false } as const

/** Adds a request with its answer to the journal and the log. */
export function record({ sandboxes, log }: Service, ctx: RequestContext, answer: Answer): void {
  // A defect may occur after the answer was recorded. The error that replaces the answer then gets its own entry.
  if (ctx.entry.number > 0) ctx.entry = { ...ctx.entry }
  const { sandbox, entry, bindings } = ctx
  const { code, served, fault, isUnseen = false } = answer.outcome ?? success
  const endMs = steadyNow()
  entry.durationMs = endMs - ctx.startedMs
  entry.key = ctx.key?.id
  entry.status = isUnseen ? null : answer.status
  entry.code = code
  entry.fault = fault
  entry.served = served
  entry.responseHeaders = answer.headers
  entry.responseBody = entry.method === 'HEAD' ? null : answer.body
  noteServed(ctx)
  sandboxes.limits.requests.add(entry)
  if (sandboxes.isCurrent(sandbox) && sandbox.journal.add(entry)) bindings.onRecord?.(entry)
  recordAnswered(entry, endMs)
  ignoreErrors(() => {
    log.request?.(() => describe(ctx))
    log.debug(() => {
      const key = entry.key === undefined ? 'no key' : `key ${entry.key}`
      return `${describe(ctx)} ${key} [${entry.decidedBy.ids().join(' ')}]`
    })
  })
}

/** Notes what decided the answer of the handler. Of an answer of the real service, no choice before it decided anything. */
function noteServed({ isForwarded, servedBy, entry }: RequestContext): void {
  if (servedBy === undefined) return
  if (isForwarded) entry.decidedBy = servedBy
  else entry.decidedBy.addAll(servedBy)
}

function describe({ sandbox, entry, credential }: RequestContext): string {
  const { method, status, code, fault, durationMs } = entry
  const path = hideSecrets(entry.path, credential.secret)
  const answer = [status ?? 'no answer', code ?? [], fault ?? []].flat().join(' ')
  const facts = [`${Math.round(durationMs * 10) / 10} ms`, `sandbox ${sandbox.name}`, ...scenariosOf(entry)]
  return `${method} ${path} → ${answer} (${facts.join(', ')})`
}
