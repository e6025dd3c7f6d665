import type { JournalEntry } from '../../journal/entry.ts'
import { createEntryMatcher } from '../../journal/verify.ts'
import { quote, UnknownError } from '../../lib/input-error.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { readBy } from '../../lib/read-by.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { type requestEndpoints, requestFilters } from '../endpoints/requests.ts'
import { readEntryId, readSince, toRequest } from '../journal-entry.ts'
import { openStream } from '../journal-stream.ts'
import { newest } from '../newest.ts'
import type { AnyRequest, Handlers } from '../route.ts'
import { verify } from '../verify.ts'

/** Reads which requests a query selects. */
function readFilter({ known, query }: Pick<AnyRequest, 'known' | 'query'>): (entry: JournalEntry) => boolean {
  const given = keysOf(requestFilters).flatMap((name) => (name in query ? [[name, toValue(name, query[name])]] : []))
  return createEntryMatcher(readBy(known.match, Object.fromEntries(given), 'the query'))
}

function toValue(name: keyof typeof requestFilters, text = ''): string | number | boolean {
  if (name === 'unmatched' && ['true', 'false'].includes(text)) return text === 'true'
  return name === 'status' && /^\d+$/.test(text) ? Number(text) : text
}

/** The requests since an instant, or after another request. */
function entriesSince(sandbox: Sandbox, since: string | undefined): readonly JournalEntry[] {
  const { journal } = sandbox
  if (since === undefined) return journal.after()
  const { after, sinceMs } = readSince(sandbox, since)
  return journal.after(after).filter(({ atMs }) => atMs >= sinceMs)
}

function findEntry(sandbox: Sandbox, id: string): JournalEntry {
  const number = readEntryId(sandbox, id, 'id')
  const entry = sandbox.journal.next(number - 1)
  if (entry?.number === number) return entry
  throw new UnknownError(`id: the journal has no request ${quote(id)}`)
}

export const requestHandlers: Handlers<typeof requestEndpoints> = {
  listRequests: ({ sandbox, known, query }) => {
    const found = entriesSince(sandbox, query.since).filter(readFilter({ known, query }))
    return { items: newest(found, query.limit).map((entry) => toRequest(sandbox, entry)) }
  },
  followRequests: (request) => openStream(request, request.query.since, readFilter(request)),
  showRequest: ({ sandbox, path }) => toRequest(sandbox, findEntry(sandbox, path.name)),
  clearRequests: ({ sandbox }) => sandbox.journal.clear(),
  verifyRequests: ({ sandbox, body }) => ({ requests: verify(sandbox, body) }),
}
