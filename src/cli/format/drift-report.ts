import { toTable } from '../../core/lib/table.ts'
import type { DriftFinding, DriftReport } from '../../tools/drift/compare.ts'
import { counted } from '../../tools/sweep/text.ts'

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

const toRow = ({
  problem,
  pointer,
  expected,
  came,
  seen,
  of,
  operations,
  statuses,
}: DriftFinding): readonly string[] => [
  problem,
  pointer || 'the body',
  expected,
  came,
  `${seen} of ${of}`,
  `${operations.join(', ')} (${statuses.join(', ')})`,
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
