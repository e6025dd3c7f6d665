import { grouped } from '../lib/grouped.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { keyScheme } from '../spec/headers.ts'
import type { Schemas } from './components.ts'

const openApiVersion = '3.1.1'

export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  /** Below the URL of the server; it may be empty. */
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  /** True if it needs no credential (no). */
  readonly open?: boolean
  readonly parameters: readonly JsonObject[]
  readonly requestBody?: JsonObject | undefined
  readonly responses: JsonObject
}

interface DocumentFacts {
  readonly info: {
    readonly title: string
    readonly version: string
    readonly summary?: string
    readonly description: string
  }
  readonly server: { readonly url: string; readonly description: string }
  readonly credential: { readonly name: string; readonly description: string; readonly isOptional: boolean }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
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
    Object.fromEntries(methods.map((operation) => [operation.method.toLowerCase(), toOperation(operation)])),
  ])
  return Object.fromEntries(paths)
}

/** JSON leaves out what is undefined. */
function toOperation({ id, tag, open, summary, description, ...rest }: DocumentedOperation) {
  const { parameters, requestBody, responses } = rest
  const security = open === true ? [] : undefined
  return { operationId: id, summary, description, tags: [tag], security, parameters, requestBody, responses }
}
