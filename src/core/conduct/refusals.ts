import { hasNoReadableAnswer, type JournalEntry, jsonOf } from '../journal/entry.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { isRateLimited, isTransientFailure, isPermanentRefusal, retryAllowedMs } from './answers.ts'
import { answerOf, RequestGroups, named, times } from './occurrences.ts'
import { sharesConnection, NewestRequests } from './reading.ts'
import { defineVerdict, type Evidence } from './verdict.ts'

/** The ids of the records that clients created, in lower case. */
function createdIds({ entries, operations }: Evidence): ReadonlySet<string> {
  const creates = entries.filter(({ served, operation }) => served && operations.get(operation)?.storesRecord === true)
  const records = creates.map((entry) => jsonOf(entry)?.['data']).filter(isJsonObject)
  return new Set(records.flatMap(({ id }) => (typeof id === 'string' ? [id.toLowerCase()] : [])))
}

/** A client that sends fewer requests after a refusal has stopped. */
const minRepeats = 2

export const retriedInVain = defineVerdict({
  id: 'retried-in-vain',
  severity: 'warning',
  title: 'A permanently refused request was repeated unchanged, twice or more.',
  advice: 'Do not retry a permanently refused request: change it, or report the error.',
  find: (evidence) => {
    const { entries, credentialOf, requestTextOf, isReaction } = evidence
    const created = createdIds(evidence)
    // No scenario changed these answers.
    const untouched = entries.filter(({ served, fired, code }) => served && fired.length === 0 && code === undefined)
    const lastSuccess = new Map(untouched.map((entry) => [requestTextOf(entry), entry.number]))
    // The record cannot be read yet, or was created meanwhile.
    const passes = (entry: JournalEntry): boolean =>
      (entry.code === 'resource_not_found' &&
        (entry.recordStatus !== undefined || created.has(entry.target.toLowerCase()))) ||
      (entry.fired.length === 0 && (lastSuccess.get(requestTextOf(entry)) ?? 0) > entry.number)
    const groups = new RequestGroups()
    const newest = new NewestRequests()
    for (const entry of entries) {
      const credential = credentialOf(entry)
      const before = newest.find(credential, (other) => isReaction(entry, other))
      newest.set(credential, entry)
      if (before === undefined || !isPermanentRefusal(before)) continue
      const isAgain = requestTextOf(before) === requestTextOf(entry)
      const isInVain = entry.code === before.code || before.fired.length > 0
      if (isAgain && isInVain && !passes(before)) groups.join(before, entry)
    }
    return groups.occurrences((first, later) => {
      if (later.length < minRepeats) return undefined
      return `${named(first)} got ${answerOf(first)} and was repeated ${times(later.length)}.`
    })
  },
})

/** A client need not retry after a longer wait. */
const maxWaitMs = 60_000

function deservesRetry(entry: JournalEntry): boolean {
  if (hasNoReadableAnswer(entry) || entry.code === 'service_unavailable') return true
  const isShort = (atMs: number): boolean => (retryAllowedMs(entry, atMs) ?? Infinity) - atMs <= maxWaitMs
  return isRateLimited(entry) && isShort(entry.atMs) && isShort(entry.wallMs)
}

const placeOf = ({ method, path }: JournalEntry): string => `${method} ${path}`

export const gaveUp = defineVerdict({
  id: 'gave-up',
  severity: 'warning',
  title: 'The client did not retry after a transient failure.',
  advice: 'Retry at least once, after a pause. After a create, first check whether it succeeded.',
  find: ({ entries, operations, requestTextOf }) => {
    const lastAt = new Map(entries.map((entry) => [placeOf(entry), entry.number]))
    const looks = entries.filter(({ method }) => method === 'GET')
    const lastLook = new Map(looks.map(({ operation, number }) => [operations.get(operation)?.area, number]))
    const failedBefore = new Set<string>()
    return entries.flatMap((entry) => {
      const request = requestTextOf(entry)
      const isFirst = !failedBefore.has(request)
      if (isTransientFailure(entry) || isRateLimited(entry)) failedBefore.add(request)
      else failedBefore.delete(request)
      const operation = operations.get(entry.operation)
      if (operation === undefined || !isFirst || !deservesRetry(entry)) return []
      if ((lastAt.get(placeOf(entry)) ?? 0) > entry.number) return []
      if (operation.storesRecord && (lastLook.get(operation.area) ?? 0) > entry.number) return []
      return [{ requests: [entry], detail: `${named(entry)} got ${answerOf(entry)}, and was not retried.` }]
    })
  },
})

export const usedRevokedKey = defineVerdict({
  id: 'used-revoked-key',
  severity: 'error',
  title: 'The client kept using a key after it was refused as revoked, twice or more.',
  advice: 'Stop at the first authentication_error, and ask for another key.',
  find: ({ entries, credentialOf, isReaction }) => {
    const accepted = new Set<string>()
    const groups = new RequestGroups()
    const refused = new NewestRequests()
    for (const entry of entries) {
      const credential = credentialOf(entry)
      if (entry.code !== 'authentication_error') {
        // A rule may answer before the key is checked.
        if (entry.key !== undefined) accepted.add(credential)
        refused.delete(credential)
        continue
      }
      if (!accepted.has(credential)) continue
      // Another client with the key learns of it by its own refusal.
      const before = refused.find(credential, (other) => sharesConnection(entry, other) && isReaction(entry, other))
      if (before !== undefined) groups.join(before, entry)
      refused.set(credential, entry)
    }
    return groups.occurrences((first, later) => {
      if (later.length < minRepeats) return undefined
      return `${named(first)} was refused because its key is revoked; ${later.length} more requests used the key.`
    })
  },
})
