import type { Item } from './inventory.ts'

/** The file for json-server and mockttp: records by collection. */
export function recordsFile(items: readonly Item[]): string {
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
