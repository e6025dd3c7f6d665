import { useEffect, useState } from 'preact/hooks'

import { read } from './ask.ts'
import { connection } from './connection.ts'

/** A JSON Schema, as far as the page reads it. */
export interface Schema {
  readonly $ref?: string
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
  readonly oneOf?: readonly Schema[]
}

/** Schemas by the names that `#/components/schemas/NAME` refers to. */
export type NamedSchemas = Readonly<Record<string, Schema>>

/** An OpenAPI document, as far as the page reads it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: NamedSchemas }
}

/** A query parameter. */
export interface QueryParameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema: Schema
}

interface Operation {
  readonly parameters?: readonly QueryParameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** The document of the control plane: the values that its fields take. It is loaded when the fake is there, and when it is back. */
export function useControlDocument(): ApiDocument | undefined {
  const [document, setDocument] = useState<ApiDocument>()
  const state = connection.value
  useEffect(() => {
    // The shell shows a fake that does not answer.
    if (state === 'live') void read<ApiDocument>('/openapi.json').then(setDocument, () => {})
  }, [state])
  return document
}

/** The schema of the body of a request to the control plane. */
export const bodySchema = (document: ApiDocument | undefined, method: string, path: string): Schema | undefined =>
  document?.paths[path]?.[method]?.requestBody?.content['application/json']?.schema
