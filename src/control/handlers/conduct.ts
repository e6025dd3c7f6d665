import { judge } from '../../conduct/judge.ts'
import { verdicts } from '../../conduct/table.ts'
import type { Verdict } from '../../conduct/verdict.ts'
import { quote, UnknownError } from '../../lib/input-error.ts'
import { didYouMean } from '../../lib/nearest.ts'
import { parseDuration } from '../../time/duration.ts'
import type { conductEndpoints } from '../endpoints/conduct.ts'
import { entryId } from '../journal-entry.ts'
import type { Handlers } from '../route.ts'

/** Reads the ids of verdicts that do not count. @returns the verdicts that do @throws UnknownError */
function without(text: string): readonly Verdict[] {
  const known = verdicts.map(({ id }) => id)
  const allowed = text.split(',').filter((id) => id !== '')
  for (const id of allowed) {
    if (known.some((other) => other === id)) continue
    const near = didYouMean(id, known)
    throw new UnknownError(`${quote(id)} is not one of ${known.join(', ')}.${near}`, { field: 'allow' })
  }
  return verdicts.filter(({ id }) => !allowed.includes(id))
}

export const conductHandlers: Handlers<typeof conductEndpoints> = {
  showConduct: ({ service, sandbox, query: { allow = '', pollEvery = '1s' } }) => {
    const { permissions, operations } = service
    const { forgotten } = sandbox.journal
    const entries = sandbox.journal.after().filter(({ arrival }) => arrival !== undefined)
    const judged = judge(without(allow), {
      entries,
      forgotten,
      operations: new Map(operations.map((operation) => [operation.id, operation])),
      permissions,
      sandbox,
      pollEveryMs: parseDuration(pollEvery, 'pollEvery'),
    })
    return {
      requests: entries.length,
      forgotten,
      items: judged.map(({ verdict: { id, severity, title, advice }, occurrences }) => ({
        id,
        severity,
        title,
        advice,
        count: occurrences.length,
        occurrences: occurrences.map(({ requests, detail }) => ({
          requests: requests.map((entry) => entryId(sandbox, entry)),
          detail,
        })),
      })),
    }
  },
}
