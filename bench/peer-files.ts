import { jobBody } from './fake.ts'
import { type Item, pageSize } from './inventory.ts'

/** The file for json-server: records by collection. */
export function jsonServerFile(items: readonly Item[]): string {
  return JSON.stringify({ resources: items, jobs: [] })
}

const bucket = (id: string, records: readonly object[]): object => ({
  uuid: `00000000-0000-4000-8000-00000000000${id.length}`,
  id,
  name: id,
  documentation: '',
  value: JSON.stringify(records),
})

function crudRoute(endpoint: string, at: number): { readonly uuid: string } {
  const response = {
    uuid: `00000000-0000-4000-8000-00000000002${at}`,
    body: '{}',
    latency: 0,
    statusCode: 200,
    label: '',
    headers: [],
    bodyType: 'DATABUCKET',
    filePath: '',
    databucketID: endpoint,
    sendFileAsBody: false,
    rules: [],
    rulesOperator: 'OR',
    disableTemplating: true,
    fallbackTo404: false,
    default: true,
    crudKey: 'id',
    callbacks: [],
  }
  return Object.assign(
    { uuid: `00000000-0000-4000-8000-00000000001${at}`, type: 'crud', documentation: '', method: '', endpoint },
    { responses: [response], responseMode: null, streamingMode: null, streamingInterval: 0 },
  )
}

/** The file for Mockoon: an environment with a CRUD route for each collection. */
export function mockoonFile(items: readonly Item[]): string {
  const routes = [crudRoute('resources', 1), crudRoute('jobs', 2)]
  return JSON.stringify({
    uuid: '00000000-0000-4000-8000-000000000000',
    lastMigration: 33,
    name: 'Bench',
    endpointPrefix: '',
    latency: 0,
    port: 3000,
    hostname: '127.0.0.1',
    folders: [],
    routes,
    rootChildren: routes.map(({ uuid }) => ({ type: 'route', uuid })),
    proxyMode: false,
    proxyHost: '',
    proxyRemovePrefix: false,
    tlsOptions: { enabled: false, type: 'CERT', pfxPath: '', certPath: '', keyPath: '', caPath: '', passphrase: '' },
    cors: true,
    headers: [],
    proxyReqHeaders: [],
    proxyResHeaders: [],
    data: [bucket('resources', items), bucket('jobs', [])],
    callbacks: [],
  })
}

const text = { type: 'string' }

const itemSchema = {
  type: 'object',
  required: ['id', 'type', 'provider', 'region', 'tags'],
  properties: {
    id: text,
    type: text,
    provider: text,
    region: text,
    tags: { type: 'array', items: { type: 'object', properties: { key: text, value: text } } },
  },
}

const jobSchema = {
  type: 'object',
  required: ['name', 'data_source', 'analysis_type', 'output_format'],
  properties: { name: text, data_source: { type: 'object' }, analysis_type: text, output_format: text },
}

const answer = (schema: object, example: unknown): object => ({
  description: 'Success',
  content: { 'application/json': { schema, example } },
})

const inQuery = (name: string, type: string): object => ({ name, in: 'query', schema: { type } })

/** The file for Prism: an OpenAPI document with an example for each operation. */
export function prismFile(items: readonly Item[]): string {
  const filters = ['type', 'provider', 'region'].map((name) => inQuery(name, 'string'))
  const paging = ['page', 'limit'].map((name) => inQuery(name, 'integer'))
  const list = answer({ type: 'array', items: itemSchema }, items.slice(0, pageSize))
  const created = answer(jobSchema, { id: items[0]?.id, ...JSON.parse(jobBody) })
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Bench', version: '1.0.0' },
    paths: {
      '/resources': { get: { parameters: [...filters, ...paging], responses: { 200: list } } },
      '/resources/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          responses: { 200: answer(itemSchema, items[0]) },
        },
      },
      '/jobs': {
        post: {
          requestBody: { required: true, content: { 'application/json': { schema: jobSchema } } },
          responses: { 201: created },
        },
      },
    },
  })
}
