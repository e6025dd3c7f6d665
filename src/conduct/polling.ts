import type { JournalEntry } from '../journal/entry.ts'
import { grouped } from '../lib/grouped.ts'
import { isPassing, isUntouched } from './answers.ts'
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

/** The fewest reads after the end that are polling: one more may be for another purpose. */
const fewestAfterEnd = 2

export const polledAfterEnd = defineVerdict({
  id: 'polled-after-end',
  severity: 'warning',
  title: 'A record was polled on after an answer had shown its last status.',
  advice: 'Stop polling at the last status, completed or failed.',
  find: (evidence) => {
    const records = readsByRecord(evidence)
    const between = countOthers(evidence, records)
    return records.flatMap((reads): Occurrence[] => {
      const end = reads.findIndex(isFinished)
      const shown = reads[end]
      // A client that polls has read the record before it was finished.
      if (shown === undefined || end === 0 || !isUntouched(shown)) return []
      const requests = [shown]
      for (const entry of reads.slice(end + 1)) {
        const before = requests.at(-1) ?? shown
        if (between.get(before) !== between.get(entry) || !evidence.comesAfter(entry, before)) break
        requests.push(entry)
      }
      if (requests.length - 1 < fewestAfterEnd) return []
      const detail = `${named(shown)} showed the last status, and came ${times(requests.length - 1)} more.`
      return [{ requests, detail }]
    })
  },
})

/** For each read of a record that was polled, the number of other requests that its client had sent before. */
function countOthers(
  { entries, credentialOf }: Evidence,
  records: readonly (readonly JournalEntry[])[],
): ReadonlyMap<JournalEntry, number> {
  const polled = new Set(records.flatMap((reads) => (reads[0] === undefined || isFinished(reads[0]) ? [] : reads)))
  const others = new Map<string, number>()
  const before = new Map<JournalEntry, number>()
  for (const entry of entries) {
    const credential = credentialOf(entry)
    const count = others.get(credential) ?? 0
    if (polled.has(entry)) before.set(entry, count)
    else others.set(credential, count + 1)
  }
  return before
}
