import { prefixOf } from '../http/address.ts'
import { grouped } from '../lib/grouped.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { reference, Schemas } from '../openapi/components.ts'
import { openApiVersion } from '../openapi/document.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { jsonType, keyHeader, keyScheme } from '../spec/headers.ts'
import { controlPath } from './path.ts'
import { type ProblemKind, problems, problemType } from './problem.ts'
import { type ControlRoute, noBody } from './route.ts'
import {
  assumptionSchema,
  choicesSchema,
  clockSchema,
  deliverySchema,
  keySchema,
  createdKeySchema,
  problemSchema,
  quotaSchema,
  recordSchema,
  recordsSchema,
  scenarioSchema,
  summarySchema,
} from './schemas.ts'

/** What the document calls the shapes that several routes share. */
const names = {
  Assumption: assumptionSchema,
  Choices: choicesSchema,
  Clock: clockSchema,
  Delivery: deliverySchema,
  Key: keySchema,
  MadeKey: createdKeySchema,
  Problem: problemSchema,
  Quota: quotaSchema,
  Row: recordSchema,
  Rows: recordsSchema,
  Scenario: scenarioSchema,
  Summary: summarySchema,
}

/** The OpenAPI document of the control plane of a sandbox. @param version of the package */
export function describeControl(
  routes: readonly ControlRoute[],
  sandbox: Sandbox,
  version: string,
  mount: string,
): JsonObject {
  const schemas = new Schemas()
  for (const [name, schema] of Object.entries(names)) schemas.named(name, () => schema)
  const problem = schemas.toJson(problemSchema)
  const paths = [...grouped(routes, ({ path }) => path)].map(([path, having]) => [
    path === '' ? '/' : path,
    Object.fromEntries(having.map((route) => [route.method.toLowerCase(), toOperation(schemas, route, sandbox)])),
  ])
  return {
    openapi: openApiVersion,
    info: {
      title: 'The control plane of cloudsec-fake',
      version,
      description:
        'What is outside the API: the clock, the scenarios, the assumptions, the keys and the records of one sandbox. A change needs ' +
        `\`${jsonType}\`, even without a body. Requests must come from this machine, unless the fake was told otherwise.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: mount + prefixOf(sandbox.name) + controlPath, description: `The sandbox ${sandbox.name}.` }],
    // An empty requirement says that it can do without: whether a token is asked for was said at the start.
    security: [{ token: [] }, {}],
    tags: [...new Set(routes.map(areaOf))].map((name) => ({
      name,
      description: `The routes of ${name}.`,
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

/** The first segment of a path, or what the control plane itself is filed under. */
function areaOf({ path }: ControlRoute): string {
  return path.split('/')[1]?.replace(/\.json$/, '') ?? 'summary'
}

function toOperation(schemas: Schemas, route: ControlRoute, sandbox: Sandbox): JsonObject {
  const { id, summary, path, open = false, status = 200, answer, type = jsonType } = route
  const kinds = problemKinds(route)
  return {
    operationId: id,
    summary: summary.charAt(0).toUpperCase() + summary.slice(1),
    tags: [areaOf(route)],
    ...(open ? { security: [] } : {}),
    parameters: [...(path.includes('{name}') ? [nameParameter] : []), ...queryParameters(schemas, route)],
    ...requestBody(schemas, route, sandbox),
    responses: {
      ...(answer === undefined
        ? { 204: { description: 'It was done.' } }
        : { [status]: { description: 'It was done.', content: { [type]: { schema: schemas.toJson(answer) } } } }),
      ...Object.fromEntries(kinds.map((kind) => [problems[kind].status, reference('responses', kind)])),
    },
  }
}

const nameParameter = {
  name: 'name',
  in: 'path',
  required: true,
  description: 'Its name, or its id.',
  schema: { type: 'string' },
}

function queryParameters(schemas: Schemas, { query = {} }: ControlRoute): readonly JsonObject[] {
  return Object.entries(query).map(([name, { meaning: description, shape: schema }]) => ({
    name,
    in: 'query',
    description,
    schema: schemas.toJson(schema, 'input'),
  }))
}

const takesBody = ({ method }: ControlRoute): boolean => method !== 'GET' && method !== 'DELETE'

function requestBody(schemas: Schemas, route: ControlRoute, sandbox: Sandbox): JsonObject {
  if (!takesBody(route)) return {}
  const schema = schemas.toJson(route.bodyShape?.(sandbox) ?? route.body, 'input')
  return { requestBody: { required: route.body !== noBody, content: { [jsonType]: { schema } } } }
}

/** What can be wrong with a request of a route. */
function problemKinds(route: ControlRoute): readonly ProblemKind[] {
  return [
    'input',
    ...(route.open === true ? [] : ['token' as const]),
    'stranger',
    ...(route.path.includes('{name}') ? ['unknown' as const] : []),
    ...(route.method === 'POST' ? ['taken' as const] : []),
    ...(takesBody(route) ? (['tooLarge', 'mediaType'] as const) : []),
    'defect',
    'unavailable',
  ]
}
