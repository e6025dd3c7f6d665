import type { Change } from '../../drift/changed.ts'
import type { Finding } from '../../drift/compare.ts'
import type { DriftReport } from '../../drift/report.ts'
import { toTable } from '../../lib/table.ts'

interface Notes {
  /** What the answers came from (`a.har`). */
  readonly source: string
  /** Why fewer answers were compared than there could be. */
  readonly notes: readonly string[]
}

type Shown = DriftReport & Notes

type Table = readonly (readonly string[])[]

/** The parts of a report: sentences, and tables with their heads. */
function partsOf({ source, compared, findings, changes, explained, notes }: Shown): readonly (string | Table)[] {
  const { answers, operations, values } = compared
  const options = Object.entries(explained).map(([id, option]) => `${id}=${option}`)
  return [
    `Compared ${counted(answers, 'answer')} of ${counted(operations, 'operation')} from ${source}: ${counted(values, 'value')}.`,
    ...notes,
    ...(options.length === 0 ? [] : [`Explained by ${options.join(', ')}, which no other answer shows.`]),
    findings.length === 0
      ? 'The fake can answer so.'
      : `The fake cannot answer so: ${counted(findings.length, 'difference')} that no option of the register explains.`,
    ...(findings.length === 0
      ? []
      : [[['PROBLEM', 'WHERE', 'EXPECTED', 'CAME', 'SEEN', 'OPERATIONS'], ...findings.map(toRow)]]),
    ...(changes.length === 0
      ? []
      : [
          `The service changed since the corpus: ${counted(changes.length, 'change')}.`,
          [['WHERE', 'BEFORE', 'NOW', 'OPERATIONS'], ...changes.map(toChangeRow)],
        ]),
  ]
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const whereOf = (pointer: string): string => pointer || 'the body'

const toRow = ({ problem, pointer, expected, came, seen, of, operations, statuses }: Finding): readonly string[] => [
  problem,
  whereOf(pointer),
  expected,
  came,
  `${seen} of ${of}`,
  `${operations.join(', ')} (${statuses.join(', ')})`,
]

const toChangeRow = ({ pointer, before, now, operations }: Change): readonly string[] => [
  whereOf(pointer),
  before,
  now,
  operations.join(', '),
]

export const describeDrift = (report: Shown): string =>
  partsOf(report)
    .map((part) => (typeof part === 'string' ? part : `\n${toTable(part)}\n`))
    .join('\n')
    .trimEnd()

export const toMarkdown = (report: Shown): string =>
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
