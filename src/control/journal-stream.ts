import { uncached } from '../http/answer.ts'
import type { JournalEntry, JournalOwner } from '../journal/entry.ts'
import { abortWith } from '../lib/abort-with.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { abortAfter } from '../time/abort-after.ts'
import type { RequestFields } from './endpoints/request-query.ts'
import { requestEndpoints } from './endpoints/requests.ts'
import { toShown } from './journal-entry.ts'
import { Problem } from './problem.ts'
import { readSince, type RequestSource, sourceOf } from './request-source.ts'
import type { RequestBasics } from './route.ts'

/** The longest silence of a stream: proxies close connections that are silent for longer. */
const heartbeatMs = 15_000
const encoder = new TextEncoder()
const heartbeat = encoder.encode(': heartbeat\n\n')

/** The entries that a stream sends, and the fields of each. */
interface Form {
  readonly matches: (entry: JournalEntry) => boolean
  readonly fields: RequestFields
}

/**
 * Streams requests as server-sent events. It begins after the event that a returning client had last, or now.
 * The stream of one sandbox ends with it (also by a reset), and each with the fake.
 * @param from where to begin, as the query has it
 */
export function openStream(
  { sandbox, service, request }: RequestBasics,
  source: RequestSource,
  from: string | undefined,
  { matches, fields }: Form,
): Response {
  const { sandboxes, stopping } = service
  if (stopping.aborted) throw new Problem('unavailable', 'the fake is stopping')
  const { last: newest } = source.journal
  // A client that reconnects repeats its first query, and adds the last event that it got.
  const since = request.headers.get('Last-Event-ID') ?? from
  const { after, sinceMs } = readSince(source, since, newest)
  const form: Form = { matches: (entry) => entry.atMs >= sinceMs && matches(entry), fields }
  const over = new AbortController()
  abortWith(over, [stopping, request.signal])
  if (!source.isOfAll) void sandbox.lastUsed.during(once(over.signal))
  // The last event of another fake may have a number that this one never reaches.
  const start = Math.min(after, newest)
  const events =
    source.isOfAll || sandboxes.isCurrent(sandbox)
      ? eventsOf(source, start, form, over.signal)
      : eventsOnceCreated(sandboxes, sandbox.name, form, over.signal)
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(encoder.encode(`id: ${source.toId(start)}\nevent: open\ndata: {}\n\n`))
    },
    pull: async (controller) => {
      const { value, done } = await events.next()
      if (done !== true) return controller.enqueue(value)
      over.abort()
      controller.close()
    },
    // Otherwise the wait for the next request would go on until its heartbeat.
    cancel: () => over.abort(),
  })
  return new Response(body, {
    headers: { 'Content-Type': requestEndpoints.followRequests.contentTypes[0], ...uncached },
  })
}

const once = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

/** Waits for something, but not beyond the next heartbeat. @param wait ends early where its signal is aborted */
async function soon<T>(given: AbortSignal, wait: (over: AbortSignal) => Promise<T>): Promise<T> {
  const over = abortAfter(heartbeatMs, [given])
  try {
    return await wait(over.signal)
  } finally {
    over.abort()
  }
}

/** @yields the events of a sandbox, once it exists */
async function* eventsOnceCreated(
  sandboxes: Sandboxes,
  name: string,
  form: Form,
  given: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  while (!given.aborted) {
    const made: Sandbox | undefined = await soon(given, (over) => sandboxes.made(name, over))
    if (made === undefined) yield heartbeat
    else {
      void made.lastUsed.during(once(given))
      yield* eventsOf(sourceOf(made), 0, form, given)
      return
    }
  }
}

/** @yields the events of a source */
async function* eventsOf(
  { journal, numberOf, toId }: RequestSource,
  after: number,
  { matches, fields }: Form,
  given: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
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
    else if (!(await hasChanged(journal, given))) yield heartbeat
  }
}

/** An entry, and its events in each form that was asked for. */
interface Events {
  readonly entry: JournalEntry
  readonly forms: readonly { readonly id: string; readonly fields: RequestFields; readonly event: Uint8Array }[]
}

/** The newest entry of each sandbox, since all who follow it mostly need the same event. */
const newest = new WeakMap<JournalOwner, Events>()

function toEvent(entry: JournalEntry, id: string, fields: RequestFields): Uint8Array {
  const known = newest.get(entry.sandbox)
  const { forms } = known?.entry === entry ? known : { forms: [] }
  const made = forms.find((form) => form.id === id && form.fields === fields)
  if (made !== undefined) return made.event
  const event = encoder.encode(`id: ${id}\nevent: request\ndata: ${JSON.stringify(toShown(entry, fields))}\n\n`)
  newest.set(entry.sandbox, { entry, forms: [...forms, { id, fields, event }] })
  return event
}

/** Says that requests after a number are gone. */
const toGap = (after: number): Uint8Array => encoder.encode(`event: gap\ndata: {"after":${after}}\n\n`)

/** Waits for a change of the journal or the end. @returns false when the heartbeat is due first */
async function hasChanged(journal: RequestSource['journal'], given: AbortSignal): Promise<boolean> {
  const isChanged = await soon(given, async (over) => {
    let unlisten = (): void => {}
    const changed = new Promise<true>((resolve) => {
      unlisten = journal.listen(() => resolve(true))
    })
    const first = await Promise.race([changed, once(over)])
    unlisten()
    return first
  })
  return isChanged === true || given.aborted
}
