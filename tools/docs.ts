// Writes the page on assumptions and the table of options: `npm run docs`. Tests hold both to be current.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { listenOptions } from '../src/app/listen-options.ts'
import type { OptionRow } from '../src/app/option.ts'
import { fakeOptions, optionRows } from '../src/app/options.ts'
import { type AssumptionId, assumptionIds, register } from '../src/assumptions/register.ts'
import type { Row } from '../src/assumptions/row.ts'
import { assessmentRows } from '../src/assumptions/rows/assessments.ts'
import { createRows } from '../src/assumptions/rows/create.ts'
import { errorRows } from '../src/assumptions/rows/errors.ts'
import { eventRows } from '../src/assumptions/rows/events.ts'
import { formRows } from '../src/assumptions/rows/form.ts'
import { jobRows } from '../src/assumptions/rows/jobs.ts'
import { keyRows } from '../src/assumptions/rows/keys.ts'
import { listRows } from '../src/assumptions/rows/lists.ts'
import { resourceRows } from '../src/assumptions/rows/resources.ts'
import { flagOf, variableOf } from '../src/cli/config/flags.ts'
import type { Need } from '../src/resolve/probe.ts'
import { probes } from '../src/resolve/run-probes.ts'

const introduction = `# Assumptions

The interface document leaves more than 70 points open. This page lists how cloudsec-fake answers each of them: the question,
the options, the default and its reason, and how [\`cloudsec-fake resolve\`](resolve.md) finds out which option a service follows.

## Choose an option

| for                      | do                                                                                                  |
| ------------------------ | --------------------------------------------------------------------------------------------------- |
| a fake, at the start     | \`npx cloudsec-fake --assume limitAboveMax=clamp listOrder=by_id\`, or \`--assumptions FILE\`         |
| a sandbox, while it runs | \`npx cloudsec-fake assumptions set limitAboveMax=clamp\`, \`PATCH /_control/assumptions\` with \`{ "limitAboveMax": "clamp" }\`, or \`sandbox.assumptions.set({ limitAboveMax: 'clamp' })\` |
| as long as a scenario is on | \`"assume"\` in the [scenario](rules.md#write-a-scenario); it overrides both                     |

An unknown id or option is refused, with the closest known ones. \`npx cloudsec-fake assumptions\` lists the current choices, and
\`npx cloudsec-fake requests show ID\` the assumptions that decided an answer.

One limit is not an assumption, because the fake protects itself with it: a request body above 1 MiB, also once it is decoded,
is an \`invalid_request\`.

This page is generated: \`npm run docs\`.
`

/** The rows that clients stumble on most often. */
const frequent = [
  'limitAboveMax',
  'pageLinksAtEdge',
  'pageLinkBase',
  'pendingRead',
  'errorStatus',
  'assessmentCreateStatus',
  'unknownBodyFields',
  'rateWindow',
  'resourceIdFormat',
] as const satisfies readonly AssumptionId[]

function renderFrequent(): string {
  const rows = frequent.map((id) => {
    const { options, default: usual }: Row = register[id]
    const others = Object.keys(options).filter((name) => name !== usual)
    return `| ${linkTo(id)} | \`${usual}\` | ${others.map((name) => `\`${name}\``).join(', ')} |`
  })
  const head = ['## The ones that clients meet first', '', '| id | default | or |', '| --- | --- | --- |']
  return [...head, ...rows].join('\n')
}

/** The areas of the register, in its order. */
const areas: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
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

function renderContents(): string {
  const rows = Object.entries(areas).map(
    ([area, group]) => `| [${area}](#${anchorOf(area)}) | ${Object.keys(group).map(linkTo).join(', ')} |`,
  )
  return ['## All assumptions', '', '| about | assumptions |', '| --- | --- |', ...rows].join('\n')
}

const anchorOf = (heading: string): string => heading.toLowerCase().replaceAll(',', '').replaceAll(' ', '-')

