import { type Ask, type Recorder, withKey } from '../recorder.ts'
import { each, job, operations, posts, readKnown } from '../requests.ts'

/** Effects of a rule, each carried by a request. */
const effects = each(`
  {"error":"authentication_error"} | {"error":"authorization_error"} | {"error":"invalid_request"}
  {"error":"rate_limit_exceeded"} | {"error":"internal_error","headers":{"X-Extra":"yes"},"delay":"1ms"}
  {"fault":"reset"} | {"fault":"truncate"} | {"fault":"malformed_json"} | {"fault":"empty"} | {"fault":"gateway_html"}
  {"fault":"wrong_content_type"} | {"fault":"slow_body","over":"20ms"} | {"fault":"reset","patch":{}}
  {"status":418,"body":"tea"} | {"body":{"of":"my own"}} | {"status":202} | {"delay":{"min":"1ms","max":"4ms"}}
  {"headers":{"X-Extra":"yes","X-Rate-Limit-Limit":null,"Retry-After":"7"}} | {"patch":{"pagination":null}}
  {"patch":{"data":{"name":null,"new":1},"status":"odd"}} | {"replace":{"type":"toaster","region":null}}
  {"arrange":"insert"} | {"arrange":"remove"} | {"eror":1} | {
`)

/** Conditions of rules: each names itself in a header of the answers that it fits. */
const conditions = {
  operation: { operation: 'listResources' },
  operations: { operation: ['createJob', 'getResource'] },
  method: { method: ['GET', 'head'] },
  path: { path: '/v1/cloud/resources/{id}' },
  star: { path: '/data/*' },
  id: { id: '2*' },
  key: { key: 'read-*' },
  query: { query: { limit: ['2', '3'] } },
  header: { header: { authorization: '*full*' } },
  body: { body: { data_source: { type: 'security_logs' } } },
  time: { from: '5m', for: '30m' },
}

/** Counts of rules. */
const counts = {
  first: { first: 2 },
  after: { after: 2 },
  every: { every: 2 },
  chance: { chance: 0.5 },
  all: { after: 1, every: 2, first: 1 },
}

const rulesOf = (name: string, all: Readonly<Record<string, unknown>>) =>
  Object.entries(all).map(([key, value]) => ({ [name]: value, then: { headers: { [`X-${key}`]: 'fits' } } }))

/** Settings of scenarios, each with its own effect on what follows. */
const settings = each(`
  "assessments":{"completeAfter":"30s","outcome":"failed"} | "jobs":{"completeAfter":"never","outcome":"completed"}
  "quota":{"limit":9,"remaining":1,"resetsIn":"10s"} | "assume":{"limitAboveMax":"clamp"}
  "webhooks":{"fail":1,"duplicate":2,"outOfOrder":true,"tamper":true}
  "description":"Made in the session","delay":"1ms","group":"quota"
`)

/** Fields of scenarios that are refused, and rules that are. */
const refused = each(`
  "colour":"red" | "quota":{"limit":1,"remaining":2} | "jobs":{"completeAfter":"soon"} | "webhooks":{"duplicate":11}
  "assume":{"limitAboveMax":"clip"} | "name":"Bad Name" | "name":"flaky"
`)
const refusedRules = each(`
  {} | {"then":{}} | {"then":{"error":"no_error"}} | {"then":{"fault":"rest"}} | {"then":{"status":99}}
  {"then":{"headers":{"Content-Length":"1"}}} | {"then":{"status":200,"over":"1s"}} | {"then":{"body":{},"status":204}}
  {"when":{"operation":"listResource"},"then":{"status":200}} | {"when":{"for":"0s"},"then":{"status":200}}
  {"when":{"operation":"createJob","method":"GET"},"then":{"status":200}} | {"phase":"before","then":{"status":200}}
  {"when":{"path":"cloud/resources"},"then":{"status":200}} | {"count":{"first":0},"then":{"status":200}}
  {"count":1,"times":1,"then":{"status":200}} | {"then":{"delay":{"median":"2s","p99":"1s"}}}
`)

/** Scenarios that the session writes itself: effects, conditions, counts, settings and refusals. */
export async function rules(recorder: Recorder): Promise<void> {
  recorder.isTraced = true
  const { resource, type } = await readKnown(recorder)
  const list = 'GET /v1/cloud/resources?limit=2'
  const create: Ask = ['POST /v1/security/assessments', { resource_id: resource, resource_type: type }]
  const asks: readonly Ask[] = [
    list,
    `GET /v1/cloud/resources/${resource}`,
    'GET /v1/data/analysis/jobs?limit=3',
    create,
    ['POST /v1/data/analysis/jobs', job],
    ['GET /v1/cloud/resources?limit=1', undefined, withKey('csf_read_only')],
    'HEAD /v1/cloud/resources',
  ]
  const run = async (name: string, sent: readonly Ask[]) => await recorder.run(`/@${name}`, sent, withKey())
  const define = (scenario: object): Ask => ['POST /_control/scenarios', { name: 'own', ...scenario }]
  for (const then of effects) {
    await recorder.run('', [list], { ...withKey(), 'X-Fake-Then': then })
  }
  for (const error of ['internal_error', 'service_unavailable', 'resource_not_found']) {
    await recorder.run('/v1', operations, { ...withKey(), 'X-Fake-Then': JSON.stringify({ error }) })
  }
  for (const names of [
    'flaky, no-such-scenario',
    '',
    'extra-fields, unknown-values,',
    'extra-fields, internal-error',
  ]) {
    await recorder.run('', [list], { ...withKey(), 'X-Fake-Scenario': names })
  }
  await run('conditions', [define({ rules: rulesOf('when', conditions) }), ...asks])
  await run('conditions', [['POST /_control/clock/advance', { by: '20m' }], list, 'GET /_control/scenarios/own'])
  await run('counts', [define({ rules: rulesOf('count', counts) }), ...Array.from({ length: 5 }, () => list)])
  await run('phase', [define({ rules: [{ phase: 'after', then: { error: 'internal_error' } }] }), create])
  await run('phase', ['GET /_control/scenarios/own', 'GET /_control/assessments?limit=1'])
  for (const [i, setting] of settings.entries()) {
    await run(`setting-${i}`, [
      ['POST /_control/scenarios', `{"name":"own",${setting}}`],
      create,
      ['POST /v1/data/analysis/jobs', job],
      'GET /v1/cloud/resources?limit=200',
    ])
    await recorder.ask(`POST /@setting-${i}/_control/clock/advance`, { by: '40s' })
    await run(`setting-${i}`, ['GET /_control/assessments?limit=1', 'GET /_control/jobs?limit=1'])
  }
  await run('refused', [define({ rules: [{ when: { path: '/elsewhere' }, then: { delay: '1ms' } }] })])
  const scenarios = [...refused, ...refusedRules.map((rule) => `"rules":[${rule}]`)].map((own) => `{"name":"x",${own}}`)
  await run('refused', posts('/_control/scenarios', ['{}', '[]', '"flaky"', ...scenarios]))
}
