import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Command } from 'commander'

import { operations } from '../../core/app/areas.ts'
import { InputError, quote, renamed } from '../../core/lib/input-error.ts'
import { readTextFile } from '../../core/lib/json-files.ts'
import { toTable } from '../../core/lib/table.ts'
import { bodilessStatuses } from '../../core/spec/errors.ts'
import { inferChoices } from '../../tools/capture/assemble.ts'
import { type DriftFinding, type DriftReport, toDriftReport } from '../../tools/drift/compare.ts'
import { type Answer, readCorpus, toAnswers } from '../../tools/drift/corpus.ts'
import { vocabularyOf } from '../../tools/drift/form.ts'
import { gather } from '../../tools/drift/gather.ts'
import { type RecordedExchange, skipReason } from '../../tools/resolve/recorded-exchange.ts'
import { counted } from '../../tools/sweep/text.ts'
import { answeredAreas } from '../captured-fake.ts'
import { readChoiceFile } from '../config/choices.ts'
import { addFormatFlag } from '../config/format-flag.ts'
import { documentOf } from '../fake-documents.ts'
import { exitCodes, exitWith, type Io } from '../io.ts'
import { addServiceFlags, openService, readRecording, type ServiceFlags } from '../live-service.ts'
import { print } from '../remote.ts'

interface DriftFlags extends ServiceFlags {
  readonly corpus?: string
  readonly fixtures?: string
  readonly assumptions?: string
  readonly format: 'text' | 'json' | 'markdown'
}

export function addDrift(program: Command, io: Io): void {
  const command = addServiceFlags(
    program.command('drift').description('find answers of a service that the fake cannot give'),
  )
    .option('--corpus <file>', 'answers of the service that capture kept')
    .option('--fixtures <dir>', 'the fixtures of your fake (default: built-in)')
    .option(
      '--assumptions <file>',
      'the choices that the answers do not show (default: assumptions.json beside the corpus)',
    )
  addFormatFlag(command, ['text', 'json', 'markdown']).action(async (flags: DriftFlags) => {
    // A variable names the service for every command; beside a file, only the flag counts.
    const isByFlag = command.getOptionValueSource('baseUrl') === 'cli'
    const hasFile = flags.har !== undefined || flags.corpus !== undefined
    await drift(isByFlag || !hasFile ? flags : { ...flags, baseUrl: undefined }, io)
  })
}

async function drift(flags: DriftFlags, io: Io): Promise<void> {
  const { fixtures, format } = flags
  const { source, answersBy, choices, notes } = await readSource(flags)
  const document = await documentOf({ assume: choices, ...(fixtures !== undefined && { fixtures }) }).catch(
    (error: unknown) => {
      throw renamed(error, [['fixtures', '--fixtures']])
    },
  )
  const answers = answersBy(vocabularyOf(document))
  const report = { source, ...toDriftReport(answers, document, choices), notes }
  if (report.compared.values === 0 && report.findings.length === 0) throw nothingIn(source)
  if (format === 'markdown') io.out(`${toMarkdown(report)}\n`)
  else print(io, flags, report, () => describeDrift(report))
  if (report.findings.length > 0) throw exitWith(exitCodes.differences)
}

const nothingIn = (source: string): Error => new Error(`${source}: nothing to compare: it has no answer of the service`)

function readAnswers(corpus: string): readonly Answer[] {
  const answers = readCorpus(readTextFile(corpus), corpus)
  if (answers.length === 0) throw new Error(`${corpus}: the corpus has no answers`)
  const unknown = answers.find(({ operation }) => !operations.some(({ id }) => id === operation))
  if (unknown === undefined) return answers
  throw new InputError(`${quote(unknown.operation)} is not a documented operation`, { field: corpus })
}

async function readSource(flags: DriftFlags) {
  const { corpus, har, baseUrl } = flags
  const [source, ...others] = [corpus, har, baseUrl].filter((one) => one !== undefined)
  if (source === undefined || others.length > 0)
    throw new InputError('drift: expected one of --corpus, --har and --base-url')
  const beside = join(dirname(source), 'assumptions.json')
  const file = flags.assumptions ?? (source === corpus && existsSync(beside) ? beside : undefined)
  const given = file === undefined ? {} : readChoiceFile(file)
  if (source === corpus) {
    const answers = readAnswers(corpus)
    return { source, answersBy: () => answers, choices: given, notes: [] }
  }
  const { seen, choices, notes } = await readService(flags, source)
  const answersBy = (vocabulary: ReadonlySet<string>) => toAnswers(seen, operations, vocabulary)
  return { source, answersBy, choices: { ...given, ...inferChoices(answeredAreas, seen), ...choices }, notes }
}

async function readService(flags: DriftFlags, source: string) {
  const isRecording = flags.har !== undefined
  const { seen, choices, stopped } = await gather(isRecording ? readRecording(flags.har) : await openService(flags))
  const kept = isRecording ? seen.filter(hasBody) : seen
  if (!kept.some((one) => one.isServed || one.code !== undefined)) throw nothingIn(source)
  const lost = seen.length - kept.length
  const notes = stopped === undefined ? [] : [`Stopped early: ${stopped}.`]
  const unread = new Set(kept.flatMap((one) => one.unread)).size
  if (unread > 0) notes.push(`${unread} records were skipped: ${skipReason}.`)
  if (lost > 0) notes.push(`The recording has no body for ${lost} more answers.`)
  return { seen: kept, choices, notes }
}

/** Browsers record some answers without a body. */
const hasBody = ({ method, text, status, headers }: RecordedExchange): boolean =>
  text !== '' || method === 'HEAD' || headers['content-length'] === '0' || bodilessStatuses.has(status)

interface Shown extends DriftReport {
  /** Where the answers came from (`a.har`). */
  readonly source: string
  readonly notes: readonly string[]
}

type Table = readonly (readonly string[])[]

/** The parts of a report: sentences, and tables with headings. */
function partsOf({ source, compared, findings, notes }: Shown): readonly (string | Table)[] {
  const { answers, operations, values } = compared
  return [
    `Compared ${counted(answers, 'answer')} of ${counted(operations, 'operation')} from ${source}: ${counted(values, 'value')}.`,
    ...notes,
    ...(findings.length === 0
      ? ['The fake can answer the same.']
      : [
          `The fake cannot answer the same: ${counted(findings.length, 'difference')} that no option of the register explains.`,
          [['PROBLEM', 'WHERE', 'EXPECTED', 'GOT', 'SEEN', 'OPERATIONS'], ...findings.map(toRow)],
        ]),
  ]
}

const toRow = (one: DriftFinding): readonly string[] => [
  one.problem,
  one.pointer || 'the body',
  one.expected,
  one.came,
  `${one.seen} of ${one.of}`,
  `${one.operations.join(', ')} (${one.statuses.join(', ')})`,
]

const describeDrift = (report: Shown): string =>
  partsOf(report)
    .map((part) => (typeof part === 'string' ? part : `\n${toTable(part)}\n`))
    .join('\n')
    .trimEnd()

const toMarkdown = (report: Shown): string =>
  ['# Drift', ...partsOf(report).map((part) => (typeof part === 'string' ? part : toMarkdownTable(part)))].join('\n\n')

function toMarkdownTable([head = [], ...rows]: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  const codes = rows.map((row) =>
    line(row.map((cell) => `\`${cell.replaceAll('|', String.raw`\|`).replaceAll('`', "'")}\``)),
  )
  return [
    line(head.map((cell) => cell.charAt(0) + cell.slice(1).toLowerCase())),
    line(head.map(() => '---')),
    ...codes,
  ].join('\n')
}
