import { isLost, type JournalEntry, jsonOf } from '../journal/entry.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { isLimited, isPassing, isRefused, toldUntilMs } from './answers.ts'
import { answerOf, Groups, named, times } from './occurrences.ts'
import { isInTurn, Newest } from './reading.ts'
import { defineVerdict, type Evidence } from './verdict.ts'

/** The ids of the records that clients created, in lower case. */
function createdIds({ entries, operations }: Evidence): ReadonlySet<string> {
  const creates = entries.filter(({ served, operation }) => served && operations.get(operation)?.storesRecord === true)
  const records = creates.map((entry) => jsonOf(entry)?.['data']).filter(isJsonObject)
  return new Set(records.flatMap(({ id }) => (typeof id === 'string' ? [id.toLowerCase()] : [])))
}

/** The fewest requests after a refusal that show that the client goes on. */
const fewestAfter = 2

export const retriedInVain = defineVerdict({
  id: 'retried-in-vain',
  severity: 'warning',
  title: 'A request that the service had refused for good came twice or more again as it was.',
  advice: 'Retry no request that was refused for what it is: change it, or report the error.',
  find: (evidence) => {
    const { entries, credentialOf, requestTextOf, reacts } = evidence
    const created = createdIds(evidence)
    // No scenario did anything to these answers.
    const untouched = entries.filter(({ served, fired, code }) => served && fired.length === 0 && code === undefined)
    const lastSuccess = new Map(untouched.map((entry) => [requestTextOf(entry), entry.number]))
    // A record of the client that cannot be read yet, and one that came to be meanwhile.
    const passes = (entry: JournalEntry): boolean =>
      (entry.code === 'resource_not_found' &&
        (entry.recordStatus !== undefined || created.has(entry.target.toLowerCase()))) ||
      (entry.fired.length === 0 && (lastSuccess.get(requestTextOf(entry)) ?? 0) > entry.number)
    const groups = new Groups()
    const newest = new Newest()
    for (const entry of entries) {
      const credential = credentialOf(entry)
      const before = newest.find(credential, (other) => reacts(entry, other))
      newest.set(credential, entry)
      if (before === undefined || !isRefused(before)) continue
      const isAgain = requestTextOf(before) === requestTextOf(entry)
      const isInVain = entry.code === before.code || before.fired.length > 0
      if (isAgain && isInVain && !passes(before)) groups.join(before, entry)
    }
    return groups.occurrences((first, later) => {
      if (later.length < fewestAfter) return undefined
      return `${named(first)} got ${answerOf(first)} and came ${times(later.length)} more.`
    })
  },
})

/** The longest wait that a client may be expected to sit out. */
const shortWaitMs = 60_000

function deservesRetry(entry: JournalEntry): boolean {
  if (isLost(entry) || entry.code === 'service_unavailable') return true
  const isShort = (atMs: number): boolean => (toldUntilMs(entry, atMs) ?? Infinity) - atMs <= shortWaitMs
  return isLimited(entry) && isShort(entry.atMs) && isShort(entry.wallMs)
}

const placeOf = ({ method, path }: JournalEntry): string => `${method} ${path}`

export const gaveUp = defineVerdict({
  id: 'gave-up',
  severity: 'warning',
  title: 'A failure that passes was the end: no second attempt came.',
  advice: 'Try again after a pause, at least once. After a create, first look if it was done.',
  find: ({ entries, operations, requestTextOf }) => {
    const lastAt = new Map(entries.map((entry) => [placeOf(entry), entry.number]))
    const looks = entries.filter(({ method }) => method === 'GET')
    const lastLook = new Map(looks.map(({ operation, number }) => [operations.get(operation)?.area, number]))
    const failedBefore = new Set<string>()
    return entries.flatMap((entry) => {
      const request = requestTextOf(entry)
      const isFirst = !failedBefore.has(request)
      if (isPassing(entry) || isLimited(entry)) failedBefore.add(request)
      else failedBefore.delete(request)
      const operation = operations.get(entry.operation)
      if (operation === undefined || !isFirst || !deservesRetry(entry)) return []
      if ((lastAt.get(placeOf(entry)) ?? 0) > entry.number) return []
      if (operation.storesRecord && (lastLook.get(operation.area) ?? 0) > entry.number) return []
      return [{ requests: [entry], detail: `${named(entry)} got ${answerOf(entry)}, and nothing came after it.` }]
    })
  },
})

export const usedRevokedKey = defineVerdict({
  id: 'used-revoked-key',
  severity: 'error',
  title: 'Two requests or more came with a key after it had been refused as revoked.',
  advice: 'Stop at the first authentication_error, and ask for another key.',
  find: ({ entries, credentialOf, reacts }) => {
    const accepted = new Set<string>()
    const groups = new Groups()
    const refused = new Newest()
    for (const entry of entries) {
      const credential = credentialOf(entry)
      if (entry.code !== 'authentication_error') {
        // An answer of a rule may come before the key counts.
        if (entry.key !== undefined) accepted.add(credential)
        refused.delete(credential)
        continue
      }
      if (!accepted.has(credential)) continue
      // Another client that has the key learns of it by a refusal of its own.
      const before = refused.find(credential, (other) => isInTurn(entry, other) && reacts(entry, other))
      if (before !== undefined) groups.join(before, entry)
      refused.set(credential, entry)
    }
    return groups.occurrences((first, later) => {
      if (later.length < fewestAfter) return undefined
      return `${named(first)} was refused as its key is revoked; ${later.length} more requests came with this key.`
    })
  },
})
