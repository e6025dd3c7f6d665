import { uncached } from '../http/answer.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { abortWith } from '../lib/abort-with.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { abortAfter } from '../time/abort-after.ts'
import type { RequestFields } from './endpoints/request-query.ts'
import { requestEndpoints } from './endpoints/requests.ts'
import { toEvent } from './journal-entry.ts'
import { Problem } from './problem.ts'
import { readSince, type RequestSource, sourceOf } from './request-source.ts'
import type { RequestBasics } from './route.ts'

/** The longest silence of a stream: proxies close connections that are silent for longer. */
const heartbeatMs = 15_000

const encoder = new TextEncoder()

/** The requests that a stream sends, and their form. */
interface Selection {
  readonly source: RequestSource
  /** As the query has it. */
  readonly since: string | undefined
  readonly matches: (entry: JournalEntry) => boolean
  readonly fields: RequestFields
}

/**
 * Streams requests as server-sent events. It begins after the event that a returning client had last, or now.
 * The stream of one sandbox ends with it (also by a reset), and each with the fake.
 */
export function openStream(
  { sandbox, service, signal, header }: RequestBasics,
  { source, since: from, matches, fields }: Selection,
): Response {
  if (service.stopping.aborted) throw new Problem('unavailable', 'the fake is stopping')
  const { last: newest } = source.journal
  // A client that reconnects repeats its first query, and adds the last event that it got.
  const since = header('Last-Event-ID') ?? from
  const { after, sinceMs } =
    since === undefined ? { after: newest, sinceMs: Number.NEGATIVE_INFINITY } : readSince(source, since)
  const isWanted = (entry: JournalEntry): boolean => entry.atMs >= sinceMs && matches(entry)
  const over = new AbortController()
  abortWith(over, [service.stopping, signal])
  if (!source.isOfAll) void sandbox.lastUsed.during(once(over.signal))
  // The last event of another fake may have a number that this one never reaches.
  const start = Math.min(after, newest)
  const form: Form = { matches: isWanted, fields }
  const events =
    source.isOfAll || service.sandboxes.isCurrent(sandbox)
      ? eventsOf(source, start, form, over.signal)
      : eventsOnceCreated(service.sandboxes, sandbox.name, form, over.signal)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(`id: ${source.toId(start)}\nevent: open\ndata: {}\n\n`))
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
    'Content-Type': requestEndpoints.followRequests.contentTypes[0],
    ...uncached,
  }
  return new Response(body, { headers })
}

const once = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

/** The entries that a stream sends, and the fields of each. */
type Form = Pick<Selection, 'matches' | 'fields'>

/**
 * Waits until a sandbox exists, and follows it.
 * @yields events, as text or as bytes
 */
async function* eventsOnceCreated(
  sandboxes: Sandboxes,
  name: string,
  form: Form,
  given: AbortSignal,
): AsyncGenerator<string | Uint8Array, void> {
  while (!given.aborted) {
    const made = await createdSoon(sandboxes, name, given)
    if (made === undefined) yield ': heartbeat\n\n'
    else {
      void made.lastUsed.during(once(given))
      yield* eventsOf(sourceOf(made), 0, form, given)
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
 * Follows the requests of a source.
 * @yields events, as text or as bytes
 */
async function* eventsOf(
  source: RequestSource,
  after: number,
  { matches, fields }: Form,
  given: AbortSignal,
): AsyncGenerator<string | Uint8Array, void> {
  const { journal, numberOf, toId } = source
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
      if (matches(entry)) yield toEvent(entry, toId(last), fields)
    } else if (given.aborted || journal.isClosed) return
    else if (!(await hasChanged(source, given))) yield ': heartbeat\n\n'
  }
}

/** Says that requests after a number are gone. */
const toGap = (after: number): string => `event: gap\ndata: {"after":${after}}\n\n`

/** Waits for a change of the journal or the end. @returns false when the heartbeat is due first */
async function hasChanged({ journal }: RequestSource, given: AbortSignal): Promise<boolean> {
  const called = new AbortController()
  const over = abortAfter(heartbeatMs, [given, called.signal])
  const unlisten = journal.listen(() => called.abort())
  await once(over.signal)
  unlisten()
  return called.signal.aborted || given.aborted
}
