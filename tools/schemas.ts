import { writeFileSync } from 'node:fs'

import { scenarioJsonSchema } from '../src/app/load-scenarios.ts'

const text = `${JSON.stringify(scenarioJsonSchema(), undefined, 2)}\n`
writeFileSync(new URL('../scenarios/schema/scenario.schema.json', import.meta.url), text)
