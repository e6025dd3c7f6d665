import { uncached } from '../http/answer.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { abortWith } from '../lib/abort-with.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { abortAfter } from '../time/abort-after.ts'
import { requestEndpoints } from './endpoints/requests.ts'
import { entryId, readSince, toEvent } from './journal-entry.ts'
import { Problem } from './problem.ts'
import type { RequestBasics } from './route.ts'

/** The longest silence of a stream: proxies close connections that are silent for longer. */
const heartbeatMs = 15_000

const encoder = new TextEncoder()

/**
 * Streams the requests of a sandbox as server-sent events. It begins after the event that a returning client had last, or now.
 * The stream ends with the sandbox (also by a reset) and with the fake.
 */
export function openStream(
  { sandbox, service, signal, header }: RequestBasics,
  from: string | undefined,
  matches: (entry: JournalEntry) => boolean,
): Response {
  if (service.stopping.aborted) throw new Problem('unavailable', 'the fake is stopping')
  const { last: newest } = sandbox.journal
  // A client that reconnects repeats its first query, and adds the last event that it got.
  const since = header('Last-Event-ID') ?? from
  const { after, sinceMs } =
    since === undefined ? { after: newest, sinceMs: Number.NEGATIVE_INFINITY } : readSince(sandbox, since)
  const isWanted = (entry: JournalEntry): boolean => entry.atMs >= sinceMs && matches(entry)
  const over = new AbortController()
  abortWith(over, [service.stopping, signal])
  void sandbox.lastUsed.during(once(over.signal))
  // The last event of another fake may have a number that this one never reaches.
  const start = Math.min(after, newest)
  const events = service.sandboxes.isCurrent(sandbox)
    ? eventsOf(sandbox, start, isWanted, over.signal)
    : eventsOnceCreated(service.sandboxes, sandbox.name, isWanted, over.signal)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(`id: ${entryId(sandbox, { number: start })}\nevent: open\ndata: {}\n\n`))
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
    // Otherwise the wait for the next request would go on until its heartbeat.
    cancel: () => over.abort(),
  })
  const headers = {
    'Content-Type': requestEndpoints.followRequests.contentType,
    ...uncached,
  }
  return new Response(body, { headers })
}

const once = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

/**
 * Waits until a sandbox exists, and follows it.
 * @yields events, as text or as bytes
 */
async function* eventsOnceCreated(
  sandboxes: Sandboxes,
  name: string,
  matches: (entry: JournalEntry) => boolean,
  given: AbortSignal,
): AsyncGenerator<string | Uint8Array, void> {
  while (!given.aborted) {
    const made = await createdSoon(sandboxes, name, given)
    if (made === undefined) yield ': heartbeat\n\n'
    else {
      void made.lastUsed.during(once(given))
      yield* eventsOf(made, 0, matches, given)
      return
    }
  }
}

/** Waits until a sandbox exists, but not beyond the next heartbeat. */
async function createdSoon(sandboxes: Sandboxes, name: string, given: AbortSignal): Promise<Sandbox | undefined> {
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
  matches: (entry: JournalEntry) => boolean,
  given: AbortSignal,
): AsyncGenerator<string | Uint8Array, void> {
  const { journal } = sandbox
  let last = after
  for (;;) {
    if (journal.first > last + 1 && last < journal.last) yield `event: gap\ndata: {"after":${last}}\n\n`
    last = Math.max(last, journal.first - 1)
    // One at a time: a slow client must not keep entries alive that the journal has dropped.
    const entry = journal.next(last)
    if (entry !== undefined) {
      last = entry.number
      if (matches(entry)) yield toEvent(sandbox, entry)
    } else if (given.aborted || journal.isClosed) return
    else if (!(await hasMore(sandbox, last, given))) yield ': heartbeat\n\n'
  }
}

/** Waits for a later entry or the end. @returns false when the heartbeat is due first */
async function hasMore({ journal }: Sandbox, last: number, given: AbortSignal): Promise<boolean> {
  const over = abortAfter(heartbeatMs, [given])
  const unlisten = journal.listen(() => over.abort())
  await once(over.signal)
  unlisten()
  return journal.last > last || journal.isClosed || given.aborted
}
