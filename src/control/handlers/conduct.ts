import { readRequests } from '../../conduct/same-request.ts'
import { readVerdictIds, verdicts } from '../../conduct/table.ts'
import { judge } from '../../conduct/verdict.ts'
import { parseDuration } from '../../time/duration.ts'
import { conductEndpoints } from '../endpoints/reports.ts'
import { entryId } from '../journal-entry.ts'
import { toRoutes } from '../route.ts'

export const conductRoutes = toRoutes(conductEndpoints, {
  showConduct: async ({ service, sandbox, query: { allow = '', pollEvery = '1s' } }) => {
    const allowed = readVerdictIds(allow === '' ? [] : allow.split(','), 'allow')
    const counted = verdicts.filter(({ id }) => !allowed.includes(id))
    const { journal, clock } = sandbox
    const { forgotten } = journal
    const entries = journal.after().filter(({ connection }) => connection !== undefined)
    const judged = await judge(counted, {
      ...readRequests(entries, clock),
      entries,
      operations: new Map(service.operations.map((operation) => [operation.id, operation])),
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
})
