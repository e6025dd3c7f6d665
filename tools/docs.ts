// Writes the page on the assumption register: `npm run docs`. A test holds it to be current.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { type AssumptionId, assumptionIds, register } from '../src/assumptions/register.ts'
import type { Row } from '../src/assumptions/row.ts'
import type { Need } from '../src/resolve/probe.ts'
import { probes } from '../src/resolve/run-probes.ts'

const introduction = `# Assumptions

What the interface document leaves open, and how cloudsec-fake answers it. Each row can be chosen at the start
(\`--assume ID=OPTION\`), for a sandbox while it runs (\`cloudsec-fake assumptions set ID=OPTION\`, \`PATCH /_control/assumptions\`,
\`box.assumptions.set\`) and by a scenario (\`assume\`). The default stands first. What a service does is found out by \`cloudsec-fake resolve\`.

One point is no row, since the fake needs a bound for its own safety whatever a service does: it refuses a request body above
1 MiB with \`invalid_request\`. The bound also holds for what a body is once it is decoded.

This page is written from \`src/assumptions/\` by \`npm run docs\`.
`

function renderRow(id: AssumptionId, { section, question, options, default: usual, reason }: Row): string {
  const choices =
    options === 'whole_number'
      ? [`- \`${usual}\`, or any whole number of at least 1`]
      : Object.entries(options)
          .toSorted(([a], [b]) => Number(b === usual) - Number(a === usual))
          .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  const found = `Found out by: ${describeProbe(id)}`
  return [`## ${id}`, `§${section}. ${question}`, choices.join('\n'), `Default: ${reason}`, found].join('\n\n')
}

function describeProbe(id: AssumptionId): string {
  const { needs = [], wants, hiddenBy = [] } = probes[id]
  const alone = wants === undefined ? 'reading alone' : `reading, and for some options ${needTexts[wants]}`
  const means = needs.length === 0 ? alone : needs.map((need) => needTexts[need]).join(', ')
  const hidden = hiddenBy.map(({ row, options, reason, but = [] }) => {
    const part = but.length === 0 ? '' : ` (but for \`${but.join('`, `')}\`)`
    return ` Not${part} where ${row} is \`${options.join('` or `')}\`: ${reason}.`
  })
  return `${means}.${hidden.join('')}`
}

const needTexts: Readonly<Record<Need, string>> = {
  write: 'creating records',
  wait: 'waiting',
  limitedKey: 'a key with one permission',
  otherKey: 'a second key',
  spareKey: 'a key whose quota may be used up',
  receiver: 'an address for webhooks',
  failedAssessment: 'an assessment that failed',
}

/** The page, as the text of its file. */
export function renderRegister(): string {
  return `${[introduction.trimEnd(), ...assumptionIds.map((id) => renderRow(id, register[id]))].join('\n\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('../docs/assumptions.md', import.meta.url), renderRegister())
}
