import { createAssume } from '../../assumptions/used.ts'
import type { CoverageReport } from '../../coverage/report.ts'
import { type RequestPlace, Tally } from '../../coverage/tally.ts'
import { inTurns } from '../../time/turns.ts'
import { coverageEndpoints } from '../endpoints/reports.ts'
import { entryId, readSource } from '../journal-entry.ts'
import { type AnyRequest, toRoutes } from '../route.ts'

export const coverageRoutes = toRoutes(coverageEndpoints, {
  showCoverage: (request) => coverageOf(request),
})

async function coverageOf(request: AnyRequest): Promise<CoverageReport> {
  const { sandbox, service, query } = request
  const { isOfAll, journal } = readSource(request, query['sandboxes'])
  const { operations, sandboxes, runningCount } = service
  const { settings } = (isOfAll ? sandboxes.default : sandbox).scenarios
  const assume = createAssume(settings.profile)
  const idOf = (place: RequestPlace): string => entryId(place.sandbox, place)
  if (isOfAll && runningCount !== undefined) return runningCount.report(assume, 0, idOf)
  const tally = new Tally(operations)
  const { forgotten } = journal
  await inTurns(journal.after(), (entry) => tally.add(entry))
  return tally.report(assume, forgotten, idOf)
}
