import { errorStatuses } from '../assumptions/error-statuses.ts'
import { type Profile, register } from '../assumptions/register.ts'
import type { Row } from '../assumptions/row.ts'
import { grouped } from '../lib/grouped.ts'
import { listed } from '../lib/listed.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { type AcceptedFile, reasonFor } from './accepted.ts'
import type { Baseline } from './baseline.ts'
import type { Swept } from './engine.ts'
import { isHard } from './faults.ts'
import type { RunVerdict } from './judge-trace.ts'
import type { ChangedRequest } from './report.ts'
import type { RunEnd } from './run.ts'
import type { Broken } from './search.ts'
import { changedRequest, operationsIn, rowsIn } from './trace.ts'
import { isFault, type RowVariant, type Variant } from './variants.ts'

export type SweepReport = Readonly<ReturnType<typeof toReport>>

export type Finding = Readonly<Omit<ReturnType<typeof toFinding>, 'cause'>> & { readonly also: readonly string[] }

/** The result of a sweep, as every form of its report shows it. @param chosen the options under which the client works */
export function toReport(swept: Swept, command: readonly string[], chosen: Profile, accepted: AcceptedFile) {
  const { baseline, isFlaky, runs } = swept
  const misbehaving = swept.passing.flatMap((run) =>
    unusualIn(run, baseline).map((verdict) => {
      const causes = new Set(run.plan.causesOf({ fired: [...verdict.fired], used: [] }))
      return [{ run, members: causes.size === 0 ? run.members : [...causes] }, verdict] as const
    }),
  )
  const found = [...swept.broken.map((one) => [one, undefined] as const), ...misbehaving]
  const all = found.map(([one, verdict]) => toFinding(one, baseline, chosen, accepted, verdict))
  const findings = [...grouped(all, ({ cause }) => cause).values()].flatMap(
    ([first, ...others]): readonly Finding[] => {
      if (first === undefined) return []
      const { cause: _, ...finding } = first
      return [{ ...finding, also: idsOf(others).filter((id) => id !== finding.id) }]
    },
  )
  const passed = idsOf(swept.passed)
  return {
    command: command.map((text) => hideSecrets(text, '')),
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
    findings,
    /** Variants under which the suite failed once and then passed. */
    flaky: swept.flaky.map(({ members, run }) => ({ id: nameOf(members), tests: run.tests?.failed ?? [] })),
    /** True if failures came and went so often that each finding had to fail three times. */
    isFlaky,
    passed,
    /** Variants that no request of their runs met. */
    neverMet: idsOf(swept.neverMet),
    leftOut: idsOf(swept.leftOut),
    /** Ids of accepted findings that no longer break the suite. */
    stale: idsOf(accepted.findings).filter((id) => passed.includes(id)),
  }
}

const idsOf = (some: readonly { readonly id: string }[]): readonly string[] => some.map(({ id }) => id)

const nameOf = (members: readonly Variant[]): string => listed(members, ' + ', ({ id }) => id, 3)

const unusualIn = ({ verdicts }: RunEnd, baseline: Baseline): readonly RunVerdict[] =>
  verdicts.filter(({ id }) => !baseline.verdicts.has(id))

/** What breaks a suite. @param verdict on the client, where the suite passed */
function toFinding(
  { members, run }: Broken,
  baseline: Baseline,
  chosen: Profile,
  accepted: AcceptedFile,
  verdict?: RunVerdict,
) {
  const { outcome, exitCode, tests, tail, trace, plan } = run
  const isConcerned = (one: Variant): boolean => members.includes(one)
  const request = changedRequest(trace, baseline.trace, (entry) => plan.causesOf(entry).some(isConcerned))
  const faults = members.filter(isFault).map(({ fault }) => fault)
  const rows = members.filter((one) => one.kind === 'assumption')
  const failed = tests?.failed ?? []
  const output =
    failed.length > 0
      ? []
      : hideSecrets(tail, '')
          .split('\n')
          .filter((line) => line.trim() !== '')
          .slice(-8)
  const id = (verdict === undefined ? '' : `${verdict.id} under `) + nameOf(members)
  const kind: 'conduct' | 'assumption' | 'fault' = verdict ? 'conduct' : rows.length > 0 ? 'assumption' : 'fault'
  const shown = failed.length > 0 ? failed.map(({ name }) => name) : output
  const subjects = new Set([
    ...rows.map(({ row }) => row),
    ...faults.map((one) => (isHard(one) ? 'no answer' : one.id)),
  ])
  const reason = reasonFor(id, accepted)
  return {
    /** Such as `limitAboveMax=clamp`, `reset@getJob`, `errorStatus=always_200 given reset@getJob`, `A + B` or `VERDICT under A`. */
    id,
    kind,
    title:
      verdict?.title ??
      [...faults.map(({ title }) => title), ...rows.map(({ row }) => register[row].question)].join(' '),
    /** To the owners of the service; null where no assumption is open. */
    question: verdict || rows.length === 0 ? null : rows.map((row) => questionOf(row, chosen, request)).join(' '),
    /** What a well-behaved client does; null for an assumption. */
    advice: verdict?.advice ?? ([...new Set(faults.map(({ advice }) => advice))].join(' ') || null),
    outcome,
    exitCode,
    tests: failed,
    /** The last lines of the output where no failed test is known. */
    output,
    request,
    verdicts: verdict === undefined ? unusualIn(run, baseline) : [verdict],
    /** The reason in the file of accepted findings. */
    accepted: reason,
    /** The same for findings of one cause: one row, one fault or lost answers, at one operation, with the same failed tests or output. */
    cause:
      shown.length === 0 || request === null
        ? id
        : JSON.stringify([...subjects, outcome, shown, request.operation, reason]),
  }
}

/** The question to ask the owners of the service about a row. @param request that the option changed */
function questionOf({ row, option }: RowVariant, chosen: Profile, request: ChangedRequest | null): string {
  const { section, question, options }: Row = register[row]
  const code = row === 'errorStatus' ? (request?.actual.code ?? request?.expected?.code) : undefined
  const described = (one: string | number): string => {
    if (code) return `${statuses[one]?.[code]}`
    // The first part of a long sentence says enough.
    return options === 'whole_number' ? `${one}` : `"${options[one]?.split(/[:;] /)[0]}" (${one})`
  }
  const asked = code ? `Which HTTP status does ${code} have?` : question
  const at = request?.operation ? `${request.operation}: ` : ''
  return `${at}${asked} Our client needs ${described(chosen[row])}, and breaks on ${described(option)}. (§${section})`
}

const statuses: Readonly<Record<string, Readonly<Record<string, number>>>> = errorStatuses
