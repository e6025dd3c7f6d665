import type { JournalEntry } from '../journal/entry.ts'
import { grouped } from '../lib/grouped.ts'
import { rateHeaders } from '../spec/headers.ts'
import { formatInstant } from '../time/instant.ts'
import { isRateLimited, isTransientFailure, isSuccess, retryAllowedMs } from './answers.ts'
import { answerOf, RequestGroups, named, seconds, times } from './occurrences.ts'
import { minApartMs, sharesConnection, sharesClient, NewestRequests } from './reading.ts'
import { defineVerdict, type Evidence } from './verdict.ts'

/** A tolerance: clocks and timers of clients are not exact. */
const graceMs = 20

/** A client goes by the clock of the sandbox or the wall clock. On the other one, an instant may be long past. */
const isBeforeTold = (entry: JournalEntry, told: JournalEntry, clock: 'atMs' | 'wallMs'): boolean =>
  entry[clock] < (retryAllowedMs(told, told[clock]) ?? 0) - graceMs

export const retriedTooEarly = defineVerdict({
  id: 'retried-too-early',
  severity: 'error',
  title: 'A request was sent before the time given by Retry-After or the quota reset.',
  advice: `Wait until Retry-After or ${rateHeaders.reset} has passed before the next request with the key.`,
  find: ({ entries, requestTextOf, credentialOf, pauseMs, isReaction }) => {
    const groups = new RequestGroups()
    const refused = new NewestRequests()
    for (const entry of entries) {
      const [request, credential] = [requestTextOf(entry), credentialOf(entry)]
      // Another client with the key learns of the quota by its own refusal.
      const isTooEarly = (told: JournalEntry): boolean =>
        sharesConnection(entry, told) &&
        isReaction(entry, told) &&
        pauseMs(told, entry) >= 0 &&
        isBeforeTold(entry, told, 'atMs') &&
        isBeforeTold(entry, told, 'wallMs')
      const told =
        refused.find(request, isTooEarly) ?? (isRateLimited(entry) ? refused.find(credential, isTooEarly) : undefined)
      if (told !== undefined) groups.join(told, entry)
      refused.set(request, entry)
      // A rule refuses some requests; an exhausted quota refuses all requests of the key.
      if (isRateLimited(entry) && entry.fired.length === 0) refused.set(credential, entry)
    }
    return groups.occurrences((first, later) => {
      // Two clients that open a connection for each request may take turns.
      if (later.length === 1 && first.connection?.number !== later[0].connection?.number) return undefined
      const untilMs = retryAllowedMs(first) ?? 0
      const until = formatInstant(untilMs, 'milliseconds')
      const early = seconds(untilMs - later[0].atMs)
      const came = later.length === 1 ? 'one request' : `${later.length} requests`
      return `${named(first)} got ${answerOf(first)} and had to wait until ${until}; ${came} came too early, the first by ${early}.`
    })
  },
})

const isLonger = (ms: number, other: number): boolean => ms > other * 1.1 && ms > other + 25

/** The pauses that a verdict needs: more if they differ, since jitter may shrink them by chance. */
const minPauses = 3
const minUnequalPauses = 5

/** The largest ratio of measured pauses that were meant to be equal: a busy machine wakes a client late. */
const maxSpread = 4

/** True if pauses by a frozen clock, which are exact, never grow. */
function neverGrow(pauses: readonly number[]): boolean {
  const grows = pauses.some((ms, i) => isLonger(ms, Math.min(...pauses.slice(0, i))))
  return !grows && (pauses.length >= minUnequalPauses || !isLonger(Math.max(...pauses), Math.min(...pauses)))
}

/** True if wall-clock pauses grow while the sandbox clock is frozen. Short pauses are noise of a busy machine. */
const growBySleep = (pauses: readonly number[]): boolean =>
  pauses.filter((ms) => ms >= 250).length * 2 > pauses.length && !neverGrow(pauses)

/** The same by the wall clock, on which requests take time and a busy machine delays some. */
function neverGrowOnWall(pauses: readonly number[]): boolean {
  const counted = pauses.map((ms) => Math.max(ms, minApartMs))
  const [first = 0, second = 0] = counted
  const [last = 0, beforeLast = 0] = counted.toReversed()
  if (counted.length < minUnequalPauses) {
    return !isLonger(last, first) && Math.max(...counted) < Math.min(...counted) * maxSpread
  }
  const none = counted.filter((ms) => ms === minApartMs).length
  if (none * 2 > counted.length && Math.min(last, beforeLast) === minApartMs) return true
  const isSteady = counted.every((ms, i) => i === 0 || isLonger(ms, counted[i - 1] ?? 0))
  return !isSteady && last + beforeLast < 2 * (first + second)
}

