import type { JournalEntry } from '../journal/entry.ts'
import { grouped } from '../lib/grouped.ts'
import { rateHeaders } from '../spec/headers.ts'
import { formatInstant } from '../time/instant.ts'
import { isLimited, isPassing, isSuccess, toldUntilMs } from './answers.ts'
import { answerOf, Groups, named, seconds, times } from './occurrences.ts'
import { apartMs, isInTurn, isTied, Newest } from './reading.ts'
import { defineVerdict, type Evidence } from './verdict.ts'

/** Clocks and timers of clients are not exact: so much earlier is not too early. */
const graceMs = 20

/** A client goes by one of two clocks: by the other one, an instant may be long past, or far from now. */
const isBeforeTold = (entry: JournalEntry, told: JournalEntry, clock: 'atMs' | 'wallMs'): boolean =>
  entry[clock] < (toldUntilMs(told, told[clock]) ?? 0) - graceMs

export const retriedTooEarly = defineVerdict({
  id: 'retried-too-early',
  severity: 'error',
  title: 'A request was sent before the time given by Retry-After or the quota reset.',
  advice: `Wait until Retry-After or ${rateHeaders.reset} has passed before the next request with the key.`,
  find: ({ entries, requestTextOf, credentialOf, pauseMs, reacts }) => {
    const groups = new Groups()
    const refused = new Newest()
    for (const entry of entries) {
      const [request, credential] = [requestTextOf(entry), credentialOf(entry)]
      // Another client that has the key learns of the quota by a refusal of its own.
      const isTooEarly = (told: JournalEntry): boolean =>
        isInTurn(entry, told) &&
        reacts(entry, told) &&
        pauseMs(told, entry) >= 0 &&
        isBeforeTold(entry, told, 'atMs') &&
        isBeforeTold(entry, told, 'wallMs')
      const told =
        refused.find(request, isTooEarly) ?? (isLimited(entry) ? refused.find(credential, isTooEarly) : undefined)
      if (told !== undefined) groups.join(told, entry)
      refused.set(request, entry)
      // A rule refuses some requests, a quota that is used up all of the key.
      if (isLimited(entry) && entry.fired.length === 0) refused.set(credential, entry)
    }
    return groups.occurrences((first, later) => {
      // Two clients that open a connection for each request may take turns.
      if (later.length === 1 && first.connection?.number !== later[0].connection?.number) return undefined
      const untilMs = toldUntilMs(first) ?? 0
      const until = formatInstant(untilMs, 'milliseconds')
      const early = seconds(untilMs - later[0].atMs)
      const came = later.length === 1 ? 'one request' : `${later.length} requests`
      return `${named(first)} got ${answerOf(first)} and was to wait until ${until}; ${came} came before, the first by ${early}.`
    })
  },
})

const isLonger = (ms: number, other: number): boolean => ms > other * 1.1 && ms > other + 25

/** The fewest pauses that show how a client retries, and those that show it where they differ: jitter may do so by chance. */
const fewestPauses = 3
const fewestUnequal = 5

/** Equal pauses come out so many times as long at most: a busy machine wakes a client late. */
const mostSpread = 4

/** True if pauses by a clock that stands still while nothing moves it never grow: they are exact. */
function neverGrow(pauses: readonly number[]): boolean {
  const grows = pauses.some((ms, i) => isLonger(ms, Math.min(...pauses.slice(0, i))))
  return !grows && (pauses.length >= fewestUnequal || !isLonger(Math.max(...pauses), Math.min(...pauses)))
}

/** True if pauses of the wall clock grow, beside a clock that stands still: shorter ones are those of a busy machine. */
const growBySleep = (pauses: readonly number[]): boolean =>
  pauses.filter((ms) => ms >= 250).length * 2 > pauses.length && !neverGrow(pauses)

/** The same by the wall clock, where a request takes time by itself, and a busy machine makes some late. */
function neverGrowOnWall(pauses: readonly number[]): boolean {
  const counted = pauses.map((ms) => Math.max(ms, apartMs))
  const [first = 0, second = 0] = counted
  const [last = 0, beforeLast = 0] = counted.toReversed()
  if (counted.length < fewestUnequal) {
    return !isLonger(last, first) && Math.max(...counted) < Math.min(...counted) * mostSpread
  }
  const none = counted.filter((ms) => ms === apartMs).length
  if (none * 2 > counted.length && Math.min(last, beforeLast) === apartMs) return true
  const isSteady = counted.every((ms, i) => i === 0 || isLonger(ms, counted[i - 1] ?? 0))
  return !isSteady && last + beforeLast < 2 * (first + second)
}

