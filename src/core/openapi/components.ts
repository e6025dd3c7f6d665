import * as z from 'zod/mini'

import type { SchemaContext } from '../http/types.ts'
import { grouped } from '../lib/grouped.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { keyScheme } from '../spec/headers.ts'

const place = '#/components/'

/** A reference to a component of a document (`schemas`, `Job`). */
export function reference(kind: 'schemas' | 'responses' | 'headers', name: string): JsonObject {
  return { $ref: `${place}${kind}/${name}` }
}

/** The schemas of one document. A named schema occurs once, among the components. */
export class Schemas {
  readonly #registry: z.core.$ZodRegistry<{ id: string }>
  readonly #made = new Map<string, z.ZodMiniType>()
  readonly #named = new Map<string, JsonObject>()

  /** @param registry schemas that already have a name (none) */
  constructor(registry = z.registry<{ id: string }>()) {
    this.#registry = registry
  }

  readonly named: SchemaContext['component'] = (name, make) => {
    const known = this.#made.get(name)
    if (known !== undefined) return known
    const schema = make()
    this.#made.set(name, schema)
    this.#registry.add(schema, { id: name })
    return schema
  }

  /** Converts a schema to JSON Schema, or to a reference if it has a name. @param io `input` for what a client sends */
  toJson(schema: z.ZodMiniType, io: 'input' | 'output' = 'output'): JsonObject {
    // Inside another schema, a named schema becomes a reference.
    const held = z.toJSONSchema(z.array(schema), {
      target: 'draft-2020-12',
      io,
      metadata: this.#registry,
      override: ({ zodSchema, jsonSchema }) => {
        const { description } = z.globalRegistry.get(zodSchema) ?? {}
        if (description !== undefined) jsonSchema.description = description
      },
    })
    const { $defs, items } = toObject(JSON.parse(JSON.stringify(held), tidied))
    for (const [name, definition] of Object.entries(toObject($defs))) this.#named.set(name, toObject(definition))
    return toObject(items)
  }

  /** Adds a schema in JSON to the components. @returns a reference to it */
  add(name: string, schema: JsonObject): JsonObject {
    this.#named.set(name, schema)
    return reference('schemas', name)
  }

  /** The named schemas that were used, by name. */
  components(): JsonObject {
    return Object.fromEntries([...this.#named].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}

function toObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}

/** A flat union of schemas; a single schema is returned as it is. */
export function anyOf(schemas: readonly unknown[]): JsonObject {
  const flat = schemas.flatMap((schema) => {
    const inner = isJsonObject(schema) && Object.keys(schema).length === 1 ? schema['anyOf'] : undefined
    return Array.isArray(inner) ? inner : [schema]
  })
  return flat.length === 1 ? toObject(flat[0]) : { anyOf: flat }
}

/** Removes keywords without effect from the output of zod, and writes references as OpenAPI does. */
function tidied(key: string, value: unknown): unknown {
  if (key === 'propertyNames' || (typeof value === 'number' && Math.abs(value) === Number.MAX_SAFE_INTEGER))
    return undefined
  if (typeof value === 'string') {
    if (key === '$schema' || key === 'id') return undefined
    return key === '$ref' ? value.replace('#/$defs/', `${place}schemas/`) : value
  }
  if (!isJsonObject(value) || !Array.isArray(value['anyOf'])) return value
  const { anyOf: several, ...rest } = value
  return { ...anyOf(several), ...rest }
}

/** The schema of a partial record: any field may be omitted, also inside required fields, because the fake draws it. */
export function partOf({ required, oneOf, ...schema }: JsonObject): JsonObject {
  // Without its status, a part may match several forms.
  if (Array.isArray(oneOf)) return { ...schema, anyOf: oneOf.filter(isJsonObject).map(partOf) }
  const { properties } = schema
  if (!isJsonObject(properties)) return schema
  const names: readonly unknown[] = Array.isArray(required) ? required : []
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    names.includes(name) && isJsonObject(field) ? partOf(field) : field,
  ])
  return { ...schema, properties: Object.fromEntries(fields) }
}

/** An operation with its method and path. */
export interface DocumentedOperation {
  readonly method: string
  /** Below the URL of the server; it may be empty. */
  readonly path: string
  readonly operation: JsonObject
}

interface DocumentFacts {
  readonly info: JsonObject
  readonly server: JsonObject
  readonly credential: { readonly name: string; readonly description: string; readonly isOptional: boolean }
  readonly tags: readonly JsonObject[]
  readonly operations: readonly DocumentedOperation[]
  readonly components: JsonObject
  readonly schemas: Schemas
}

export function createDocument({ info, server, credential, tags, operations, components, schemas }: DocumentFacts) {
  const { name, description, isOptional } = credential
  return {
    openapi: '3.1.1',
    info: { ...info, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [server],
    // The empty requirement makes the credential optional.
    security: [{ [name]: [] }, ...(isOptional ? [{}] : [])],
    tags,
    paths: toPaths(operations),
    components: {
      securitySchemes: { [name]: { type: 'http', scheme: keyScheme.toLowerCase(), description } },
      ...components,
      schemas: schemas.components(),
    },
  }
}

function toPaths(operations: readonly DocumentedOperation[]): JsonObject {
  const paths = [...grouped(operations, ({ path }) => path)].map(([path, methods]) => [
    path === '' ? '/' : path,
    Object.fromEntries(methods.map(({ method, operation }) => [method.toLowerCase(), operation])),
  ])
  return Object.fromEntries(paths)
}