function renderAreas(): string {
  const renderOf = (group: Readonly<Record<string, Row>>): readonly string[] =>
    assumptionIds.filter((id) => Object.hasOwn(group, id)).map((id) => renderRow(id, register[id]))
  return Object.entries(areas)
    .map(([area, group]) => [`## ${area}`, ...renderOf(group)].join('\n\n'))
    .join('\n\n')
}

const linkTo = (id: string): string => `[\`${id}\`](#${id.toLowerCase()})`

function renderRow(id: AssumptionId, { section, question, options, default: usual, reason }: Row): string {
  const choices =
    options === 'whole_number'
      ? [`- \`${usual}\`, or any whole number of at least 1`]
      : Object.entries(options)
          .toSorted(([a], [b]) => Number(b === usual) - Number(a === usual))
          .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  return [`### ${id}`, `§${section}. ${question}`, choices.join('\n'), `Default: ${reason}`, describeProbe(id)].join(
    '\n\n',
  )
}

function describeProbe(id: AssumptionId): string {
  const { needs = [], wants, hiddenBy = [] } = probes[id]
  const reads = wants === undefined ? 'only reads' : `only reads; some options need ${needTexts[wants]}`
  const means = needs.length === 0 ? reads : `needs ${needs.map((need) => needTexts[need]).join(', ')}`
  const hidden = hiddenBy.map(({ row, options, reason, but = [] }) => {
    const part = but.length === 0 ? '' : ` (except \`${but.join('`, `')}\`)`
    return ` Hidden${part} if ${row} is \`${options.join('` or `')}\`: ${reason}.`
  })
  return `\`resolve\` ${means}.${hidden.join('')}`
}

const needTexts: Readonly<Record<Need, string>> = {
  write: 'to create records',
  wait: 'to wait',
  limitedKey: 'a key with one permission',
  otherKey: 'a second key',
  spareKey: 'a key with a quota that may be used up',
  receiver: 'an address for webhooks',
  failedAssessment: 'an assessment that failed',
}

/** The page, as the text of its file. */
export function renderRegister(): string {
  return `${[introduction.trimEnd(), renderFrequent(), renderContents(), renderAreas()].join('\n\n')}\n`
}

const start = '<!-- options -->\n'
const end = '<!-- /options -->'

/** The page on configuration with its table of options: one row an option, between the two marks. */
export function renderOptions(page: string): string {
  const [before = '', rest] = page.split(start)
  const [, after] = rest?.split(end) ?? []
  if (after === undefined) throw new Error(`the page has no table between ${start.trim()} and ${end}`)
  const heading = ['| flag | variable | in programs | meaning (default) |', '| --- | --- | --- | --- |']
  const log = "| | | `log` | log for what the fake does, such as `createLog('debug', console.error)` (a silent one) |"
  return `${before}${start}\n${[...heading, ...optionRows.map(renderOption), log].join('\n')}\n\n${end}${after}`
}

function renderOption({ name, short, description, choices, default: usual, defaultInPrograms }: OptionRow): string {
  const flag = `${short === undefined ? '' : `\`-${short}\`, `}\`${flagOf(name)}\``
  const isOfPrograms = Object.hasOwn(listenOptions, name) || Object.hasOwn(fakeOptions, name)
  const known = choices === undefined ? '' : `: ${choices.map((choice) => `\`${choice}\``).join(', ')}`
  const programs = defaultInPrograms === undefined ? '' : `; in programs ${defaultInPrograms}`
  const meaning = `${description}${known}${usual === undefined ? '' : ` (${usual}${programs})`}`
  return `| ${[flag, `\`${variableOf(name)}\``, isOfPrograms ? `\`${name}\`` : '', meaning].join(' | ')} |`
}

const docs = new URL('../docs/', import.meta.url)

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('assumptions.md', docs), renderRegister())
  const configuration = new URL('configuration.md', docs)
  writeFileSync(configuration, renderOptions(readFileSync(configuration, 'utf8')))
}