/** The pauses of a run that the client chose by itself. @param same all requests that ask for the same */
function ownPauses(run: readonly JournalEntry[], same: readonly JournalEntry[], pauseMs: Evidence['pauseMs']) {
  return run.slice(1).flatMap((entry, i) => {
    const before = run[i]
    if (before === undefined || toldUntilMs(before) !== undefined) return []
    // These pauses have the time limit of the client in them, or the time of the answer.
    if (before.fault === 'hang' || before.isDelayed || entry.isDelayed) return []
    // Some requests in between came on other connections of the client.
    const others = same.slice(same.indexOf(before) + 1, same.indexOf(entry))
    return [pauseMs(before, entry) / (1 + others.filter((other) => isTied(other, before)).length)]
  })
}

/** The same request again and again, each after a failure that passes, while nothing else succeeded with its key. */
function retryRuns({ entries, requestTextOf, credentialOf, pauseMs, reacts }: Evidence): Groups {
  const groups = new Groups()
  const failed = new Newest()
  const answeredOf = new Map<string, number>()
  for (const entry of entries) {
    const [request, credential] = [requestTextOf(entry), credentialOf(entry)]
    const key = `${answeredOf.get(credential) ?? 0} ${request}`
    const before = failed.find(key, (other) => reacts(entry, other) && pauseMs(other, entry) >= 0)
    if (before !== undefined) groups.join(before, entry)
    if (isPassing(entry)) failed.set(key, entry)
    else answeredOf.set(credential, (answeredOf.get(credential) ?? 0) + 1)
  }
  return groups
}

export const retriedWithoutBackoff = defineVerdict({
  id: 'retried-without-backoff',
  severity: 'warning',
  title: 'A request came four times or more after failures that pass, with pauses that did not grow.',
  advice: 'Double the pause before each retry, with some jitter, up to a limit.',
  find: (evidence) => {
    const { entries, isReal, requestTextOf, pauseMs, sleptMs } = evidence
    const byRequest = grouped(entries, requestTextOf)
    return retryRuns(evidence).occurrences((first, later) => {
      const same = byRequest.get(requestTextOf(first)) ?? []
      const pauses = ownPauses([first, ...later], same, pauseMs)
      if (pauses.length < fewestPauses || !(isReal ? neverGrowOnWall : neverGrow)(pauses)) return undefined
      if (!isReal && growBySleep(ownPauses([first, ...later], same, sleptMs))) return undefined
      const list = pauses.map((ms) => (isReal && ms < apartMs ? 'none' : seconds(ms))).join(', ')
      return `${named(first)} got ${answerOf(first)} and came ${times(later.length)} more, with pauses of ${list}.`
    })
  },
})

export const repeatedCommittedCreate = defineVerdict({
  id: 'repeated-committed-create',
  severity: 'error',
  title: 'A create that had been done, though its answer failed, came again without a look.',
  advice:
    'After a create without a clear answer, list or get the records first, and repeat it only if it was not done.',
  find: (evidence) => repeatedCreates(evidence, evidence.reacts),
})

export const createdByTwo = defineVerdict({
  id: 'same-create-elsewhere',
  severity: 'note',
  title: 'A create that had been done, though its answer failed, came again, perhaps from another client.',
  advice: 'If one client sent both, it has to look for the record first. Two workers should create different records.',
  find: (evidence) =>
    repeatedCreates(evidence, (later, earlier) => evidence.isApart(later, earlier) && !evidence.reacts(later, earlier)),
})

/** @param follows true for a create and the same one before it, if they belong together */
function repeatedCreates({ entries, operations, requestTextOf }: Evidence, follows: Evidence['reacts']) {
  const groups = new Groups()
  for (const ofArea of grouped(entries, ({ operation }) => operations.get(operation)?.area).values()) {
    // The creates that were done, though the client does not know it, by request.
    let undecided = new Newest()
    for (const entry of ofArea) {
      const operation = operations.get(entry.operation)
      // A look that failed shows nothing.
      if (operation?.method === 'GET' && isSuccess(entry)) undecided = new Newest()
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
    return `${named(first)} was done but got ${answerOf(first)}; it came ${times(later.length)} more${records}.`
  })
}
