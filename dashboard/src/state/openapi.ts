import { send } from './ask.ts'
import { originOf, sandboxName } from './place.ts'
import { type Loaded, useLoaded } from './use-loaded.ts'

/** A JSON Schema, as far as the page reads it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly const?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
}

/** The values that a schema lists. */
export function valuesOf({ enum: values, const: only, type }: Schema): readonly unknown[] {
  if (values !== undefined) return values
  if (only !== undefined) return [only]
  return type === 'boolean' ? [true, false] : []
}

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly example?: unknown
  readonly schema: Schema
}

interface Content {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { value?: unknown }>>
}

interface PathItemEntry {
  readonly operationId?: string
  readonly summary?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
}

/** An OpenAPI document, as far as the page reads it. */
export interface ApiDocument {
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathItemEntry>>>>
}

/** An operation of the API. */
export type Operation = ReturnType<typeof toOperation>

/** The API of the sandbox, from its OpenAPI document. `base` precedes each path (`/v1`). */
export type Api = Awaited<ReturnType<typeof loadApi>>

const loadControl = async (): Promise<ApiDocument> => (await send('GET /openapi.json')).json()

/** Loads the document of the control plane, for the values of its fields. */
export const useControlDocument = (): ApiDocument | undefined =>
  useLoaded('control', loadControl, { isFixed: true }).value

async function loadApi() {
  const response = await fetch(`${originOf(sandboxName)}/openapi.json`)
  if (!response.ok) throw new Error(`The OpenAPI document could not be loaded: the fake answered ${response.status}.`)
  const { servers, paths }: ApiDocument = await response.json()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, entry]) => toOperation(method.toUpperCase(), path, entry)),
  )
  return { base: new URL(servers[0]?.url ?? '', location.origin).pathname, operations }
}

/** Loads the API of the sandbox. */ export const useApi = (): Loaded<Api> =>
  useLoaded('api', loadApi, { isFixed: true })

function toOperation(method: string, path: string, entry: PathItemEntry) {
  const { summary = entry.operationId ?? '', tags: [tag = 'other'] = [], parameters = [], requestBody } = entry
  return { name: `${method} ${path}`, method, path, summary, tag, parameters, body: exampleOf(requestBody?.content) }
}

/** The first example of a body; undefined if the operation takes no body. */
function exampleOf(content: Readonly<Record<string, Content>> | undefined): string | undefined {
  const [{ example, examples = {} } = {}] = Object.values(content ?? {})
  return content && JSON.stringify(example ?? Object.values(examples)[0]?.value ?? {}, null, 2)
}

/** The schema of the body of a request to the control plane, by its method and path (`POST /keys`). */
export function bodySchema(document: ApiDocument | undefined, route: string): Schema | undefined {
  const [method = '', path = ''] = route.split(' ')
  return document?.paths[path]?.[method.toLowerCase()]?.requestBody?.content['application/json']?.schema
}

/** The query parameters of a list of the control plane. */
export const queryOfList = (document: ApiDocument | undefined, path: string): readonly Parameter[] =>
  (document?.paths[path]?.['get']?.parameters ?? []).filter((parameter) => parameter.in === 'query')

/** A list of the API: an operation that needs no id. */
export const listIn = ({ operations }: Api): Operation | undefined =>
  operations.find(({ method, path }) => method === 'GET' && !path.includes('{'))

/** True for a parameter that may be repeated. */
export const isRepeated = ({ schema }: Parameter): boolean => schema.type === 'array'

/** Splits a text into the values of a parameter: at commas, if the parameter may be repeated. */
export function valuesIn(parameter: Parameter, text: string): readonly string[] {
  const parts = isRepeated(parameter) ? text.split(',').map((part) => part.trim()) : [text]
  return parts.filter((part) => part !== '')
}
