import { Option } from 'commander'

import type { CoverageReport } from '../coverage/report.ts'
import { missedIn, type Thresholds } from '../coverage/thresholds.ts'
import { Ended, exitCodes } from './exit.ts'
import type { Io } from './io.ts'

export function minFlag(name: string): Option {
  return new Option(
    `${name} <percent...>`,
    'end with 3 below a percent of all that can be met, such as 60, or of a kind, such as error=50',
  )
}

/** Says on stderr which thresholds a report misses. @throws Ended if there are any */
export function requireThresholds(io: Io, report: CoverageReport, thresholds: Thresholds): void {
  const missed = missedIn(report, thresholds)
  for (const line of missed) io.err(`cloudsec-fake: ${line}\n`)
  if (missed.length > 0) throw new Ended(exitCodes.differences)
}
