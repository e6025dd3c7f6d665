import { useEffect, useState } from 'preact/hooks'

import { read, wantsToken } from '../../state/ask.ts'
import { connection } from '../../state/connection.ts'
import { originOf, sandboxName } from '../../state/place.ts'
import { say } from '../../state/toasts.ts'
import { messageOf } from '../../state/use-loaded.ts'

/** A part of a JSON Schema. */
export interface Schema {
  readonly type?: string
  readonly format?: string
  readonly const?: string
  readonly enum?: readonly string[]
  readonly examples?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
}

/** A query parameter. */
export interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: Schema
}

interface Content {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Operation {
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
}

/** The parts of an OpenAPI document that this view reads. */
interface OpenApi {
  readonly servers?: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

/** The documents of the control plane and of the API. */
export interface Documents {
  readonly control: OpenApi
  readonly api: OpenApi
}

/** The documents before they were loaded. */
export const noDocuments: Documents = { control: { paths: {} }, api: { paths: {} } }

async function loadDocuments(): Promise<Documents> {
  const readApi = async (): Promise<OpenApi> => (await fetch(`${originOf(sandboxName)}/openapi.json`)).json()
  const [control, api] = await Promise.all([read<OpenApi>('/openapi.json'), readApi()])
  return { control, api }
}

/** Loads the documents when the fake can be reached: they say which filters, states and operations there are. */
export function useDocuments(): Documents | undefined {
  const [documents, setDocuments] = useState<Documents>()
  const isReachable = connection.value === 'live' && !wantsToken.value
  useEffect(() => {
    if (isReachable) loadDocuments().then(setDocuments, (error: unknown) => say(messageOf(error), true))
  }, [isReachable])
  return documents
}

const paging = new Set(['limit', 'offset', 'pretty'])

/** The filters of an area. */
export const filtersOf = ({ control }: Documents, area: string): readonly Parameter[] =>
  (control.paths[`/${area}`]?.['get']?.parameters ?? []).filter((one) => one.in === 'query' && !paging.has(one.name))

/** The values that are known of a parameter or field. */
export const valuesOf = ({ enum: values, examples }: Schema): readonly string[] => values ?? examples ?? []

const jsonOf = (operation: Operation | undefined): Content | undefined =>
  operation?.requestBody?.content['application/json']

/** The field that has the state of a record, and its states. */
export interface States {
  readonly field: string
  readonly states: readonly string[]
}

/** The states that a record of an area can be in: the values of the field that decides which form it has. */
export function statesOf({ control }: Documents, area: string): States | undefined {
  const forms = jsonOf(control.paths[`/${area}`]?.['post'])?.schema?.anyOf ?? []
  const [first] = forms
  for (const field of Object.keys(first?.properties ?? {})) {
    const states = forms.flatMap(({ properties }) => properties?.[field]?.const ?? [])
    if (states.length === forms.length) return { field, states }
  }
  return undefined
}

/** The fields that a record of an area can have. */
export function fieldsOf({ control }: Documents, area: string): readonly string[] {
  const schema = jsonOf(control.paths[`/${area}`]?.['post'])?.schema
  const forms = schema?.anyOf ?? (schema === undefined ? [] : [schema])
  return [...new Set(forms.flatMap(({ properties = {} }) => Object.keys(properties)))]
}

/** How a client creates a record of an area by the API. */
export interface Creation {
  readonly path: string
  readonly example: unknown
}

const exampleOf = (operation: Operation): unknown => Object.values(jsonOf(operation)?.examples ?? {})[0]?.value ?? {}

export function creationOf({ api }: Documents, area: string): Creation | undefined {
  const [server] = api.servers ?? []
  for (const [path, { post }] of Object.entries(api.paths)) {
    if (post?.tags?.includes(area) !== true || path.includes('{')) continue
    return { path: `${server?.url ?? ''}${path}`, example: exampleOf(post) }
  }
  return undefined
}
