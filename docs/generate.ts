// Writes the page on the assumption register: `npm run docs`. A test holds it to be current.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { assumptionIds, register } from '../src/assumptions/register.ts'
import type { Row } from '../src/assumptions/row.ts'

const introduction = `# Assumptions

What the interface document leaves open, and how cloudsec-fake answers it. Each row can be chosen at the start
(\`--assume ID=OPTION\`), for a sandbox while it runs (\`cloudsec-fake assumptions set ID=OPTION\`, \`PATCH /_control/assumptions\`,
\`box.assumptions.set\`) and by a scenario (\`assume\`). The default stands first.

This page is written from \`src/assumptions/\` by \`npm run docs\`.
`

function renderRow(id: string, { section, question, options, default: usual, reason }: Row): string {
  const choices =
    options === 'whole_number'
      ? [`- \`${usual}\`, or any whole number of at least 1`]
      : Object.entries(options)
          .toSorted(([a], [b]) => Number(b === usual) - Number(a === usual))
          .map(([name, meaning]) => `- \`${name}\`: ${meaning}`)
  return [`## ${id}`, `§${section}. ${question}`, choices.join('\n'), `Default: ${reason}`].join('\n\n')
}

/** The page, as the text of its file. */
export function renderRegister(): string {
  return `${[introduction.trimEnd(), ...assumptionIds.map((id) => renderRow(id, register[id]))].join('\n\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('assumptions.md', import.meta.url), renderRegister())
}
