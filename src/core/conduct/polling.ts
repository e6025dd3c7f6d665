import type { JournalEntry } from '../journal/entry.ts'
import { isTransientFailure } from './answers.ts'
import { RequestGroups, named, seconds, times } from './occurrences.ts'
import { NewestRequests } from './reading.ts'
import { defineVerdict } from './verdict.ts'

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
