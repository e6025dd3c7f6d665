import { errorStatuses } from '../assumptions/error-statuses.ts'
import { type Profile, register } from '../assumptions/register.ts'
import type { Row } from '../assumptions/row.ts'
import { grouped } from '../lib/grouped.ts'
import { listed } from '../lib/listed.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { type AcceptedFile, reasonFor } from './accepted.ts'
import type { Swept } from './engine.ts'
import { isHard, sweepFaults } from './faults.ts'
import type { ChangedRequest, Finding, Misbehaviour, SweepReport } from './report.ts'
import type { Broken, GroupRun } from './search.ts'
import { changedRequest, operationsIn, rowsIn, type Trace } from './trace.ts'
import { isFault, type RowVariant, type Variant } from './variants.ts'

interface Given {
  readonly command: readonly string[]
  readonly chosen: Profile
  readonly accepted: AcceptedFile
}

export function toReport(swept: Swept, { command, chosen, accepted }: Given): SweepReport {
  const { baseline, passed, leftOut, neverMet, passing, isFlaky, runs } = swept
  const findings = swept.broken.map((one) => toFinding(one, baseline.trace, chosen, accepted))
  const survived = new Set(passed.map(({ id }) => id))
  return {
    command: command.map((text) => hideSecrets(text, '')),
    baseline: {
      durationMs: Math.round(baseline.durationMs),
      requests: baseline.trace.entries.length,
      tests: baseline.tests,
      operations: [...operationsIn(baseline.both)].toSorted(),
      assumptions: [...rowsIn(baseline.both)].toSorted(),
    },
    runs,
    findings: [...grouped(findings, causeOf).values()].flatMap(joined),
    misbehaviours: misbehavioursIn(passing, baseline.verdicts, accepted),
    flaky: swept.flaky.map(({ members, run }) => ({ id: idOf(members), tests: run.tests?.failed ?? [] })),
    isFlaky,
    passed: idsOf(passed),
    neverMet: idsOf(neverMet),
    leftOut: idsOf(leftOut),
    stale: accepted.findings.map(({ id }) => id).filter((id) => survived.has(id)),
  }
}

const idsOf = (variants: readonly Variant[]): readonly string[] => variants.map(({ id }) => id)

const idOf = (members: readonly Variant[]): string => listed(members, ' + ', ({ id }) => id, 3)

function toFinding({ members, run }: Broken, baseline: Trace, chosen: Profile, accepted: AcceptedFile): Finding {
  const { outcome, exitCode, tests, tail, trace, plan, verdicts } = run
  const id = idOf(members)
  const request = changedRequest(trace, baseline, (entry) => plan.causesOf(entry).some((one) => members.includes(one)))
  const failed = tests?.failed ?? []
  const rows = members.filter((one) => one.kind === 'assumption')
  const faults = members.filter(isFault)
  const sections = rows.map(({ row }) => register[row].section)
  return {
    id,
    also: [],
    kind: rows.length > 0 ? 'assumption' : 'fault',
    title: [...rows.map(({ row }) => register[row].question), ...faults.map(({ fault }) => fault.title)].join(' '),
    question: rows.length === 0 ? null : rows.map((row) => questionOf(row, chosen, request)).join(' '),
    section: sections.length === 0 ? null : sections.join(', '),
    advice: faults.length === 0 ? null : [...new Set(faults.map(({ fault }) => fault.advice))].join(' '),
    outcome: outcome === 'passed' ? 'failed' : outcome,
    exitCode,
    tests: failed,
    output:
      failed.length > 0
        ? []
        : hideSecrets(tail, '')
            .split('\n')
            .filter((line) => line.trim() !== '')
            .slice(-8),
    request,
    verdicts,
    accepted: reasonFor(id, accepted),
  }
}

/** The same for findings that have one cause: one row, or lost answers, at one operation, with the same failed tests or output. */
function causeOf({ id, kind, outcome, tests, output, request, accepted }: Finding): string {
  const names = tests.length > 0 ? tests.map(({ name }) => name) : output
  const isHardFault = sweepFaults.some((fault) => isHard(fault) && id.startsWith(`${fault.id}@`))
  const subject = isHardFault ? '' : id.replace(/[=@][^ ]*/, '')
  const known = names.length > 0 && request !== null
  return JSON.stringify(known ? [kind, subject, outcome, names, request.operation, accepted] : id)
}

const joined = ([first, ...others]: readonly Finding[]): readonly Finding[] =>
  first === undefined ? [] : [{ ...first, also: others.map(({ id }) => id) }]

/** The verdicts on the client in runs that passed, each with the variants whose rules fired, or with the whole group. */
function misbehavioursIn(
  runs: readonly GroupRun[],
  usual: ReadonlySet<string>,
  accepted: AcceptedFile,
): readonly Misbehaviour[] {
  const found = runs.flatMap(({ verdicts, members, plan }) =>
    verdicts
      .filter(({ id }) => !usual.has(id))
      .map((verdict): Misbehaviour => {
        const causes = new Set(plan.causesOf({ fired: [...verdict.fired], used: [] }))
        const id = `${verdict.id} under ${idOf(causes.size === 0 ? members : [...causes])}`
        return { ...verdict, id, accepted: reasonFor(id, accepted) }
      }),
  )
  return [...new Map(found.toReversed().map((one) => [one.id, one])).values()].toReversed()
}

/** Options that need other words in a question than in the register. */
const plainly: Readonly<Record<string, string>> = {
  blank_record: 'with a record that looks finished: score 0, and no findings',
}

/** The question to ask the owners of the service about a row. @param chosen the options under which the client works @param request that the option changed */
function questionOf({ row: id, option }: RowVariant, chosen: Profile, request: ChangedRequest | null): string {
  const row: Row = register[id]
  const code = request?.actual.code ?? request?.expected?.code ?? null
  const at = request?.operation === null || request === null ? '' : `${request.operation}: `
  if (id === 'errorStatus' && code !== null) {
    const [needed, got] = [chosen.errorStatus, option].map((one) => statusUnder(String(one), code))
    return `${at}Which HTTP status does ${code} have? Our client needs ${needed}, and breaks on ${got}.`
  }
  return `${at}${row.question} Our client needs ${described(row, chosen[id])}, and breaks on ${described(row, option)}.`
}

function statusUnder(option: string, code: string): number | undefined {
  const statuses = Object.entries(errorStatuses).find(([name]) => name === option)?.[1]
  return Object.entries(statuses ?? errorStatuses.conventional).find(([name]) => name === code)?.[1]
}

/** The most characters of an option in a question. Its first part says enough where it is longer. */
const mostOfOption = 70

function described({ options }: Row, choice: string | number): string {
  const sentence = options === 'whole_number' ? undefined : (plainly[choice] ?? options[choice])
  if (sentence === undefined) return String(choice)
  const shown = sentence.length > mostOfOption ? (sentence.split(/[:;] /)[0] ?? sentence) : sentence
  return `"${shown}" (${choice})`
}
