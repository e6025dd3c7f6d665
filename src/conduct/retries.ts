import type { JournalEntry } from '../journal/entry.ts'
import { rateHeaders } from '../spec/headers.ts'
import { formatInstant } from '../time/instant.ts'
import { isLimited, isPassing, isSuccess, toldUntilMs } from './answers.ts'
import { answerOf, Groups, named, seconds, times } from './occurrences.ts'
import { pauseMs } from './same-request.ts'
import { defineVerdict, type Evidence } from './verdict.ts'

/** Clocks and timers of clients are not exact: so much earlier is not too early. */
const graceMs = 20

const isTooEarly = (entry: JournalEntry, told: JournalEntry): boolean =>
  pauseMs(told, entry) >= 0 && entry.atMs < (toldUntilMs(told) ?? 0) - graceMs

export const retriedTooEarly = defineVerdict({
  id: 'retried-too-early',
  severity: 'error',
  title: 'A request was sent before the time given by Retry-After or the quota reset.',
  advice: `Wait until Retry-After or ${rateHeaders.reset} has passed before the next request with the key.`,
  find: ({ entries, requestTextOf, credentialOf, comesAfter }) => {
    const groups = new Groups()
    const lastOfRequest = new Map<string, JournalEntry>()
    const lastAboveQuota = new Map<string, JournalEntry>()
    for (const entry of entries) {
      const [request, credential] = [requestTextOf(entry), credentialOf(entry)]
      const again = lastOfRequest.get(request)
      const other = isLimited(entry) ? lastAboveQuota.get(credential) : undefined
      if (again !== undefined && comesAfter(entry, again) && isTooEarly(entry, again)) groups.join(again, entry)
      else if (other !== undefined && comesAfter(entry, other) && isTooEarly(entry, other)) groups.join(other, entry)
      lastOfRequest.set(request, entry)
      // A rule refuses some requests, a quota that is used up all of the key.
      if (isLimited(entry) && entry.fired.length === 0) lastAboveQuota.set(credential, entry)
    }
    return groups.occurrences((first, later) => {
      const untilMs = toldUntilMs(first) ?? 0
      const until = formatInstant(untilMs, 'milliseconds')
      const early = seconds(untilMs - (later[0]?.atMs ?? untilMs))
      const came = later.length === 1 ? 'one request' : `${later.length} requests`
      return `${named(first)} got ${answerOf(first)} and was to wait until ${until}; ${came} came before, the first by ${early}.`
    })
  },
})

/** Shorter pauses than this are none: a request takes as long by itself. */
const noPauseMs = 5

/** Pauses that differ by less than this factor do not grow. */
const growth = 1.1

/** The fewest equal pauses that show how a client retries. */
const fewestPauses = 3

/** The fewest pauses that show it where some shrink: those with jitter may do so by chance. */
const fewestShrinking = 5

/** True if no pause is longer than one before it, and they are enough to show it. */
function neverGrow(pauses: readonly number[]): boolean {
  let [least, most] = [Infinity, 0]
  for (const ms of pauses) {
    if (ms > least * growth) return false
    least = Math.min(least, ms)
    most = Math.max(most, ms)
  }
  return pauses.length >= (most > least * growth ? fewestShrinking : fewestPauses)
}

/** The pauses before the retries of a run that the client chose by itself. */
function ownPauses(run: readonly JournalEntry[]): readonly number[] {
  return run.slice(1).flatMap((entry, i) => {
    const before = run[i]
    if (before === undefined || toldUntilMs(before) !== undefined) return []
    // These pauses have the time limit of the client in them, or the time of the answer.
    if (before.fault === 'hang' || before.isDelayed || entry.isDelayed) return []
    const ms = pauseMs(before, entry)
    return [ms < noPauseMs ? 0 : ms]
  })
}

/** The same request again and again, each after a failure that passes, while nothing else succeeded with its key. */
function retryRuns({ entries, requestTextOf, credentialOf, comesAfter }: Evidence): Groups {
  const groups = new Groups()
  const failed = new Map<string, { readonly entry: JournalEntry; readonly answered: number }>()
  const answeredOf = new Map<string, number>()
  for (const entry of entries) {
    const [request, credential] = [requestTextOf(entry), credentialOf(entry)]
    const answered = answeredOf.get(credential) ?? 0
    const before = failed.get(request)
    const isRetry = before?.answered === answered && comesAfter(entry, before.entry)
    if (isRetry && pauseMs(before.entry, entry) >= 0) groups.join(before.entry, entry)
    failed.delete(request)
    if (isPassing(entry)) failed.set(request, { entry, answered })
    else answeredOf.set(credential, answered + 1)
  }
  return groups
}

export const retriedWithoutBackoff = defineVerdict({
  id: 'retried-without-backoff',
  severity: 'warning',
  title: 'A request came four times or more after failures that pass, with pauses that did not grow.',
  advice: 'Double the pause before each retry, with some jitter, up to a limit.',
  find: (evidence) =>
    retryRuns(evidence).occurrences((first, later) => {
      const pauses = ownPauses([first, ...later])
      if (!neverGrow(pauses)) return undefined
      const list = pauses.map(seconds).join(', ')
      return `${named(first)} got ${answerOf(first)} and came ${times(later.length)} more, with pauses of ${list}.`
    }),
})

export const repeatedCommittedCreate = defineVerdict({
  id: 'repeated-committed-create',
  severity: 'error',
  title: 'A create that had been done, though its answer failed, came again without a look.',
  advice:
    'After a create without a clear answer, list or get the records first, and repeat it only if it was not done.',
  find: (evidence) => {
    const { entries, operations } = evidence
    const groups = new Groups()
    // The creates that were done, though the client does not know it, by request.
    const byArea = new Map<string, Map<string, JournalEntry>>()
    for (const entry of entries) {
      const { area, method, storesRecord } = operations.get(entry.operation ?? '') ?? {}
      if (area === undefined) continue
      const undecided = byArea.get(area) ?? new Map<string, JournalEntry>()
      byArea.set(area, undecided)
      // A look that failed shows nothing.
      if (method === 'GET' && isSuccess(entry)) undecided.clear()
      else if (storesRecord === true) takeCreate(evidence, entry, undecided, groups)
    }
    return groups.occurrences((first, later) => {
      const made = 1 + later.filter(({ served }) => served).length
      const records = made === 1 ? '' : `, so there are ${made} records`
      return `${named(first)} was done but got ${answerOf(first)}; it came ${times(later.length)} more${records}.`
    })
  },
})

function takeCreate(
  { requestTextOf, comesAfter }: Evidence,
  entry: JournalEntry,
  undecided: Map<string, JournalEntry>,
  groups: Groups,
): void {
  const request = requestTextOf(entry)
  const before = undecided.get(request)
  if (before !== undefined && comesAfter(entry, before)) groups.join(before, entry)
  if (isSuccess(entry)) undecided.delete(request)
  else if (entry.served) undecided.set(request, entry)
}
