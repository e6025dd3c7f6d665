import type { JournalEntry } from '../journal/entry.ts'
import { grouped } from '../lib/grouped.ts'
import { isPassing } from './answers.ts'
import { named, seconds, times } from './occurrences.ts'
import { pauseMs } from './same-request.ts'
import { defineVerdict, type Evidence, type Occurrence } from './verdict.ts'

/** The reads of records that take time, by record and client, in order. */
function readsByRecord({ entries, operations, requestTextOf }: Evidence): readonly (readonly JournalEntry[])[] {
  const reads = entries.filter(
    ({ operation, recordStatus }) => recordStatus !== undefined && operations.get(operation ?? '')?.method === 'GET',
  )
  return [...grouped(reads, requestTextOf).values()]
}

const isFinished = ({ recordStatus }: JournalEntry): boolean =>
  recordStatus === 'completed' || recordStatus === 'failed'

/** The fewest reads in a row that are polling. */
const fewestReads = 3

export const polledTooOften = defineVerdict({
  id: 'polled-too-often',
  severity: 'warning',
  title: 'A record that is not finished was read three times or more in a row, with pauses below pollEvery.',
  advice:
    'Wait at least pollEvery (1s, unless you say otherwise) between two reads, or until estimated_completion_time.',
  find: (evidence) => {
    const { pollEveryMs, comesAfter } = evidence
    const isHot = (before: JournalEntry, entry: JournalEntry): boolean => {
      const ms = pauseMs(before, entry)
      // After a failure it is a retry.
      const isPolled = !isFinished(before) && !isPassing(before) && comesAfter(entry, before)
      return isPolled && ms >= 0 && ms < pollEveryMs
    }
    return readsByRecord(evidence).flatMap((reads) =>
      runsOf(reads, isHot).flatMap((requests): Occurrence[] => {
        const [first] = requests
        if (first === undefined || requests.length < fewestReads) return []
        const pauses = requests.slice(1).map((entry, i) => pauseMs(requests[i] ?? entry, entry))
        const detail = `${named(first)} came ${times(requests.length)}, with pauses of ${pauses.map(seconds).join(', ')}.`
        return [{ requests, detail }]
      }),
    )
  },
})

/** Splits a list where two neighbours do not go together. */
function runsOf(
  entries: readonly JournalEntry[],
  goTogether: (before: JournalEntry, entry: JournalEntry) => boolean,
): readonly (readonly JournalEntry[])[] {
  const runs: JournalEntry[][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    if (run !== undefined && before !== undefined && goTogether(before, entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs
}
