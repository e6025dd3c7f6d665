import { createAssume } from '../../assumptions/used.ts'
import type { CoverageReport } from '../../coverage/report.ts'
import { type RequestPlace, Tally } from '../../coverage/tally.ts'
import type { coverageEndpoints } from '../endpoints/coverage.ts'
import { entryId } from '../journal-entry.ts'
import { readSource } from '../request-source.ts'
import type { AnyRequest, Handlers } from '../route.ts'

export const coverageHandlers: Handlers<typeof coverageEndpoints> = {
  showCoverage: (request) => coverageOf(request),
}

function coverageOf({ sandbox, service, query }: AnyRequest): CoverageReport {
  const { isOfAll, journal } = readSource({ sandbox, service }, query['sandboxes'])
  const { operations, sandboxes, runningCount } = service
  const { settings } = (isOfAll ? sandboxes.default : sandbox).scenarios
  const assume = createAssume(settings.profile)
  const idOf = (place: RequestPlace): string => entryId(place.sandbox, place)
  if (runningCount !== undefined) {
    const counted = isOfAll ? runningCount.all : runningCount.of(sandbox.name)
    return counted.report(operations, assume, 0, idOf)
  }
  const tally = new Tally()
  for (const entry of journal.after())
    tally.add(
      entry,
      operations.find(({ id }) => id === entry.operation),
    )
  return tally.report(operations, assume, journal.forgotten, idOf)
}
