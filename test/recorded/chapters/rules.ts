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

/** Scenarios that are refused: for their own fields, a rule, and a rule that could never fire. */
const refused = each(`
  {"name":"x","colour":"red"} | {"name":"x","assume":{"limitAboveMax":"clip"}} | {"name":"flaky"} | "flaky"
  {"name":"x","rules":[{"then":{"fault":"rest"}}]} | {"name":"x","rules":[{"then":{"body":{},"status":204}}]}
  {"name":"x","rules":[{"when":{"operation":"createJob","method":"GET"},"then":{"status":200}}]}
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
  for (const names of ['flaky, no-such-scenario', 'extra-fields, internal-error']) {
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
  await run('refused', posts('/_control/scenarios', refused))
}
