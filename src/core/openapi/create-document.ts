import { grouped } from '../lib/grouped.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { keyScheme } from '../spec/headers.ts'
import type { Schemas } from './components.ts'

const openApiVersion = '3.1.1'

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
    openapi: openApiVersion,
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
