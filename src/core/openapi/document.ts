import { unnoted } from '../assumptions/decided-by.ts'
import { permissionNames } from '../assumptions/permissions.ts'
import { nonDefaultChoices } from '../assumptions/profile.ts'
import { originOf } from '../http/address.ts'
import { uncached } from '../http/answer.ts'
import { knownEncodings } from '../http/body.ts'
import { pagingParameters } from '../http/query.ts'
import type { Address, Operation, ParameterDeclaration, Service } from '../http/types.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { version } from '../lib/version.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { jsonType, keyHeader, keyScheme } from '../spec/headers.ts'
import { documentTitle, versionPath } from '../spec/version.ts'
import { anyOf, createDocument, type DocumentedOperation, Schemas } from './components.ts'
import { collectExamples, type Examples } from './examples.ts'
import { headerComponents, type Making, pascal, responsesOf } from './responses.ts'

/** Answers with the OpenAPI document of a sandbox. It is not part of the API, so it is neither counted nor recorded. */
export async function serveDocument(service: Service, address: Address, request: Request) {
  const { sandbox: name = defaultSandbox, prefix } = address
  const sandbox = service.sandboxes.getOrCreate(name)
  const document = describeApi(service, sandbox, await collectExamples(service, sandbox), originOf(request) + prefix)
  return new Response(JSON.stringify(document), { headers: { 'Content-Type': jsonType, ...uncached } })
}

/** The OpenAPI document of the API under the choices of a sandbox. @param base the address before the version segment */
function describeApi({ operations, tags }: Service, sandbox: Sandbox, examples: Examples, base: string): JsonObject {
  const context = unnoted(sandbox.scenarios.settings.profile)
  const { choices } = context
  const schemas = new Schemas()
  const making: Making = { ...context, sandbox, component: schemas.named, schemas, examples }
  const heads =
    choices.headRequests === 'as_get' ? 'HEAD is answered like GET, without a body.' : 'HEAD is not supported.'
  const cases = choices.authScheme === 'any_case' ? 'case-insensitive' : 'case-sensitive'
  return createDocument({
    info: {
      title: documentTitle,
      version,
      summary: 'The API as one sandbox of cloudsec-fake serves it.',
      description: `${aboutChoices(sandbox)}\n\nA section sign refers to the interface document of the service. ${heads}`,
    },
    server: { url: base + versionPath, description: `The sandbox ${sandbox.name}.` },
    credential: {
      name: 'apiKey',
      description: `An API key, as ${keyHeader}: ${keyScheme} KEY (§5). The scheme is ${cases}.`,
      isOptional: false,
    },
    tags: tags.map(({ name, description }) => ({ name, description })),
    operations: operations.map((operation) => toOperation(making, operation)),
    components: { headers: headerComponents(choices) },
    schemas,
  })
}

function toOperation(making: Making, operation: Operation): DocumentedOperation {
  const { choices } = making
  const { id, method, path, summary, area, permission, body } = operation
  const permissionName = permissionNames[choices.permissionModel](permission)
  return {
    method,
    path,
    operation: {
      operationId: id,
      summary,
      description: `Needs the permission \`${permissionName}\`.`,
      tags: [area],
      parameters: parametersOf(making, operation),
      requestBody: body === undefined ? undefined : requestBody(making, operation, body),
      responses: responsesOf(making, operation),
    },
  }
}

function parametersOf(making: Making, operation: Operation): readonly JsonObject[] {
  const { choices, schemas, examples } = making
  const toParameter =
    (place: 'path' | 'query') =>
    ([name, { description, schema }]: [string, ParameterDeclaration]): JsonObject => {
      const isFilter = place === 'query' && !Object.hasOwn(pagingParameters, name)
      return {
        name,
        in: place,
        required: place === 'path' || undefined,
        description,
        allowEmptyValue: (isFilter && choices.emptyFilter === 'ignore') || undefined,
        schema: schemas.toJson(schema(making), 'input'),
        example: place === 'path' ? examples.get(operation)?.id : undefined,
      }
    }
  return [
    ...Object.entries(operation.pathParameters).map(toParameter('path')),
    ...Object.entries(operation.queryParameters).map(toParameter('query')),
  ]
}

function requestBody(
  making: Making,
  operation: Operation,
  { documentedSchema, required }: NonNullable<Operation['body']>,
): JsonObject {
  const { choices, schemas, examples } = making
  const rules = { open: choices.unknownBodyFields === 'ignore', nullable: choices.nullBodyFields === 'absent' }
  const paths = required(making).map((path) => path.split('.'))
  const schema = narrow(schemas.toJson(documentedSchema(making), 'input'), paths, rules)
  const example = examples.get(operation)?.body
  const encodings = `It may have a Content-Encoding: ${knownEncodings.join(', ')}.`
  return {
    description: choices.requestEncoding === 'decode' ? encodings : undefined,
    required: true,
    content: {
      [jsonType]: {
        schema: schemas.add(`${pascal(operation.id)}Body`, schema),
        examples: example === undefined ? undefined : { served: { value: example } },
      },
    },
  }
}

/** Sets which fields of a body are required, and whether others may be null or unknown. @param paths required beyond the schema */
function narrow(
  schema: JsonObject,
  paths: readonly (readonly string[])[],
  rules: { readonly open: boolean; readonly nullable: boolean },
): JsonObject {
  const { properties, additionalProperties: _, required: declared, ...rest } = schema
  if (!isJsonObject(properties)) return schema
  const must = new Set([...(Array.isArray(declared) ? declared : []), ...paths.flatMap(([name]) => name ?? [])])
  const fields = Object.entries(properties).map(([name, field]) => {
    const below = paths.flatMap(([first, ...more]) => (first === name && more.length > 0 ? [more] : []))
    const narrowed = isJsonObject(field) ? narrow(field, below, rules) : field
    return [name, rules.nullable && !must.has(name) ? anyOf([narrowed, { type: 'null' }]) : narrowed] as const
  })
  return {
    ...rest,
    properties: Object.fromEntries(fields),
    ...(must.size === 0 ? {} : { required: [...must] }),
    ...(rules.open ? {} : { additionalProperties: false }),
  }
}

function aboutChoices({ name, scenarios: { settings } }: Sandbox): string {
  const changed = Object.entries(nonDefaultChoices(settings.profile))
  if (changed.length === 0) return `Describes the sandbox ${name}. All its assumptions have their defaults.`
  const choices = changed.map(([id, choice]) => `\`${id}=${choice}\``).join(', ')
  return `Describes the sandbox ${name}, with these assumptions: ${choices}. All others have their defaults.`
}
