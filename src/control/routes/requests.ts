import * as z from 'zod/mini'

import type { JournalEntry } from '../../journal/entry.ts'
import { createEntryMatcher, matchSchemaOf } from '../../journal/verify.ts'
import { quote, UnknownError } from '../../lib/input-error.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { readBy } from '../../lib/read-by.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { errorCodes } from '../../spec/errors.ts'
import { readEntryId, readSince, toRequest } from '../journal-entry.ts'
import { requestSchema, verifiedSchema, verifyRequestOf } from '../journal-schemas.ts'
import { eventsType, openStream } from '../journal-stream.ts'
import { type ControlRequest, type ControlRoute, defineBodyRoute, defineRoute, limit, newest } from '../route.ts'
import { collectionOf } from '../schemas.ts'
import { verify } from '../verify.ts'

const filters = {
  operation: { meaning: 'Of this operation alone.', shape: z.string() },
  status: { meaning: 'With this HTTP status alone.', shape: z.int() },
  code: { meaning: 'With this error alone.', shape: z.enum(errorCodes) },
  scenario: { meaning: 'On which a rule of this scenario fired.', shape: z.string() },
  key: { meaning: 'With the API key of this id alone.', shape: z.string() },
}

const since = { meaning: 'After the one with this id, or since a date-time of the sandbox.', shape: z.string() }

/** What keeps the entries that a query asks for. */
type Filter = (entry: JournalEntry) => boolean

function createFilters(operationIds: readonly string[]): (query: Readonly<Record<string, string>>) => Filter {
  const schema = matchSchemaOf(operationIds)
  return ({ status, ...query }) => {
    const given = Object.fromEntries(keysOf(filters).flatMap((name) => (name in query ? [[name, query[name]]] : [])))
    const match = status === undefined ? given : { ...given, status: /^\d+$/.test(status) ? Number(status) : status }
    return createEntryMatcher(readBy(schema, match, 'the query'))
  }
}

/** The entries since an instant, or after one of them. */
function entriesSince(sandbox: Sandbox, since: string | undefined): readonly JournalEntry[] {
  const { journal } = sandbox
  if (since === undefined) return journal.after()
  const { after, sinceMs } = readSince(sandbox, since)
  return journal.after(after).filter(({ atMs }) => atMs >= sinceMs)
}

function show({ sandbox, name }: ControlRequest<undefined>) {
  const number = readEntryId(sandbox, name, 'id')
  const entry = sandbox.journal.next(number - 1)
  if (entry?.number !== number) throw new UnknownError(`id: the journal has no request ${quote(name)}`)
  return toRequest(sandbox, entry)
}

/** The journal of a sandbox: its requests, as they come, and whether they were those that were expected. @param operationIds those of the API */
export function journalRoutes(operationIds: readonly string[]): readonly ControlRoute[] {
  const readFilter = createFilters(operationIds)
  return [
    defineRoute({
      id: 'listRequests',
      method: 'GET',
      path: '/requests',
      summary: 'the requests to the API that are kept, the newest last',
      query: { ...filters, since, limit },
      answer: collectionOf(requestSchema),
      handle: ({ sandbox, query }) => {
        const found = entriesSince(sandbox, query['since']).filter(readFilter(query))
        return { items: newest(found, query['limit']).map((entry) => toRequest(sandbox, entry)) }
      },
    }),
    defineRoute({
      id: 'followRequests',
      method: 'GET',
      path: '/requests/stream',
      summary: 'requests as they come, as server-sent events; Last-Event-ID says after which',
      query: { ...filters, since },
      answer: z.string(),
      type: eventsType,
      handle: (request) => openStream(request, readFilter(request.query)),
    }),
    defineRoute({
      id: 'showRequest',
      method: 'GET',
      path: '/requests/{name}',
      summary: 'one request',
      answer: requestSchema,
      handle: show,
    }),
    defineRoute({
      id: 'clearRequests',
      method: 'DELETE',
      path: '/requests',
      summary: 'forgets all requests',
      status: 204,
      handle: ({ sandbox }) => sandbox.journal.clear(),
    }),
    defineBodyRoute({
      id: 'verifyRequests',
      method: 'POST',
      path: '/requests/verify',
      summary: 'whether a request came so often, or several in an order; else 409 with what came instead',
      body: verifyRequestOf(matchSchemaOf(operationIds)),
      answer: verifiedSchema,
      handle: ({ sandbox, body }) => ({ requests: [...verify(sandbox, body)] }),
    }),
  ]
}
