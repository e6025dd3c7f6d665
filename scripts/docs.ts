// Writes the list of assumptions and the tables of options and calls into their pages: `npm run docs`. Tests check
// that they are current.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { flagOf, variableOf } from '../src/cli/config/flags.ts'
import { listenOptions } from '../src/core/app/listen-options.ts'
import type { OptionRow } from '../src/core/app/option.ts'
import { fakeOptions, optionRows } from '../src/core/app/options.ts'
import { type AssumptionId, assumptionIds, register } from '../src/core/assumptions/register.ts'
import type { Row } from '../src/core/assumptions/row.ts'
import { assessmentRows } from '../src/core/assumptions/rows/assessments.ts'
import { createRows } from '../src/core/assumptions/rows/create.ts'
import { errorRows } from '../src/core/assumptions/rows/errors.ts'
import { eventRows } from '../src/core/assumptions/rows/events.ts'
import { formRows } from '../src/core/assumptions/rows/form.ts'
import { jobRows } from '../src/core/assumptions/rows/jobs.ts'
import { keyRows } from '../src/core/assumptions/rows/keys.ts'
import { listRows } from '../src/core/assumptions/rows/lists.ts'
import { resourceRows } from '../src/core/assumptions/rows/resources.ts'
import type { Probe } from '../src/tools/resolve/probe.ts'
import { probeOf } from '../src/tools/resolve/run-probes.ts'
import { renderTable } from './kits/table.ts'

/** The areas of the register, in its order. */
const areas: Readonly<Record<string, object>> = {
  'Create calls': createRows,
  Assessments: assessmentRows,
  Resources: resourceRows,
  Jobs: jobRows,
  'Lists, pages and filters': listRows,
  'Errors and methods': errorRows,
  'Keys and quotas': keyRows,
  Notifications: eventRows,
  'All answers': formRows,
}

function renderAreas(): string {
  const renderOf = (group: object): readonly string[] =>
    assumptionIds.filter((id) => Object.hasOwn(group, id)).map((id) => renderRow(id, register[id]))
  return Object.entries(areas)
    .map(([area, group]) => [`## ${area}`, ...renderOf(group)].join('\n\n'))
    .join('\n\n')
}

function renderRow(id: AssumptionId, { section, question, options, default: defaultOption, reason }: Row): string {
  const choices =
    options === 'whole_number'
      ? [`- \`${defaultOption}\`, or any whole number of at least 1`]
      : Object.entries(options)
          .toSorted(([a], [b]) => Number(b === defaultOption) - Number(a === defaultOption))
          .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  const why = [`Default: ${reason}`, ...hidingsOf(probeOf(id))].join(' ')
  return [`### ${id}`, `§${section}. ${question}`, choices.join('\n'), why].join('\n\n')
}

/** The cases in which an option of another row hides this option from `resolve`. */
function hidingsOf({ hiddenBy = {}, neverHidden = [] }: Probe): readonly string[] {
  const part = neverHidden.length === 0 ? '' : ` (except \`${neverHidden.join('`, `')}\`)`
  return Object.entries<readonly unknown[]>(hiddenBy).map(
    ([row, options]) => `Hidden${part} if ${row} is \`${options.join('` or `')}\`.`,
  )
}

/** Replaces the generated part of a page between its two markers. */
function fill(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`]
  const [before = '', rest] = page.split(start)
  const [, after] = rest?.split(end) ?? []
  if (after === undefined) throw new Error(`the page has no part between ${start.trim()} and ${end}`)
  return `${before}${start}\n${text}\n\n${end}${after}`
}

/** Fills the page on assumptions with all rows of the register. */
export function renderRegister(page: string): string {
  return fill(page, 'assumptions', renderAreas())
}

/** Fills the page on configuration with its table of options. */
export function renderOptions(page: string): string {
  const heading = ['| flag | variable | in programs | meaning (default) |', '| --- | --- | --- | --- |']
  const log = "| | | `log` | log for what the fake does, such as `createLog('debug', console.error)` (a silent one) |"
  return fill(page, 'options', [...heading, ...optionRows.map(renderOption), log].join('\n'))
}

/** Fills the page on calls with its table. */
export async function renderCalls(page: string): Promise<string> {
  return fill(page, 'calls', await renderTable())
}

function renderOption({
  name,
  short,
  description,
  choices,
  default: defaultOption,
  defaultInPrograms,
}: OptionRow): string {
  const flag = `${short === undefined ? '' : `\`-${short}\`, `}\`${flagOf(name)}\``
  const isOfPrograms = Object.hasOwn(listenOptions, name) || Object.hasOwn(fakeOptions, name)
  const known = choices === undefined ? '' : `: ${choices.map((choice) => `\`${choice}\``).join(', ')}`
  const programs = defaultInPrograms === undefined ? '' : `; in programs ${defaultInPrograms}`
  const meaning = `${description}${known}${defaultOption === undefined ? '' : ` (${defaultOption}${programs})`}`
  return `| ${[flag, `\`${variableOf(name)}\``, isOfPrograms ? `\`${name}\`` : '', meaning].join(' | ')} |`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const renders = { 'assumptions.md': renderRegister, 'configuration.md': renderOptions, 'calls.md': renderCalls }
  for (const [name, render] of Object.entries(renders)) {
    const file = new URL(`../docs/${name}`, import.meta.url)
    writeFileSync(file, await render(readFileSync(file, 'utf8')))
  }
}
