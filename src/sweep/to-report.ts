import { type AssumptionId, type Profile, register } from '../assumptions/register.ts'
import type { Row } from '../assumptions/row.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { type AcceptedFile, reasonFor } from './accepted.ts'
import type { Swept } from './engine.ts'
import type { Finding, SweepReport } from './report.ts'
import { operationsIn, rowsIn } from './trace.ts'
import type { Tried } from './try-variant.ts'
import { partsOf } from './variants.ts'

interface Given {
  readonly command: readonly string[]
  readonly chosen: Profile
  readonly accepted: AcceptedFile
}

export function toReport({ baseline, tried, leftOut, runs }: Swept, { command, chosen, accepted }: Given): SweepReport {
  const broken = tried.filter(({ verdict }) => verdict === 'broken')
  const findings = broken.map((one) => toFinding(one, chosen, accepted))
  const passed = tried.filter(({ verdict }) => verdict === 'passed').map(({ variant }) => variant)
  const survived = new Set(passed.flatMap((variant) => [variant, ...partsOf(variant)]).map(({ id }) => id))
  return {
    command: command.map((text) => hideSecrets(text, '')),
    baseline: {
      durationMs: Math.round(baseline.durationMs),
      requests: baseline.trace.entries.length,
      tests: baseline.tests,
      operations: [...operationsIn(baseline.both)].toSorted(),
      assumptions: [...rowsIn(baseline.both)].toSorted(),
    },
    planned: runs + leftOut.length,
    runs,
    leftOut: leftOut.map(({ id }) => id),
    findings,
    flaky: tried
      .filter(({ verdict }) => verdict === 'flaky')
      .map(({ variant: { id }, failed }) => ({ id, tests: failed })),
    passed: passed.map(({ id }) => id),
    stale: accepted.findings.map(({ id }) => id).filter((id) => survived.has(id)),
  }
}

function toFinding(
  { variant, outcome, exitCode, failed, request }: Tried,
  chosen: Profile,
  accepted: AcceptedFile,
): Finding {
  const { id, kind, given } = variant
  const words =
    variant.kind === 'fault'
      ? { title: variant.fault.title, question: null, section: null, advice: variant.fault.advice }
      : {
          title: register[variant.row].question,
          question: questionOf(variant.row, variant.option, chosen[variant.row]),
          section: register[variant.row].section,
          advice: null,
        }
  return {
    id,
    kind,
    given,
    ...words,
    // One that passed the first time is no finding.
    outcome: outcome === 'passed' ? 'failed' : outcome,
    exitCode,
    tests: failed,
    request,
    accepted: reasonFor(id, accepted),
  }
}

/**
 * The question to ask the owners of the service about a row.
 * @param option the option on which the client breaks
 * @param chosen the option under which it works
 */
export function questionOf(id: AssumptionId, option: string | number, chosen: string | number): string {
  const row: Row = register[id]
  return `${row.question} Our client needs ${described(row, chosen)}, and breaks on ${described(row, option)}.`
}

function described({ options }: Row, choice: string | number): string {
  const sentence = options === 'whole_number' ? undefined : options[choice]
  return sentence === undefined ? String(choice) : `"${sentence}" (${choice})`
}
