import { writeFileSync } from 'node:fs'

import { scenarioJsonSchema } from '../src/library.ts'

const text = `${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`
writeFileSync(new URL('scenario.schema.json', import.meta.url), text)
