import { prefixOf } from '../../http/address.ts'
import type { JournalEntry } from '../../journal/entry.ts'
import { createEntryMatcher } from '../../journal/verify.ts'
import { InputError, quote, UnknownError } from '../../lib/input-error.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { readBy } from '../../lib/read-by.ts'
import { version } from '../../lib/version.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { inTurns } from '../../time/turns.ts'
import { requestFields, requestFilters } from '../endpoints/request-query.ts'
import { requestEndpoints, type RequestSummary } from '../endpoints/requests.ts'
import { toHarEntry } from '../har.ts'
import { readEntryId, readSince, readSource, toRequest, toSummary } from '../journal-entry.ts'
import { openStream } from '../journal-stream.ts'
import { baseOrigin } from '../path.ts'
import { newest, oneOf } from '../read-request.ts'
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

const readForm = (text: string | undefined): ((entry: JournalEntry) => RequestSummary) =>
  oneOf('fields', requestFields, text) === 'summary' ? toSummary : toRequest

/** The requests that a query selects. */
async function select(request: AnyRequest): Promise<readonly JournalEntry[]> {
  const matches = readFilter(request)
  const source = readSource(request, request.query['sandboxes'])
  const { after, sinceMs } = readSince(source, request.query['since'], 0)
  const entries = source.journal.after(after)
  const found = await inTurns(entries, (entry) => (entry.atMs >= sinceMs && matches(entry) ? [entry] : []))
  return found.flat()
}

/** @yields entries in the form of the control plane, so that not all of them are held in it at once */
function* shown<T>(entries: readonly JournalEntry[], show: (entry: JournalEntry) => T): Generator<T> {
  for (const entry of entries) yield show(entry)
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
    const show = readForm(request.query.fields)
    return { items: shown(newest(await select(request), request.query.limit), show) }
  },
  followRequests: (request) => {
    const { since, fields, sandboxes } = request.query
    const source = readSource(request, sandboxes)
    return openStream(request, source, since, { matches: readFilter(request), show: readForm(fields) })
  },
  exportRequests: async (request) => {
    const origin = baseOrigin(request.origin, request.service.tls()?.origin)
    const urlOf = ({ sandbox }: JournalEntry): string => origin + prefixOf(sandbox.name)
    const entries = shown(await select(request), (entry) => toHarEntry(toRequest(entry), urlOf(entry)))
    return { log: { version: '1.2', creator: { name: 'cloudsec-fake', version }, entries } } as const
  },
  showRequest: ({ sandbox, path }) => toRequest(findEntry(sandbox, path.name)),
  sendRequest: (request) => sendAgain(request, findEntry(request.sandbox, request.path.name)),
  clearRequests: ({ sandbox }) => sandbox.journal.clear(),
  verifyRequests: ({ sandbox, body }) => ({ requests: verify(sandbox, body) }),
})
