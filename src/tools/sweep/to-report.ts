import { errorStatuses } from '../../core/assumptions/error-statuses.ts'
import { type Profile, register } from '../../core/assumptions/register.ts'
import { grouped } from '../../core/lib/grouped.ts'
import { listed } from '../../core/lib/listed.ts'
import { type AcceptedFile, reasonFor } from './accepted.ts'
import type { Baseline } from './baseline.ts'
import { type ChangedRequest, mostChanged } from './difference.ts'
import type { Swept } from './engine.ts'
import { isHard } from './faults.ts'
import type { RunVerdict } from './run.ts'
import type { Broken } from './search.ts'
import { linesIn, printable } from './text.ts'
import { compare, operationsIn, rowsIn } from './trace.ts'
import { isFault, type RowVariant, type Variant } from './variants.ts'

export type SweepReport = ReturnType<typeof toReport>

export type Finding = SweepReport['findings'][number]

export const openFindings = ({ findings }: SweepReport): readonly Finding[] =>
  findings.filter(({ accepted }) => accepted === null)

/** The result of a sweep, as every form of its report shows it. @param chosen the options under which the client works */
export function toReport(swept: Swept, command: readonly string[], chosen: Profile, accepted: AcceptedFile) {
  const { baseline, runs, isFlaky } = swept
  const misbehaving = swept.passing.flatMap((run) =>
    unusualIn(run, baseline).map((verdict) => {
      const causes = [...new Set(run.plan.causesOf({ fired: verdict.fired, choices: {} }))]
      return { run, verdict, members: causes.length === 0 ? run.members : causes }
    }),
  )
  const found = [...swept.broken, ...misbehaving].map((one) => toFinding(one, baseline, chosen))
  const alike = grouped(found, ({ cause, id }) => JSON.stringify([cause, reasonFor(id, accepted)]))
  const passed = idsOf(swept.passed)
  return {
    command: command.map(printable),
    /** The suite under the chosen options, without a fault. */
    baseline: {
      durationMs: Math.round(baseline.durationMs),
      requests: baseline.trace.entries.length,
      /** Null where it wrote no report that was read. */
      tests: baseline.tests,
      operations: [...operationsIn(baseline.both)].toSorted(),
      assumptions: [...rowsIn(baseline.both)].toSorted(),
    },
    runs,
    findings: [...alike.values()].map(([first, ...others]) => {
      const { cause: _, ...finding } = first
      const also = [...new Set(idsOf(others))].filter((id) => id !== finding.id)
      return { ...finding, also, accepted: reasonFor(finding.id, accepted) }
    }),
    /** Variants under which the suite failed once and then passed. */
    flaky: swept.flaky.map(({ members, run }) => ({ id: nameOf(members), tests: run.tests?.failed ?? [] })),
    /** True if failures came and went so often that each finding had to fail three times. */
    isFlaky,
    passed,
    /** Variants that no request met, and those at a row or an operation that another one had broken. */
    notTried: idsOf(swept.notTried),
    leftOut: idsOf(swept.leftOut),
    /** Ids of accepted findings that no longer break the suite. */
    stale: idsOf(accepted.findings).filter((id) => passed.includes(id)),
  }
}

const idsOf = (some: readonly { readonly id: string }[]): readonly string[] => some.map(({ id }) => id)

const nameOf = (members: readonly Variant[]): string => listed(members, ' + ', ({ id }) => id, 3)

const joined = (texts: readonly string[]): string | null => [...new Set(texts)].join(' ') || null

const unusualIn = ({ verdicts }: Broken['run'], baseline: Baseline): readonly RunVerdict[] =>
  verdicts.filter(({ id }) => !baseline.verdicts.has(id))

/** What breaks a suite, or the verdict on its client in a run that passed. */
function toFinding(one: Broken & { readonly verdict?: RunVerdict }, baseline: Baseline, chosen: Profile) {
  const { members, run, verdict } = one
  const breaking = verdict ? [] : members
  const answers = compare(run.trace, baseline.trace).filter(({ entry }) =>
    run.plan.causesOf(entry).some((one) => breaking.includes(one)),
  )
  const request = mostChanged(answers)
  const rows = breaking.filter((one) => !isFault(one))
  const faults = verdict ? [verdict] : members.filter(isFault).map(({ fault }) => fault)
  const end = endOf(run)
  const shown = [...end.tests.map(({ name }) => name), ...end.output]
  // Lost answers may have one cause, whichever way each was lost.
  const changed = members.map((one) => (isFault(one) ? (isHard(one.fault) ? '' : one.fault.id) : one.row))
  const id = (verdict ? `${verdict.id} under ` : '') + nameOf(members)
  return {
    /** Such as `limitAboveMax=clamp`, `reset@getJob`, `A + B` or `VERDICT under A`. */
    id,
    kind: verdict ? 'conduct' : rows.length > 0 ? 'assumption' : 'fault',
    title: joined(faults.map(({ title }) => title)),
    /** To the owners of the service; null where no assumption is open. */
    question: joined(rows.map((row) => questionOf(row, chosen, request))),
    /** What a well-behaved client does; null for an assumption. */
    advice: joined(faults.map(({ advice }) => advice)),
    ...end,
    request,
    verdicts: verdict ? [verdict] : unusualIn(run, baseline),
    /** Findings of one cause have the same verdict, or the same failed tests or output at one operation. */
    cause:
      verdict?.id ??
      (shown.length > 0 && request ? JSON.stringify([joined(changed), end.outcome, shown, request.operation]) : id),
  } as const
}

function endOf({ outcome, exitCode, tests, tail }: Broken['run']) {
  const failed = tests?.failed ?? []
  const said = linesIn(tail).filter((line) => !tapCount.test(line))
  /** The last lines of the output where no failed test is known. */
  const output = failed.length > 0 ? [] : said.slice(-8).map(printable)
  return { outcome, exitCode, tests: failed, output }
}

/** A line of TAP that counts tests. */
const tapCount = /^# (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/

/** The question to ask the owners of the service about a row. @param request that the option changed */
function questionOf({ row, option }: RowVariant, chosen: Profile, request: ChangedRequest | null): string {
  const { section, question, options } = register[row]
  const code = row === 'errorStatus' ? (request?.actual.code ?? request?.expected?.code) : undefined
  const described = (one: string | number): string => {
    if (code) return `${statuses[one]?.[code]}`
    // The first part of a long sentence says enough.
    return options === 'whole_number' ? `${one}` : `"${options[one]?.split(/[:;] /)[0]}" (${one})`
  }
  const asked = code ? `Which HTTP status does ${code} have?` : question
  const at = request?.operation ? `${request.operation}: ` : ''
  const needs = `Our suite needs ${described(chosen[row])}, and breaks on ${described(option)}.`
  return `${at}${asked} ${needs} (§${section} of the document)`
}

const statuses: Readonly<Record<string, Readonly<Record<string, number>>>> = errorStatuses
