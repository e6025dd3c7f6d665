import { errorStatuses } from '../assumptions/error-statuses.ts'
import { type Profile, register } from '../assumptions/register.ts'
import type { Row } from '../assumptions/row.ts'
import { listed } from '../lib/listed.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { type AcceptedFile, reasonFor } from './accepted.ts'
import type { Baseline } from './baseline.ts'
import type { Swept } from './engine.ts'
import { isHard } from './faults.ts'
import type { RunVerdict } from './judge-trace.ts'
import type { ChangedRequest } from './report.ts'
import type { Broken } from './search.ts'
import { linesIn } from './text.ts'
import { compare, mostChanged, operationsIn, rowsIn } from './trace.ts'
import { isFault, type RowVariant, type Variant } from './variants.ts'

export type SweepReport = Readonly<ReturnType<typeof toReport>>

export interface Finding extends Readonly<Omit<ReturnType<typeof toFinding>, 'cause'>> {
  /** Those of the same cause. */
  readonly also: readonly string[]
  /** The reason in the file of accepted findings. */
  readonly accepted: string | null
}

/** The result of a sweep, as every form of its report shows it. @param chosen the options under which the client works */
export function toReport(swept: Swept, command: readonly string[], chosen: Profile, accepted: AcceptedFile) {
  const { baseline, broken, passing, isFlaky, runs } = swept
  const misbehaving = passing.flatMap((run) =>
    unusualIn(run, baseline).map((verdict) => {
      const causes = new Set(run.plan.causesOf({ fired: [...verdict.fired], used: [] }))
      return toFinding({ run, members: causes.size === 0 ? run.members : [...causes] }, baseline, chosen, verdict)
    }),
  )
  const findings = new Map<string, Finding>()
  for (const { cause, ...one } of [...broken.map((one) => toFinding(one, baseline, chosen)), ...misbehaving]) {
    const key = JSON.stringify([cause, reasonFor(one.id, accepted)])
    const first = findings.get(key) ?? { ...one, also: [], accepted: reasonFor(one.id, accepted) }
    const also = new Set([...first.also, one.id])
    findings.set(key, { ...first, also: [...also].filter((id) => id !== first.id) })
  }
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
    findings: [...findings.values()],
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

/** The same for variants that may have one cause: lost answers, one other fault, or one row. */
const subjectOf = (members: readonly Variant[]): string | null =>
  joined(members.map((one) => (isFault(one) ? (isHard(one.fault) ? '' : one.fault.id) : one.row)))

type Kind = 'conduct' | 'assumption' | 'fault'

/** What breaks a suite. @param verdict on the client, where the suite passed */
function toFinding({ members, run }: Broken, baseline: Baseline, chosen: Profile, verdict?: RunVerdict) {
  const { outcome, exitCode, tests, tail, trace, plan } = run
  const isMember = (one: Variant): boolean => members.includes(one)
  const answers = compare(trace, baseline.trace).filter(({ entry }) => plan.causesOf(entry).some(isMember))
  const request = verdict ? null : mostChanged(answers)
  const rows = members.flatMap((one) => (verdict === undefined && !isFault(one) ? [one] : []))
  const faults = verdict ? [verdict] : members.filter(isFault).map(({ fault }) => fault)
  const failed = tests?.failed ?? []
  const output = endOf(failed, tail)
  const shown = [...failed.map(({ name }) => name), ...output]
  const ofSuite = rows.length > 0 ? 'assumption' : 'fault'
  const kind: Kind = verdict ? 'conduct' : ofSuite
  const id = (verdict ? `${verdict.id} under ` : '') + nameOf(members)
  return {
    /** Such as `limitAboveMax=clamp`, `reset@getJob`, `errorStatus=always_200 given reset@getJob`, `A + B` or `VERDICT under A`. */
    id,
    kind,
    title: joined(faults.map(({ title }) => title)),
    /** To the owners of the service; null where no assumption is open. */
    question: joined(rows.map((row) => questionOf(row, chosen, request))),
    /** What a well-behaved client does; null for an assumption. */
    advice: joined(faults.map(({ advice }) => advice)),
    outcome,
    exitCode,
    tests: failed,
    /** The last lines of the output where no failed test is known. */
    output,
    request,
    verdicts: verdict ? [verdict] : unusualIn(run, baseline),
    /** Findings of one cause have the same verdict, or the same failed tests or output at one operation. */
    cause: verdict?.id ?? causeOf(members, outcome, shown, request) ?? id,
  }
}

function causeOf(
  members: readonly Variant[],
  outcome: string,
  shown: readonly string[],
  request: ChangedRequest | null,
): string | undefined {
  if (shown.length === 0 || request === null) return undefined
  return JSON.stringify([subjectOf(members), outcome, shown, request.operation])
}

/** The last lines of an output that say something, where no failed test is known. */
const endOf = (failed: readonly unknown[], tail: string): readonly string[] =>
  failed.length > 0
    ? []
    : linesIn(hideSecrets(tail, ''))
        .filter((line) => !tapCount.test(line))
        .slice(-8)

/** A line of TAP that counts tests. */
const tapCount = /^# (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) \d/

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
