// Writes the published JSON Schemas and the types of scenarios: `npm run schemas`. Tests hold them to be current.
import { writeFileSync } from 'node:fs'

import { scenarioJsonSchema } from './json-schemas.ts'
import { renderScenarioTypes } from './scenario-types.ts'

const root = new URL('../', import.meta.url)

writeFileSync(
  new URL('scenarios/schema/scenario.schema.json', root),
  `${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`,
)
writeFileSync(new URL('src/app/scenario-types.ts', root), renderScenarioTypes())
