import type { JournalEntry } from '../journal/entry.ts'
import { grouped } from '../lib/grouped.ts'
import { named, RequestGroups, seconds, times } from './occurrences.ts'
import { isTransientFailure, NewestRequests, sentHeader } from './reading.ts'
import { defineVerdict } from './verdict.ts'

/** True for a CORS preflight. Browsers send it by themselves; it is recorded only if the fake does not admit the page. */
const isPreflight = (entry: JournalEntry): boolean =>
  entry.method === 'OPTIONS' && sentHeader(entry, 'Access-Control-Request-Method') !== ''

export const matchedNoOperation = defineVerdict({
  id: 'matched-no-operation',
  severity: 'warning',
  title: 'A request matched no operation of the API.',
  advice: 'Request only documented paths and methods.',
  find: ({ entries }) => {
    const unmatched = entries.filter((entry) => entry.operation === undefined && !isPreflight(entry))
    return [...grouped(unmatched, ({ method, path }) => `${method} ${path}`).values()].map((requests) => {
      const [first] = requests
      const near = first.nearest.length === 0 ? '' : ` Nearest: ${first.nearest.join(', ')}.`
      return { requests, detail: `No operation matches ${named(first)}.${near}` }
    })
  },
})

export const tookTamperedWebhook = defineVerdict({
  id: 'took-tampered-webhook',
  severity: 'error',
  title: 'A receiver accepted a webhook with a wrong signature.',
  advice: 'Verify the signature of every webhook over the raw body, and answer 4xx if it is wrong.',
  find: ({ deliveries }) =>
    deliveries.flatMap(({ id, event, attempts }) => {
      // With 202, a receiver may only queue it, and verify it later.
      const taken = attempts.find(
        ({ status, tampered }) => tampered === true && status !== null && status < 300 && status !== 202,
      )
      if (taken === undefined) return []
      const detail = `The receiver answered ${taken.status} to ${event} (delivery ${id}), whose signature was wrong.`
      return [{ requests: [], detail }]
    }),
})

/** Fewer reads in a row are not polling. */
const minReads = 3

export const polledTooOften = defineVerdict({
  id: 'polled-too-often',
  severity: 'warning',
  title: 'An unfinished record was read three or more times in a row, with pauses below pollEvery.',
  advice: 'Wait at least pollEvery (1s by default) between two reads, or until estimated_completion_time.',
  find: ({ entries, operations, pollEveryMs, requestTextOf, pauseMs, wallPauseMs, isReaction }) => {
    const isHot = (before: JournalEntry, entry: JournalEntry): boolean => {
      const isFinished = before.recordStatus === 'completed' || before.recordStatus === 'failed'
      // After a failure it is a retry.
      if (isFinished || isTransientFailure(before)) return false
      // On several connections, two clients may take turns.
      const minPauseMs = before.connection?.number === entry.connection?.number ? pollEveryMs : pollEveryMs / 2
      const ms = pauseMs(before, entry)
      return ms >= 0 && ms < minPauseMs && wallPauseMs(before, entry) < minPauseMs
    }
    const groups = new RequestGroups()
    const newest = new NewestRequests()
    for (const entry of entries) {
      if (entry.recordStatus === undefined || operations.get(entry.operation)?.method !== 'GET') continue
      const request = requestTextOf(entry)
      const before = newest.find(request, (other) => isReaction(entry, other))
      if (before !== undefined && isHot(before, entry)) groups.join(before, entry)
      newest.set(request, entry)
    }
    return groups.occurrences((first, later) => {
      if (1 + later.length < minReads) return undefined
      const pauses = later.map((entry, i) => pauseMs(later[i - 1] ?? first, entry))
      return `${named(first)} was sent ${times(1 + later.length)}, with pauses of ${pauses.map(seconds).join(', ')}.`
    })
  },
})
