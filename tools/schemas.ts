// Writes the published JSON Schemas: `npm run schemas`. Tests hold them to be current.
import { writeFileSync } from 'node:fs'

import {
  acceptedJsonSchema,
  configJsonSchema,
  fixtureJsonSchemas,
  type JsonSchema,
  scenarioJsonSchema,
} from './json-schemas.ts'

const root = new URL('../', import.meta.url)

function write(path: string, schema: JsonSchema): void {
  writeFileSync(new URL(path, root), `${JSON.stringify(schema, undefined, 2)}\n`)
}

write('scenarios/schema/scenario.schema.json', scenarioJsonSchema())
write('schemas/config.schema.json', configJsonSchema())
write('schemas/accepted.schema.json', acceptedJsonSchema())
for (const [file, schema] of fixtureJsonSchemas()) write(`schemas/${file.replace('.json', '.schema.json')}`, schema)
