import { read } from './ask.ts'
import { useLoaded } from './use-loaded.ts'

/** A JSON Schema, as far as the page reads it. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
}

/** An OpenAPI document, as far as the page reads it. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** The document of the control plane: the values that its fields take. */
export const useControlDocument = (): ApiDocument | undefined =>
  useLoaded('control document', () => read<ApiDocument>('/openapi.json')).value

/** The schema of the body of a request to the control plane. */
export const bodySchema = (document: ApiDocument | undefined, method: string, path: string): Schema | undefined =>
  document?.paths[path]?.[method]?.requestBody?.content['application/json']?.schema
