// Writes the published JSON Schemas, and what else follows from the scenarios: `npm run schemas`. Tests hold all to be current.
import { readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { scenarioJsonSchema } from '../src/app/load-scenarios.ts'

/** The type of the names of the built-in scenarios, as the text of its file. */
export function renderScenarioNames(): string {
  const files = readdirSync(new URL('../scenarios/', import.meta.url)).filter((file) => file.endsWith('.json'))
  const names = files.map((file) => `  | '${file.replace('.json', '')}'`).toSorted()
  return `/** Name of a built-in scenario: a file of the folder \`scenarios/\`. \`npm run schemas\` writes this list. */
export type BuiltInScenario =
${names.join('\n')}
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = `${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`
  writeFileSync(new URL('../scenarios/schema/scenario.schema.json', import.meta.url), text)
  writeFileSync(new URL('../src/app/built-in-scenarios.ts', import.meta.url), renderScenarioNames())
}
