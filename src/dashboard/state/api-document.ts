import type { NamedSchemas, Schema } from './document.ts'
import { originOf, sandboxName } from './place.ts'

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema?: Schema
}

interface Content {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { value?: unknown }>>
}

interface RequestBody {
  readonly content: Readonly<Record<string, Content>>
}

interface PathItemEntry {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: RequestBody
}

interface ApiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathItemEntry>>>>
  readonly components: { readonly schemas: NamedSchemas }
}

/** An operation of the API. */
export interface Operation {
  /** Its method and path (`GET /cloud/resources`). */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly parameters: readonly Parameter[]
  /** An example of its body; undefined where it takes none. */
  readonly body: string | undefined
  readonly bodySchema: Schema | undefined
}

/** The API of the sandbox, as its OpenAPI document has it. */
export interface Api {
  /** The address before each path, without a host (`/v1`). */
  readonly base: string
  readonly operations: readonly Operation[]
  readonly named: NamedSchemas
}

/** Loads the OpenAPI document of the sandbox. */
export async function loadApi(): Promise<Api> {
  const response = await fetch(`${originOf(sandboxName)}/openapi.json`)
  if (!response.ok) throw new Error(`The OpenAPI document could not be loaded: the fake answered ${response.status}.`)
  const { servers, paths, components }: ApiDocument = await response.json()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, entry]) => toOperation(method.toUpperCase(), path, entry)),
  )
  return { base: servers[0]?.url ?? '', operations, named: components.schemas }
}

function toOperation(method: string, path: string, entry: PathItemEntry): Operation {
  const { summary = entry.operationId ?? '', tags: [tag = 'other'] = [], parameters = [], requestBody } = entry
  return {
    name: `${method} ${path}`,
    method,
    path,
    summary,
    tag,
    parameters,
    body: requestBody === undefined ? undefined : exampleOf(requestBody),
    bodySchema: Object.values(requestBody?.content ?? {})[0]?.schema,
  }
}

/** The first example of a body; an empty object where the document has none. */
function exampleOf({ content }: RequestBody): string {
  const [{ example, examples = {} } = {}] = Object.values(content)
  return JSON.stringify(example ?? Object.values(examples)[0]?.value ?? {}, null, 2)
}

/** The text of a value in an address. */
const toWord = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The values that a parameter may have; none where it takes any. */
export const valuesOf = ({ schema }: Parameter): readonly string[] => (schema?.enum ?? []).map(toWord)

/** The value that a parameter has when nothing is given; empty where the document does not say it. */
export const usualOf = ({ schema }: Parameter): string => (schema?.default === undefined ? '' : toWord(schema.default))

/** True for a parameter that may be there several times. */
export const isRepeated = ({ schema }: Parameter): boolean => schema?.type === 'array'

/** The value that a form begins with. */
export const startOf = ({ required = false, example }: Parameter): string =>
  required && example !== undefined ? toWord(example) : ''

/** The path and query of an operation with values of its parameters; an empty one is left out of the query. */
export function addressOf({ path, parameters }: Operation, values: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams()
  let filled = path
  for (const parameter of parameters) {
    const value = values[parameter.name] ?? ''
    if (parameter.in === 'path') filled = filled.replace(`{${parameter.name}}`, encodeURIComponent(value))
    if (parameter.in !== 'query' || value === '') continue
    const parts = isRepeated(parameter) ? value.split(',').map((part) => part.trim()) : [value]
    for (const part of parts) query.append(parameter.name, part)
  }
  return query.size === 0 ? filled : `${filled}?${query.toString()}`
}
