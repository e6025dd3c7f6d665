import type { JournalEntry } from '../journal/entry.ts'
import { isSuccess } from './answers.ts'
import { answerOf, Groups, named, times } from './occurrences.ts'
import { defineVerdict, type Evidence } from './verdict.ts'

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
