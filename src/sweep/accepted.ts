import type { SweepReport } from './report.ts'

/** Accepted findings: the reason of each, by the id of the finding. */
export type Accepted = ReadonlyMap<string, string>

/** Reads the text of a file of accepted findings. @param source its path, for errors. @throws InputError */
export function readAccepted(_source: string, _text: string): Accepted {
  return new Map()
}

/** The text of a file with the accepted findings so far and those of a report, each of these with a reason to fill in. */
export function writeAccepted(_accepted: Accepted, _report: Pick<SweepReport, 'findings'>): string {
  return ''
}
