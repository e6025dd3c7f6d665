import { readRequests } from '../../conduct/reading.ts'
import { readVerdictIds, verdicts } from '../../conduct/table.ts'
import { judge } from '../../conduct/verdict.ts'
import { Tally } from '../../coverage/tally.ts'
import { entryId } from '../../journal/entry.ts'
import { parseDuration } from '../../time/duration.ts'
import { inTurns } from '../../time/turns.ts'
import { conductEndpoints, coverageEndpoints } from '../endpoints/reports.ts'
import { readSource } from '../journal-entry.ts'
import { toRoutes } from '../route.ts'

export const conductRoutes = toRoutes(conductEndpoints, {
  showConduct: async ({ service, sandbox, query: { allow = '', pollEvery = '1s' } }) => {
    const allowed = readVerdictIds(allow === '' ? [] : allow.split(','), 'allow')
    const counted = verdicts.filter(({ id }) => !allowed.includes(id))
    const { journal, clock } = sandbox
    const { forgotten } = journal
    const entries = journal.after().filter(({ connection }) => connection !== undefined)
    const judged = await judge(counted, {
      ...readRequests(clock),
      entries,
      operations: new Map(service.operations.map((operation) => [operation.id, operation])),
      deliveries: sandbox.outbox.deliveries.list({ kind: 'webhook' }),
      pollEveryMs: parseDuration(pollEvery, 'pollEvery'),
    })
    return {
      requests: entries.length,
      forgotten,
      items: judged.map(({ occurrences, ...verdict }) => ({
        ...verdict,
        count: occurrences.length,
        occurrences: occurrences.map(({ requests, detail }) => ({ requests: requests.map(entryId), detail })),
      })),
    }
  },
})

export const coverageRoutes = toRoutes(coverageEndpoints, {
  showCoverage: async (request) => {
    const { sandbox, service, query } = request
    const { isOfAll, journal } = readSource(request, query.sandboxes)
    const { operations, sandboxes, runningCount } = service
    const { settings } = (isOfAll ? sandboxes.default : sandbox).scenarios
    if (isOfAll && runningCount !== undefined) return runningCount.report(settings.profile, 0)
    const tally = new Tally(operations)
    const { forgotten } = journal
    await inTurns(journal.after(), (entry) => tally.add(entry))
    return tally.report(settings.profile, forgotten)
  },
})
