import { readChoices } from '../assumptions/profile.ts'
import { assumptionIds, register } from '../assumptions/register.ts'
import { prefixOf } from '../http/address.ts'
import { contextOf } from '../http/parameters.ts'
import type { SchemaContext } from '../http/types.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { recordOf } from '../lib/record-of.ts'
import { version } from '../lib/version.ts'
import { createDocument, type DocumentedOperation, partOf, reference, Schemas } from '../openapi/components.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { jsonType, keyHeader, keyScheme } from '../spec/headers.ts'
import { dateTimeForm } from '../time/instant.ts'
import { components, type Endpoint, type KnownForms, noBody } from './endpoints/endpoint.ts'
import { controlPath } from './path.ts'
import { problemBody, type ProblemKind, problems, problemType } from './problem.ts'
import type { ControlRoute, RequestBasics } from './route.ts'

components.add(dateTimeForm, { id: 'DateTime' })

export function describeControl({ routes, sandbox, known, origin }: RequestBasics) {
  const schemas = new Schemas(components)
  const problem = schemas.toJson(problemBody())
  const responses = Object.entries(problems).flatMap(([kind, { title }]) =>
    kind === 'method' ? [] : [[kind, { description: title, content: { [problemType]: { schema: problem } } }]],
  )
  return createDocument({
    info: {
      title: 'The control plane of cloudsec-fake',
      version,
      description:
        'Sets the clock, the scenarios, the assumptions, the keys and the records of one sandbox. A body needs the content type ' +
        `\`${jsonType}\`. Requests must come from this machine, unless the fake allows other hosts.`,
    },
    server: { url: origin + prefixOf(sandbox.name) + controlPath, description: `The sandbox ${sandbox.name}.` },
    credential: {
      name: 'token',
      description: `The control token, as ${keyHeader}: ${keyScheme} TOKEN, if the fake requires one.`,
      isOptional: true,
    },
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name, description: `Endpoints of ${name}.` })),
    operations: routes.map((route) => toOperation(schemas, route, known, sandbox)),
    components: { responses: Object.fromEntries(responses) },
    schemas,
  })
}

/** The first segment of a path; `summary` for the control plane itself. */
function tagOf({ path }: Endpoint): string {
  return path.split('/')[1]?.replace(/\.json$/, '') ?? 'summary'
}

function toOperation(schemas: Schemas, route: ControlRoute, known: KnownForms, sandbox: Sandbox): DocumentedOperation {
  const { id, method, path, summary, open = false, answer, contentTypes = [jsonType] } = route
  const description = 'Success.'
  const content = answer && recordOf(contentTypes, () => ({ schema: schemas.toJson(answer()) }))
  return {
    method,
    path,
    operation: {
      operationId: id,
      summary,
      tags: [tagOf(route)],
      security: open ? [] : undefined,
      parameters: parametersOf(schemas, route, sandbox),
      requestBody: takesBody(route) ? requestBody(schemas, route, known) : undefined,
      responses: {
        [route.status ?? (content === undefined ? 204 : 200)]: { description, content },
        ...Object.fromEntries(problemKinds(route).map((kind) => [problems[kind].status, reference('responses', kind)])),
      },
    },
  }
}

function parametersOf(schemas: Schemas, { path, query = {}, filters = {} }: ControlRoute, sandbox: Sandbox) {
  const inQuery = Object.entries(query).map(([name, { description, schema }]) => {
    return { name, in: 'query', description, schema: schemas.toJson(schema(), 'input') }
  })
  const filtering = Object.entries(filters).map(([name, { description, schema }]) => {
    const shown = schemas.toJson(schema(contextOf(sandbox)), 'input')
    const { enum: examples } = schemas.toJson(schema(strictContext(sandbox)), 'input')
    // A filter that accepts any value has the known ones as examples.
    const isOpen = shown['enum'] === undefined && examples !== undefined
    return { name, in: 'query', description, schema: isOpen ? { ...shown, examples } : shown }
  })
  return [...(path.includes('{name}') ? [nameParameter] : []), ...inQuery, ...filtering]
}

const nameParameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'The name or id.',
  schema: { type: 'string' },
}

/** A context that rejects unknown values, so that the schemas of filters list the known ones. */
function strictContext(sandbox: Sandbox): SchemaContext {
  const strict = assumptionIds.filter((id) => Object.hasOwn(Object(register[id].options), 'reject'))
  const choices = readChoices(recordOf(strict, () => 'reject'))
  const context = contextOf(sandbox)
  return { ...context, choices: { ...context.choices, ...choices } }
}

const takesBody = ({ method }: Endpoint): boolean => method !== 'GET' && method !== 'DELETE'

function requestBody(schemas: Schemas, route: ControlRoute, known: KnownForms): JsonObject {
  const { body, documentedBody = body, partOf: whole } = route
  const schema = whole ?? documentedBody?.(known) ?? noBody()
  const isRequired = !schema.safeParse(undefined).success
  const shown = schemas.toJson(schema, 'input')
  return { required: isRequired, content: { [jsonType]: { schema: whole === undefined ? shown : partOf(shown) } } }
}

function problemKinds(endpoint: Endpoint): readonly ProblemKind[] {
  return [
    'input',
    ...(endpoint.open === true ? [] : ['token' as const]),
    'stranger',
    ...(endpoint.path.includes('{name}') ? ['unknown' as const] : []),
    ...(endpoint.method === 'POST' ? ['taken' as const] : []),
    ...(takesBody(endpoint) ? (['tooLarge', 'mediaType'] as const) : []),
    'defect',
    'unavailable',
  ]
}
