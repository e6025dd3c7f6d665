import { prefixOf } from '../../http/address.ts'
import { uncached } from '../../http/answer.ts'
import type { JournalEntry } from '../../journal/entry.ts'
import { createEntryMatcher } from '../../journal/verify.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { readBy } from '../../lib/read-by.ts'
import { recordOf } from '../../lib/record-of.ts'
import { version } from '../../lib/version.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { abortAfter } from '../../time/abort-after.ts'
import { inTurns } from '../../time/turns.ts'
import { curlOf } from '../curl.ts'
import { listDeciding } from '../deciding.ts'
import { requestFilters } from '../endpoints/request-query.ts'
import { requestEndpoints, type RequestInfo } from '../endpoints/requests.ts'
import { toHarEntry } from '../har.ts'
import { readEntryId, readSince, readSource, toRequest, toSummary } from '../journal-entry.ts'
import { openStream } from '../journal-stream.ts'
import { baseOrigin } from '../path.ts'
import { Problem } from '../problem.ts'
import { type ControlRequest, type RequestBasics, toRoutes } from '../route.ts'
import { entryOf, replayTimeoutMs, toSent } from '../send-again.ts'
import { verify } from '../verify.ts'

type SelectRequest = ControlRequest<typeof requestEndpoints.exportRequests>

function readFilter({ known, query }: SelectRequest): (entry: JournalEntry) => boolean {
  const given = recordOf(keysOf(requestFilters), (name) => query[name])
  return createEntryMatcher(readBy(known.match(), given, 'the query'))
}

async function select(request: SelectRequest): Promise<readonly JournalEntry[]> {
  const matches = readFilter(request)
  const source = readSource(request, request.query.sandboxes)
  const { after, sinceMs } = readSince(source, request.query.since, 0)
  const entries = source.journal.after(after)
  const found = await inTurns(entries, (entry) => (entry.atMs >= sinceMs && matches(entry) ? [entry] : []))
  return found.flat()
}

/** @yields items in the form of the control plane, made in turns, so that not all are in memory at once */
export function* shown<T, S>(items: readonly T[], show: (item: T) => S): Generator<S> {
  for (const item of items) yield show(item)
}

function findEntry(sandbox: Sandbox, id: string): JournalEntry {
  const number = readEntryId(sandbox, id)
  if (number === undefined) {
    throw new InputError(`expected the id of a request, such as 0-12, got ${quote(id)}`, { field: 'id' })
  }
  const entry = sandbox.journal.next(number - 1)
  if (entry?.number === number) return entry
  throw new InputError(`the journal has no request ${quote(id)}`, { kind: 'unknown', field: 'id' })
}

/**
 * Sends a request of the journal again, unchanged, to its original address.
 * @returns the new request
 * @throws InputError for a request that cannot be sent unchanged
 */
async function sendAgain({ service, request, origin }: RequestBasics, entry: JournalEntry): Promise<RequestInfo> {
  const over = abortAfter(replayTimeoutMs, [service.stopping, request.signal])
  try {
    const sent = toSent(entry, new URL(origin).origin, over.signal)
    const served = await entryOf((onRecord) => service.send(sent, { onRecord }), over.signal)
    if (served !== undefined) return toRequest(served)
    if (over.signal.aborted) {
      throw new Problem('unavailable', 'the request is still running; GET /requests lists it once it is served')
    }
    throw new InputError('the journal did not keep the request, since its sandbox was reset meanwhile', {
      kind: 'taken',
    })
  } finally {
    over.abort()
  }
}

export const requestRoutes = toRoutes(requestEndpoints, {
  listRequests: async (request) => {
    const { fields, limit = Number.POSITIVE_INFINITY } = request.query
    return { items: shown((await select(request)).slice(-limit), fields === 'summary' ? toSummary : toRequest) }
  },
  followRequests: (request) => {
    const { since, fields, sandboxes } = request.query
    const show = fields === 'summary' ? toSummary : toRequest
    return openStream(request, readSource(request, sandboxes), since, { matches: readFilter(request), show })
  },
  exportRequests: async (request) => {
    const origin = baseOrigin(request.origin, request.service.tls()?.origin)
    const urlOf = ({ sandbox }: JournalEntry): string => origin + prefixOf(sandbox.name)
    const entries = shown(await select(request), (entry) => toHarEntry(toRequest(entry), urlOf(entry)))
    return { log: { version: '1.2', creator: { name: 'cloudsec-fake', version }, entries } } as const
  },
  showRequest: ({ sandbox, path }) => toRequest(findEntry(sandbox, path.name)),
  listDeciding: (request) => listDeciding(request, findEntry(request.sandbox, request.path.name)),
  writeCurl: (request) => {
    const text = `${curlOf(findEntry(request.sandbox, request.path.name), request)}\n`
    return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8', ...uncached } })
  },
  sendRequest: (request) => sendAgain(request, findEntry(request.sandbox, request.path.name)),
  clearRequests: ({ sandbox }) => sandbox.journal.clear(),
  verifyRequests: ({ sandbox, body }) => ({ requests: verify(sandbox, body) }),
})
