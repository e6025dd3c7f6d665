import { errorStatuses } from '../assumptions/error-statuses.ts'
import { type Profile, register } from '../assumptions/register.ts'
import type { Row } from '../assumptions/row.ts'
import { grouped } from '../lib/grouped.ts'
import { listed } from '../lib/listed.ts'
import { hideSecrets } from '../lib/secrets.ts'
import { type AcceptedFile, reasonFor } from './accepted.ts'
import type { Swept } from './engine.ts'
import { isHard } from './faults.ts'
import type { ChangedRequest, Finding } from './report.ts'
import type { Broken, GroupRun } from './search.ts'
import { changedRequest, operationsIn, rowsIn, type Trace } from './trace.ts'
import { isFault, type RowVariant, type Variant } from './variants.ts'

interface Given {
  readonly command: readonly string[]
  readonly chosen: Profile
  readonly accepted: AcceptedFile
}

export type SweepReport = Readonly<ReturnType<typeof toReport>>

/** The result of a sweep, as every form of its report shows it. */
export function toReport(swept: Swept, { command, chosen, accepted }: Given) {
  const { baseline, broken, flaky, passing, isFlaky, runs } = swept
  const found = broken.map((one) => ({ one, finding: toFinding(one, baseline.trace, chosen, accepted) }))
  const breaking = [...grouped(found, causeOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : { ...first.finding, also: others.map(({ finding }) => finding.id) },
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
    findings: [...breaking, ...misbehavioursIn(passing, baseline.verdicts, accepted)],
    /** Variants under which the suite failed once and then passed. */
    flaky: flaky.map(({ members, run }) => ({ id: nameOf(members), tests: run.tests?.failed ?? [] })),
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

const idsOf = (some: readonly Pick<Variant, 'id'>[]): readonly string[] => some.map(({ id }) => id)

const nameOf = (members: readonly Variant[]): string => listed(members, ' + ', ({ id }) => id, 3)

function toFinding({ members, run }: Broken, baseline: Trace, chosen: Profile, accepted: AcceptedFile): Finding {
  const { outcome, exitCode, tests, tail, trace, plan, verdicts } = run
  const id = nameOf(members)
  const request = changedRequest(trace, baseline, (entry) => plan.causesOf(entry).some((one) => members.includes(one)))
  const failed = tests?.failed ?? []
  const rows = members.filter((one) => one.kind === 'assumption')
  const faults = members.filter(isFault).map(({ fault }) => fault)
  return {
    id,
    also: [],
    kind: rows.length > 0 ? 'assumption' : 'fault',
    title: [...rows.map(({ row }) => register[row].question), ...faults.map(({ title }) => title)].join(' '),
    question: rows.length === 0 ? null : rows.map((row) => questionOf(row, chosen, request)).join(' '),
    advice: faults.length === 0 ? null : [...new Set(faults.map(({ advice }) => advice))].join(' '),
    outcome,
    exitCode,
    tests: failed,
    output: failed.length > 0 ? [] : lastLines(hideSecrets(tail, '')),
    request,
    verdicts,
    accepted: reasonFor(id, accepted),
  }
}

const lastLines = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(-8)

/** The same for findings of one cause: one row, one fault or lost answers, at one operation, with the same failed tests or output. */
function causeOf({ one, finding }: { readonly one: Broken; readonly finding: Finding }): string {
  const { id, outcome, tests, output, request, accepted } = finding
  const failed = tests.length > 0 ? tests.map(({ name }) => name) : output
  if (failed.length === 0 || request === null) return id
  const subjects = one.members.map((member) => {
    if (!isFault(member)) return member.row
    return isHard(member.fault) ? 'no answer' : member.fault.id
  })
  return JSON.stringify([...new Set(subjects), outcome, failed, request.operation, accepted])
}

/** The verdicts on the client in runs that passed, each with the variants whose rules fired, or with the whole group. */
function misbehavioursIn(
  runs: readonly GroupRun[],
  usual: ReadonlySet<string>,
  accepted: AcceptedFile,
): readonly Finding[] {
  const found = new Map<string, Finding>()
  for (const { verdicts, members, plan, outcome, exitCode } of runs) {
    for (const verdict of verdicts.filter((one) => !usual.has(one.id))) {
      const causes = new Set(plan.causesOf({ fired: [...verdict.fired], used: [] }))
      const id = `${verdict.id} under ${nameOf(causes.size === 0 ? members : [...causes])}`
      if (found.has(id)) continue
      const { title, advice } = verdict
      const none = { also: [], question: null, tests: [], output: [], request: null }
      const reason = reasonFor(id, accepted)
      found.set(id, {
        ...none,
        id,
        kind: 'conduct',
        title,
        advice,
        outcome,
        exitCode,
        verdicts: [verdict],
        accepted: reason,
      })
    }
  }
  return [...found.values()]
}

/** The question to ask the owners of the service about a row. @param chosen the options under which the client works @param request that the option changed */
function questionOf({ row: id, option }: RowVariant, chosen: Profile, request: ChangedRequest | null): string {
  const row: Row = register[id]
  const code = id === 'errorStatus' ? (request?.actual.code ?? request?.expected?.code) : undefined
  const at = typeof request?.operation === 'string' ? `${request.operation}: ` : ''
  const question = code ? `Which HTTP status does ${code} have?` : row.question
  const [needed, got] = [chosen[id], option].map((one) => (code ? statuses[one]?.[code] : described(row, one)))
  return `${at}${question} Our client needs ${needed}, and breaks on ${got}. (§${row.section})`
}

const statuses: Readonly<Record<string, Readonly<Record<string, number>>>> = errorStatuses

/** Options that need other words in a question than in the register. */
const plainly: Readonly<Record<string, string>> = {
  blank_record: 'with a record that looks finished: score 0, and no findings',
}

/** The most characters of an option in a question. Its first part says enough where it is longer. */
const mostOfOption = 70

function described({ options }: Row, choice: string | number): string {
  const sentence = options === 'whole_number' ? undefined : (plainly[choice] ?? options[choice])
  if (sentence === undefined) return String(choice)
  const shown = sentence.length > mostOfOption ? (sentence.split(/[:;] /)[0] ?? sentence) : sentence
  return `"${shown}" (${choice})`
}
