import { uncached } from '../http/answer.ts'
import type { JournalEntry } from '../journal/entry.ts'
import type { Journals } from '../journal/journals.ts'
import { abortWith } from '../lib/abort-with.ts'
import { abortAfter } from '../time/abort-after.ts'
import { endOfTurn } from '../time/turns.ts'
import { requestEndpoints, type RequestSummary } from './endpoints/requests.ts'
import { readSince, type RequestSource, sourceOf } from './journal-entry.ts'
import { requireRunning } from './problem.ts'
import type { RequestBasics } from './route.ts'

/** The interval of heartbeats: proxies close idle connections. */
const heartbeatMs = 15_000
const heartbeat = ': heartbeat\n\n'

/** The entries that a stream sends, and the form of each. */
interface Form {
  readonly matches: (entry: JournalEntry) => boolean
  readonly show: (entry: JournalEntry) => RequestSummary
}

/**
 * Streams requests as server-sent events, from the last event of a client or from now.
 * The stream of a sandbox ends with it (also by a reset), and any stream with the fake.
 * @param from where to begin, as the query has it
 */
export function openStream(
  request: RequestBasics,
  source: RequestSource,
  from: string | undefined,
  { matches, show }: Form,
): Response {
  const { stopping } = request.service
  requireRunning(stopping)
  const { last: newest } = source.journal
  // A client that reconnects repeats its query, and adds its last event.
  const since = request.request.headers.get('Last-Event-ID') ?? from
  const { after, sinceMs } = readSince(source, since, newest)
  const form: Form = { matches: (entry) => entry.atMs >= sinceMs && matches(entry), show }
  const over = abortWith([stopping, request.request.signal])
  // The last event may be of another fake, with a number that does not exist here.
  const start = Math.min(after, newest)
  const events = eventsOf(request, source, start, form, over.signal)
  const body = new ReadableStream<Uint8Array>({
    // In a separate turn: after a first chunk, @hono/node-server waits for another by the global setTimeout, which a test may hold.
    start: async (controller) => {
      await endOfTurn()
      controller.enqueue(Buffer.from(`id: ${source.toId(start)}\nevent: open\ndata: {}\n\n`))
    },
    pull: async (controller) => {
      const { value, done } = await events.next()
      if (done !== true) return controller.enqueue(Buffer.from(value))
      over.abort()
      controller.close()
    },
    // Otherwise the wait for the next request goes on until its heartbeat.
    cancel: () => over.abort(),
  })
  return new Response(body, {
    headers: { 'Content-Type': requestEndpoints.followRequests.contentTypes[0], ...uncached },
  })
}

/** @yields the events of a source; waits for a sandbox that does not exist yet */
async function* eventsOf(
  { sandbox, service: { sandboxes } }: RequestBasics,
  source: RequestSource,
  after: number,
  form: Form,
  given: AbortSignal,
): AsyncGenerator<string, void> {
  const { name } = sandbox
  const all = sandboxes.limits.journals
  const isThere = source.isOfAll || sandboxes.isCurrent(sandbox) || sandbox.journal.isClosed
  if (isThere) return yield* eventsIn(source, after, form, all, given)
  while (!sandboxes.has(name) && !given.aborted) if (!(await hasChanged(all, given))) yield heartbeat
  yield* eventsIn(sourceOf(sandboxes.getOrCreate(name)), after, form, all, given)
}

async function* eventsIn(
  { journal, numberOf, toId }: RequestSource,
  after: number,
  { matches, show }: Form,
  all: Journals,
  given: AbortSignal,
): AsyncGenerator<string, void> {
  let last = after
  let { removals } = journal
  for (;;) {
    if (removals !== journal.removals && !given.aborted) {
      removals = journal.removals
      yield toGap(0)
    }
    // One at a time: a slow client must not keep entries alive that the journal has dropped.
    const entry = journal.next(last)
    const gone = entry === undefined ? journal.last : numberOf(entry) - 1
    if (gone > last) {
      yield toGap(last)
      last = gone
    } else if (entry !== undefined) {
      last = numberOf(entry)
      if (matches(entry)) yield `id: ${toId(last)}\nevent: request\ndata: ${JSON.stringify(show(entry))}\n\n`
    } else if (given.aborted || journal.isClosed) return
    else if (!(await hasChanged(all, given))) yield heartbeat
  }
}

/** The event that requests after a number are gone. */
const toGap = (after: number): string => `event: gap\ndata: {"after":${after}}\n\n`

/** Waits for a request, a removal or the end. @returns false when the heartbeat is due first */
async function hasChanged(all: Journals, given: AbortSignal): Promise<boolean> {
  const over = abortAfter(heartbeatMs, [given])
  const isChanged = await all.changed(over.signal)
  over.abort()
  return isChanged || given.aborted
}
