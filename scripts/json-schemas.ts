import { readdirSync } from 'node:fs'

import * as z from 'zod/mini'

import { withoutMarkdown } from '../src/cli/config/flags.ts'
import { configSchema } from '../src/cli/config/settings.ts'
import { areas, permissionsOf } from '../src/core/app/areas.ts'
import { scenarioNamesOf } from '../src/core/app/load-scenarios.ts'
import { optionRows } from '../src/core/app/options.ts'
import { assumptionIds, register } from '../src/core/assumptions/register.ts'
import type { Row } from '../src/core/assumptions/row.ts'
import { keyTable } from '../src/core/auth/keys.ts'
import { isJsonObject, type JsonObject } from '../src/core/lib/merge-patch.ts'
import { recordOf } from '../src/core/lib/record-of.ts'
import { partOf } from '../src/core/openapi/components.ts'
import { scenarioSchema } from '../src/core/scenarios/library.ts'
import { dateTimeForm } from '../src/core/time/instant.ts'
import { acceptedSchema } from '../src/tools/sweep/accepted.ts'

/** A part of a JSON Schema. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/** Parts that extend or override the schemas of fields, by field name. */
type Fields = Readonly<Record<string, JsonSchema>>

/** Converts a schema to the JSON Schema of its input. @param metadata its registry of ids. Default: the global registry */
function toJsonSchema(schema: z.ZodMiniType, fields: Fields, metadata?: typeof named): JsonSchema {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    ...(metadata === undefined ? {} : { metadata }),
    override: ({ zodSchema, jsonSchema, path }) => {
      delete jsonSchema.readOnly
      const { description } = z.globalRegistry.get(zodSchema) ?? {}
      if (description !== undefined) jsonSchema.description = description
      if (path.at(-2) === 'properties') Object.assign(jsonSchema, fields[String(path.at(-1))])
    },
  })
}

/** The names of the built-in scenarios. */
export const scenarioNames: readonly string[] = readdirSync(new URL('../scenarios/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.replace('.json', ''))
  .toSorted()

/** Choices of assumptions by id, each with its question and options. */
const assume: JsonSchema = {
  type: 'object',
  properties: recordOf(assumptionIds, (id) => choice(register[id])),
  additionalProperties: false,
}

function choice({ question, options, default: defaultOption, reason }: Row): JsonSchema {
  const description = `${question} (${defaultOption}: ${reason})`
  if (options === 'whole_number') {
    const forms: JsonSchema[] = [
      { type: 'integer', minimum: 1 },
      { type: 'string', pattern: '^0*[1-9][0-9]*$' },
    ]
    return { description, anyOf: forms }
  }
  // An option such as 404 may be written as a number too.
  const names = Object.keys(options)
  return { description, enum: [...names, ...names.filter((name) => /^\d+$/.test(name)).map(Number)] }
}

/** The JSON Schema of a scenario file. */
export function scenarioJsonSchema(): JsonSchema {
  return { title: 'A scenario of cloudsec-fake', ...toJsonSchema(scenarioSchema(scenarioNamesOf(areas)), { assume }) }
}

/** The JSON Schema of a configuration file. */
export function configJsonSchema(): JsonSchema {
  const known: JsonSchema = { type: 'string', enum: [...scenarioNames] }
  const described = optionRows.map(({ name, description }): [string, JsonSchema] => [
    name,
    { description: withoutMarkdown(description) },
  ])
  const preset: JsonSchema = {
    type: 'object',
    properties: {
      assume: { $ref: '#/properties/assume' },
      scenarios: { type: 'array', items: { anyOf: [known, { type: ['string', 'object'] }] } },
    },
    additionalProperties: false,
  }
  const schema = toJsonSchema(configSchema(), {
    ...Object.fromEntries(described),
    assume: { ...assume, description: 'choices of assumptions' },
    sandboxes: {
      description: 'presets of sandboxes by name, or a file with them',
      anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: preset }],
    },
    scenario: {
      description: 'scenarios that are on from the start, in every sandbox',
      items: { anyOf: [known, { type: 'string' }] },
    },
  })
  return { title: 'The configuration of cloudsec-fake', ...schema }
}

/** The JSON Schema of a file of accepted findings. */
function acceptedJsonSchema(): JsonSchema {
  const schema = toJsonSchema(acceptedSchema, {
    id: { description: 'the id of a finding, as the report of the sweep shows it' },
    reason: { description: 'why it is accepted, for the reader of the report' },
  })
  return { title: 'Accepted findings of cloudsec-fake sweep', ...schema }
}

/** Schemas to which the schemas of fixtures refer by name. */
const named = z.registry<{ id: string }>().add(dateTimeForm, { id: 'dateTime' })

/** The JSON Schemas of the fixture files, by the name of the file. */
function fixtureJsonSchemas(): ReadonlyMap<string, JsonObject> {
  const ofAreas = areas.map(({ table: { definition } }): [string, JsonObject] => [
    definition.file,
    partOf(toJsonSchema(definition.record, {}, named)),
  ])
  const { file, record } = keyTable.definition
  const permissions: JsonSchema = { items: { type: 'string', enum: [...permissionsOf(areas).names] } }
  const key = {
    ...toJsonSchema(record, { permissions }, named),
    oneOf: [{ required: ['secret'] }, { required: ['secret_sha256'] }],
  }
  return new Map([...ofAreas, [file, key] as const].map(([name, row]) => [name, toFileSchema(name, row)]))
}

/** The schema of a fixture file: an array of records, or an object with `records` and `$schema`. */
function toFileSchema(file: string, { $schema, $defs, ...record }: JsonObject): JsonObject {
  const records: JsonSchema = { type: 'array', items: { $ref: '#/$defs/record' } }
  const properties = { $schema: { type: 'string' as const }, records }
  return {
    title: `${file} of cloudsec-fake`,
    ...($schema === undefined ? {} : { $schema }),
    anyOf: [records, { type: 'object', properties, required: ['records'], additionalProperties: false }],
    $defs: { ...(isJsonObject($defs) ? $defs : {}), record },
  }
}

/** The URL of the repository's files. The id of a schema is its URL there. */
const home = 'https://raw.githubusercontent.com/cloudsec-fake/cloudsec-fake/main/'

/** The published schemas, by their paths in the package. */
export function publishedJsonSchemas(): ReadonlyMap<string, JsonSchema> {
  const schemas: (readonly [path: string, schema: JsonSchema])[] = [
    ['scenarios/schema/scenario.schema.json', scenarioJsonSchema()],
    ['schemas/config.schema.json', configJsonSchema()],
    ['schemas/accepted.schema.json', acceptedJsonSchema()],
    ...[...fixtureJsonSchemas()].map(
      ([file, schema]) => [`schemas/${file.replace('.json', '.schema.json')}`, schema] as const,
    ),
  ]
  return new Map(schemas.map(([path, schema]) => [path, { $id: home + path, ...schema }]))
}
