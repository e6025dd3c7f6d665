// Writes the published JSON Schemas: `npm run schemas`. Tests check that they are current.
import { writeFileSync } from 'node:fs'

import { publishedJsonSchemas } from './json-schemas.ts'

const root = new URL('../', import.meta.url)

for (const [path, schema] of publishedJsonSchemas()) {
  writeFileSync(new URL(path, root), `${JSON.stringify(schema, undefined, 2)}\n`)
}