/** The pauses of a run that the client chose itself. @param same all equal requests */
function ownPauses(run: readonly JournalEntry[], same: readonly JournalEntry[], pauseMs: Evidence['pauseMs']) {
  return run.slice(1).flatMap((entry, i) => {
    const before = run[i]
    if (before === undefined || retryAllowedMs(before) !== undefined) return []
    // These pauses include the timeout of the client, or the delay of the answer.
    if (before.fault === 'hang' || before.isDelayed || entry.isDelayed) return []
    // Some requests in between came on other connections of the client.
    const others = same.slice(same.indexOf(before) + 1, same.indexOf(entry))
    return [pauseMs(before, entry) / (1 + others.filter((other) => sharesClient(other, before)).length)]
  })
}

/** Groups repetitions of a request after transient failures, while nothing else succeeded with its key. */
function retryRuns({ entries, requestTextOf, credentialOf, pauseMs, isReaction }: Evidence): RequestGroups {
  const groups = new RequestGroups()
  const failed = new NewestRequests()
  const answeredOf = new Map<string, number>()
  for (const entry of entries) {
    const [request, credential] = [requestTextOf(entry), credentialOf(entry)]
    const key = `${answeredOf.get(credential) ?? 0} ${request}`
    const before = failed.find(key, (other) => isReaction(entry, other) && pauseMs(other, entry) >= 0)
    if (before !== undefined) groups.join(before, entry)
    if (isTransientFailure(entry)) failed.set(key, entry)
    else answeredOf.set(credential, (answeredOf.get(credential) ?? 0) + 1)
  }
  return groups
}

export const retriedWithoutBackoff = defineVerdict({
  id: 'retried-without-backoff',
  severity: 'warning',
  title: 'A request was retried three or more times after transient failures, with pauses that did not grow.',
  advice: 'Double the pause before each retry, with some jitter, up to a limit.',
  find: (evidence) => {
    const { entries, isReal, requestTextOf, pauseMs, wallPauseMs } = evidence
    const byRequest = grouped(entries, requestTextOf)
    return retryRuns(evidence).occurrences((first, later) => {
      const same = byRequest.get(requestTextOf(first)) ?? []
      const pauses = ownPauses([first, ...later], same, pauseMs)
      if (pauses.length < minPauses || !(isReal ? neverGrowOnWall : neverGrow)(pauses)) return undefined
      if (!isReal && growBySleep(ownPauses([first, ...later], same, wallPauseMs))) return undefined
      const list = pauses.map((ms) => (isReal && ms < minApartMs ? 'none' : seconds(ms))).join(', ')
      return `${named(first)} got ${answerOf(first)} and was repeated ${times(later.length)}, with pauses of ${list}.`
    })
  },
})

export const repeatedCommittedCreate = defineVerdict({
  id: 'repeated-committed-create',
  severity: 'error',
  title: 'A create was repeated without checking whether the first had succeeded.',
  advice:
    'After a create without a clear answer, list or get the records first. Repeat it only if the record is missing.',
  find: (evidence) => repeatedCreates(evidence, evidence.isReaction),
})

export const sameCreateElsewhere = defineVerdict({
  id: 'same-create-elsewhere',
  severity: 'note',
  title: 'A create was repeated after the first had succeeded, perhaps by another client.',
  advice: 'If one client sent both, it has to check for the record first. Two workers should create different records.',
  find: (evidence) =>
    repeatedCreates(
      evidence,
      (later, earlier) => evidence.isApart(later, earlier) && !evidence.isReaction(later, earlier),
    ),
})

/** @param follows true if a create belongs to an equal earlier one */
function repeatedCreates({ entries, operations, requestTextOf }: Evidence, follows: Evidence['isReaction']) {
  const groups = new RequestGroups()
  for (const ofArea of grouped(entries, ({ operation }) => operations.get(operation)?.area).values()) {
    // Creates that succeeded although their answers failed, by request.
    let undecided = new NewestRequests()
    for (const entry of ofArea) {
      const operation = operations.get(entry.operation)
      // A failed read shows nothing.
      if (operation?.method === 'GET' && isSuccess(entry)) undecided = new NewestRequests()
      if (operation?.storesRecord !== true) continue
      const request = requestTextOf(entry)
      const before = undecided.find(request, (other) => follows(entry, other))
      if (before !== undefined) groups.join(before, entry)
      if (isSuccess(entry)) undecided.delete(request)
      else if (entry.served) undecided.set(request, entry)
    }
  }
  return groups.occurrences((first, later) => {
    const made = 1 + later.filter(({ served }) => served).length
    const records = made === 1 ? '' : `, so there are ${made} records`
    return `${named(first)} succeeded but got ${answerOf(first)}; it was repeated ${times(later.length)}${records}.`
  })
}
