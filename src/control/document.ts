import { prefixOf } from '../http/address.ts'
import { grouped } from '../lib/grouped.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { reference, Schemas } from '../openapi/components.ts'
import { openApiVersion } from '../openapi/document.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { jsonType, keyHeader, keyScheme } from '../spec/headers.ts'
import { components, type Endpoint, type KnownForms, noBody } from './endpoints/endpoint.ts'
import { controlPath } from './path.ts'
import { problemBody, type ProblemKind, problems, problemType } from './problem.ts'
import type { ControlRoute } from './route.ts'

/** The facts that a document depends on. */
interface Facts {
  readonly sandbox: Sandbox
  readonly known: KnownForms
  /** Version of the package. */
  readonly version: string
  /** The path that the app is mounted at. */
  readonly mount: string
}

/** The OpenAPI document of the control plane of a sandbox. */
export function describeControl(routes: readonly ControlRoute[], { sandbox, known, version, mount }: Facts) {
  const schemas = new Schemas(components)
  const problem = schemas.toJson(problemBody())
  const paths = [...grouped(routes, ({ path }) => path)].map(([path, having]) => [
    path === '' ? '/' : path,
    Object.fromEntries(having.map((route) => [route.method.toLowerCase(), toOperation(schemas, route, known)])),
  ])
  return {
    openapi: openApiVersion,
    info: {
      title: 'The control plane of cloudsec-fake',
      version,
      description:
        'It sets the clock, the scenarios, the assumptions, the keys and the records of one sandbox. Every change needs the content type ' +
        `\`${jsonType}\`, even without a body. Requests must come from this machine, unless the fake allows other hosts.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: mount + prefixOf(sandbox.name) + controlPath, description: `The sandbox ${sandbox.name}.` }],
    // The empty requirement means that the token is optional: only some fakes require one.
    security: [{ token: [] }, {}],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({
      name,
      description: `Endpoints of ${name}.`,
    })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: keyScheme.toLowerCase(),
          description: `The control token, as ${keyHeader}: ${keyScheme} TOKEN, where the fake has one.`,
        },
      },
      responses: Object.fromEntries(
        Object.entries(problems).flatMap(([kind, { title }]) =>
          kind === 'method' ? [] : [[kind, { description: title, content: { [problemType]: { schema: problem } } }]],
        ),
      ),
      schemas: schemas.components(),
    },
  }
}

/** The first segment of a path; `summary` for the control plane itself. */
function tagOf({ path }: Endpoint): string {
  return path.split('/')[1]?.replace(/\.json$/, '') ?? 'summary'
}

function toOperation(schemas: Schemas, route: ControlRoute, known: KnownForms): JsonObject {
  const { id, summary, path, open = false, status = 200, answer, contentType = jsonType } = route
  return {
    operationId: id,
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
    tags: [tagOf(route)],
    ...(open ? { security: [] } : {}),
    parameters: [...(path.includes('{name}') ? [nameParameter] : []), ...queryParameters(schemas, route)],
    ...requestBody(schemas, route, known),
    responses: {
      ...(answer === undefined
        ? { 204: { description: 'Success.' } }
        : { [status]: { description: 'Success.', content: { [contentType]: { schema: schemas.toJson(answer()) } } } }),
      ...Object.fromEntries(problemKinds(route).map((kind) => [problems[kind].status, reference('responses', kind)])),
    },
  }
}

const nameParameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'The name or id.',
  schema: { type: 'string' },
}

function queryParameters(schemas: Schemas, { query = {} }: Endpoint): readonly JsonObject[] {
  return Object.entries(query).map(([name, { description, schema }]) => ({
    name,
    in: 'query',
    description,
    schema: schemas.toJson(schema(), 'input'),
  }))
}

const takesBody = ({ method }: Endpoint): boolean => method !== 'GET' && method !== 'DELETE'

function requestBody(schemas: Schemas, endpoint: Endpoint, known: KnownForms): JsonObject {
  if (!takesBody(endpoint)) return {}
  const { body, documentedBody = body } = endpoint
  const schema = schemas.toJson(documentedBody?.(known) ?? noBody(), 'input')
  return { requestBody: { required: body !== undefined, content: { [jsonType]: { schema } } } }
}

/** The problems that a request to an endpoint can meet. */
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
