import * as z from 'zod/mini'

import { areas } from '../src/app/areas.ts'
import { scenarioReaderOf } from '../src/app/load-scenarios.ts'
import { assumptionIds, register } from '../src/assumptions/register.ts'
import type { Row } from '../src/assumptions/row.ts'
import { recordOf } from '../src/lib/record-of.ts'

type JsonSchema = z.core.JSONSchema.BaseSchema

/** The JSON Schema of a file, for editors. */
function toJsonSchema(title: string, schema: z.ZodMiniType): JsonSchema {
  const shown = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema, path }) => {
      if (path.at(-1) === 'assume') Object.assign(jsonSchema, choices)
    },
  })
  return { title, ...shown }
}

/** Choices of assumptions: their ids, with the question and the options of each. */
const choices: JsonSchema = {
  type: 'object',
  properties: recordOf(assumptionIds, (id) => choice(register[id])),
  additionalProperties: false,
}

function choice({ question, options, default: usual, reason }: Row): JsonSchema {
  const description = `${question} (${usual}: ${reason})`
  if (options === 'whole_number') {
    return {
      description,
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', pattern: '^0*[1-9][0-9]*$' },
      ],
    }
  }
  // An option such as 404 may be written as a number too.
  const names = Object.keys(options)
  const numbers = names.filter((name) => String(Number(name)) === name).map(Number)
  return { description, enum: [...names, ...numbers] }
}

/** The JSON Schema of a scenario file. */
export const scenarioJsonSchema = () => toJsonSchema('A scenario of cloudsec-fake', scenarioReaderOf(areas).schema)
