import { prefixOf } from '../../http/address.ts'
import type { JournalEntry } from '../../journal/entry.ts'
import { createEntryMatcher } from '../../journal/verify.ts'
import { InputError, quote, UnknownError } from '../../lib/input-error.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { readBy } from '../../lib/read-by.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { inTurns } from '../../time/turns.ts'
import { requestFields, type RequestFields, requestFilters } from '../endpoints/request-query.ts'
import { requestEndpoints, type RequestInfo, type RequestSummary } from '../endpoints/requests.ts'
import { toHar } from '../har.ts'
import { readEntryId, toRequest, toShown } from '../journal-entry.ts'
import { openStream } from '../journal-stream.ts'
import { baseOrigin } from '../path.ts'
import { newest, oneOf } from '../read-query.ts'
import { readSince, readSource, type RequestSource } from '../request-source.ts'
import { type AnyRequest, toRoutes } from '../route.ts'
import { sendAgain } from '../send-again.ts'
import { verify } from '../verify.ts'

function readFilter({ known, query }: Pick<AnyRequest, 'known' | 'query'>): (entry: JournalEntry) => boolean {
  const given = keysOf(requestFilters).flatMap((name) => (name in query ? [[name, toValue(name, query[name])]] : []))
  return createEntryMatcher(readBy(known.match, Object.fromEntries(given), 'the query'))
}

function toValue(name: keyof typeof requestFilters, text = ''): string | number | boolean {
  if (name === 'unmatched' && ['true', 'false'].includes(text)) return text === 'true'
  return name === 'status' && /^\d+$/.test(text) ? Number(text) : text
}

/** The requests since an instant, or after another request. */
function entriesSince(source: RequestSource, since: string | undefined): readonly JournalEntry[] {
  const { after, sinceMs } = readSince(source, since, 0)
  return source.journal.after(after).filter(({ atMs }) => atMs >= sinceMs)
}

const readFields = (text: string | undefined): RequestFields => oneOf('fields', requestFields, text) ?? 'all'

/** The requests that a query selects. */
async function select(request: AnyRequest): Promise<readonly JournalEntry[]> {
  const { since, sandboxes } = request.query
  const matches = readFilter(request)
  const entries = entriesSince(readSource(request, sandboxes), since)
  const found = await inTurns(entries, (entry) => (matches(entry) ? [entry] : []))
  return found.flat()
}

/** @yields entries in the form of the control plane, so that not all of them are held in it at once */
function* shown(entries: readonly JournalEntry[], form: RequestFields): Generator<RequestSummary | RequestInfo> {
  for (const entry of entries) yield toShown(entry, form)
}

function findEntry(sandbox: Sandbox, id: string): JournalEntry {
  const number = readEntryId(sandbox, id)
  if (number === undefined) {
    throw new InputError(`expected the id of a request, such as 0-12, got ${quote(id)}`, { field: 'id' })
  }
  const entry = sandbox.journal.next(number - 1)
  if (entry?.number === number) return entry
  throw new UnknownError(`the journal has no request ${quote(id)}`, { field: 'id' })
}

export const requestRoutes = toRoutes(requestEndpoints, {
  listRequests: async (request) => {
    const form = readFields(request.query.fields)
    return { items: shown(newest(await select(request), request.query.limit), form) }
  },
  followRequests: (request) => {
    const { since, fields, sandboxes } = request.query
    const source = readSource(request, sandboxes)
    return openStream(request, source, since, { matches: readFilter(request), fields: readFields(fields) })
  },
  exportRequests: async (request) => {
    const origin = baseOrigin(request.origin, request.service.tls()?.origin)
    return toHar(await select(request), (sandbox) => origin + prefixOf(sandbox))
  },
  showRequest: ({ sandbox, path }) => toRequest(findEntry(sandbox, path.name)),
  sendRequest: (request) => sendAgain(request, findEntry(request.sandbox, request.path.name)),
  clearRequests: ({ sandbox }) => sandbox.journal.clear(),
  verifyRequests: ({ sandbox, body }) => ({ requests: verify(sandbox, body) }),
})
