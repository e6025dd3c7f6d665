import type { JournalEntry } from '../journal/entry.ts'
import { abortWith } from '../lib/abort-with.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { abortAfter } from '../time/abort-after.ts'
import { entryId, readSince, toEvent } from './journal-entry.ts'
import { Problem } from './problem.ts'
import type { ControlRequest } from './route.ts'

/** How long a stream is silent at the most: proxies close what says nothing for longer. */
const heartbeatMs = 15_000

/** Content type of a stream of events. */
export const eventsType = 'text/event-stream'

const encoder = new TextEncoder()

/**
 * Opens a stream of the requests of a sandbox, as server-sent events: those after the one that the client had last, or those that are
 * still to come. It ends with the sandbox (a reset included), and with the fake; a client that comes again goes on where it was.
 */
export function openStream(request: ControlRequest<undefined>, isAskedFor: (entry: JournalEntry) => boolean): Response {
  const { sandbox, service, signal, query, header } = request
  if (service.stopping.aborted) throw new Problem('unavailable', 'the fake is stopping')
  const { last: newest } = sandbox.journal
  // A client that comes again asks as it did at first, and says besides what it had last.
  const since = header('Last-Event-ID') ?? query['since']
  const { after, sinceMs } =
    since === undefined ? { after: newest, sinceMs: Number.NEGATIVE_INFINITY } : readSince(sandbox, since)
  const isWanted = (entry: JournalEntry): boolean => entry.atMs >= sinceMs && isAskedFor(entry)
  const over = new AbortController()
  abortWith(over, [service.stopping, signal])
  void sandbox.lastUsed.during(once(over.signal))
  // What a client had last of another fake may never come here.
  const from = Math.min(after, newest)
  const events = service.sandboxes.isCurrent(sandbox)
    ? eventsOf(sandbox, from, isWanted, over.signal)
    : eventsOnceMade(service.sandboxes, sandbox.name, isWanted, over.signal)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(`id: ${entryId(sandbox, { number: from })}\nevent: open\ndata: {}\n\n`))
    },
    pull: async (controller) => {
      const { value, done } = await events.next()
      if (done !== true) {
        controller.enqueue(typeof value === 'string' ? encoder.encode(value) : value)
        return
      }
      over.abort()
      controller.close()
    },
    // What waits for the next request would hold the end up until its heartbeat.
    cancel: () => over.abort(),
  })
  const headers = {
    'Content-Type': eventsType,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
  return new Response(body, { headers })
}

const once = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

/**
 * Waits for a sandbox to be made, and follows it.
 * @yields events, as text or as bytes
 */
async function* eventsOnceMade(
  sandboxes: Sandboxes,
  name: string,
  isAskedFor: (entry: JournalEntry) => boolean,
  given: AbortSignal,
): AsyncGenerator<string | Uint8Array, void> {
  while (!given.aborted) {
    const made = await madeSoon(sandboxes, name, given)
    if (made === undefined) yield ': heartbeat\n\n'
    else {
      void made.lastUsed.during(once(given))
      yield* eventsOf(made, 0, isAskedFor, given)
      return
    }
  }
}

/** Waits for a sandbox to be made, until the next heartbeat is due. */
async function madeSoon(sandboxes: Sandboxes, name: string, given: AbortSignal): Promise<Sandbox | undefined> {
  const over = abortAfter(heartbeatMs, [given])
  try {
    return await sandboxes.made(name, over.signal)
  } finally {
    over.abort()
  }
}

/**
 * Follows a sandbox.
 * @yields events, as text or as bytes
 */
async function* eventsOf(
  sandbox: Sandbox,
  after: number,
  isAskedFor: (entry: JournalEntry) => boolean,
  given: AbortSignal,
): AsyncGenerator<string | Uint8Array, void> {
  const { journal } = sandbox
  let last = after
  for (;;) {
    if (journal.first > last + 1 && last < journal.last) yield `event: gap\ndata: {"after":${last}}\n\n`
    last = Math.max(last, journal.first - 1)
    // One at a time, since the client may take long for each: what the journal forgets meanwhile is not kept here.
    const entry = journal.next(last)
    if (entry !== undefined) {
      last = entry.number
      if (isAskedFor(entry)) yield toEvent(sandbox, entry)
    } else if (given.aborted || journal.isClosed) return
    else if (!(await hasMore(sandbox, last, given))) yield ': heartbeat\n\n'
  }
}

/** Waits for an entry after another, or for the end. @returns whether there is one; not where nothing came for too long */
async function hasMore({ journal }: Sandbox, last: number, given: AbortSignal): Promise<boolean> {
  const over = abortAfter(heartbeatMs, [given])
  const unlisten = journal.listen(() => over.abort())
  await once(over.signal)
  unlisten()
  return journal.last > last || journal.isClosed || given.aborted
}
