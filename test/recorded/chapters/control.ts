import { textAt } from '../json.ts'
import { type Ask, type Recorder, withKey } from '../recorder.ts'
import { each, gets, listing, noon, posts, readKnown, unknownId } from '../requests.ts'

/** The clock of a sandbox, and what is due. */
export async function clock(recorder: Recorder): Promise<void> {
  const { resource, type } = await readKnown(recorder)
  await recorder.run(
    '/@due/v1',
    [['POST /security/assessments', { resource_id: resource, resource_type: type }]],
    withKey(),
  )
  await recorder.run('/@due/_control', [
    ...gets('/clock/due', ['', '?limit=0', '?kind=quota', '?kind=job', '?id=full-access']),
    'GET /clock',
    ...posts('/clock/advance', [{ by: '250ms' }, { by: 'PT1H30M' }, { by: 'soon' }, { by: '36526d' }]),
    ['PATCH /clock', { now: '2026-07-05T00:00:00+02:00' }],
    ...[{ now: noon }, { now: 'tomorrow' }, { rate: 2 }].map((change): Ask => ['PATCH /clock', change]),
    ['PATCH /clock', { mode: 'frozen' }],
  ])
  await recorder.send('PATCH /@moving/_control/clock', { mode: 'real', rate: 3 }, {}, { hidden: ['now'] })
  await recorder.send('PATCH /@moving/_control/clock', { mode: 'frozen', now: '2026-08-01T00:00:00Z' })
}

/** API keys and their quotas. */
export async function keys(recorder: Recorder): Promise<void> {
  const run = async (asks: readonly Ask[]) => await recorder.run('/@keys/_control', asks)
  const mine = { name: 'Own', secret: 'csf_my_own_secret' }
  const made = await run(posts('/keys', [{ name: 'Limited', permissions: ['cloud:read'], quota: 3 }]))
  const [id, own] = [textAt(made.json, 'id'), withKey(textAt(made.json, 'secret'))]
  await run([
    ...posts('/keys', [mine, mine, { name: 'Nothing', permissions: [] }, { name: 'Zero', quota: 0 }]),
    ...gets('/keys', ['', `/${id}`, '/no-such-key', '/%zz']),
    ...gets('/quota', ['', `/${id}`, '/no-such-key']),
  ])
  for (const prefix of ['/@keys', '', '/@other-than-keys']) await recorder.run(prefix, [listing], own)
  for (const change of [{ remaining: 0 }, { limit: 4, remaining: 4, resetsIn: '1h' }]) {
    await run([[`PUT /quota/${id}`, change]])
    await recorder.run('/@keys', [listing], own)
  }
  await run([{ remaining: 5 }, { limit: 0 }].map((change): Ask => [`PUT /quota/${id}`, change]))
  await run([
    ['PUT /quota/no-such-key', { limit: 1 }],
    ['PUT /quota/full-access', { remaining: 1 }],
  ])
  await recorder.run('/@keys', [listing, listing, ['POST /_control/clock/advance', { by: '61m' }], listing], withKey())
  await run([`DELETE /keys/${id}`, 'DELETE /keys/full-access', 'GET /quota'])
  await recorder.run('/@keys', [listing], withKey())
}

const matches: readonly unknown[] = [
  {},
  { match: { operation: 'x' } },
  { match: { operation: 'listResources' }, count: { min: 1 } },
  { match: { operation: 'createJob', status: 400 }, count: 100 },
  { match: { path: '/cloud/*', method: 'get' }, count: { min: 2, max: 3 } },
  { match: { query: { limit: '2' }, key: 'full-access' }, count: 0 },
  { match: { scenario: 'extra-fields', unmatched: false }, count: 1 },
  { match: { code: 'resource_not_found', id: '*' }, count: 77 },
  { sequence: [{ operation: 'listResources' }, { operation: 'listResources', query: { limit: '2' } }] },
  { sequence: [{ operation: 'createJob' }, { status: 418 }] },
]

const filters = each(`
?operation=listResources&limit=2 | ?operation=listResource | ?status=404 | ?limit=0 | ?code=invalid_request
?scenario=extra-fields | ?key=read-only | ?unmatched=true | ?since=0-3 | ?since=2026-07-01T12:00:30Z | ?colour=red
?fields=summary&limit=2 | ?sandboxes=all&since=0-1
`)

/** The journal, its stream, what is verified by it, and what is reported from it. */
export async function journal(recorder: Recorder): Promise<void> {
  const run = async (asks: readonly Ask[]) => await recorder.run('/@journal/_control', asks)
  const sent: readonly Ask[] = [
    'GET /cloud/resources?limit=2',
    'GET /cloud/resources?limit=200',
    `GET /cloud/resources/${unknownId}`,
    'GET /cloud/resource',
    'GET /cloud/resources?api_key=csf_full_access&limit=1',
    ['POST /data/analysis/jobs', { name: 'x' }],
    ['GET /cloud/resources', undefined, withKey('csf_read_only')],
    [
      'GET /cloud/resources?limit=1',
      undefined,
      { 'X-Token': 'hidden', Cookie: 'a=b', 'X-Fake-Scenario': 'extra-fields' },
    ],
  ]
  await recorder.run('/@journal/v1', sent, withKey())
  await run([['POST /clock/advance', { by: '1m' }]])
  await recorder.run('/@journal/v1', ['GET /security/assessments?limit=1'], withKey())
  await run(gets('/requests', [...filters, '', '/0-1', '/0-4', '/0-99', '/x']))
  const stream = '/@journal/_control/requests/stream'
  await recorder.send(`GET ${stream}?since=0-1&operation=listResources`, undefined, {}, { events: 3 })
  await recorder.send(`GET ${stream}`, undefined, { 'Last-Event-ID': '0-5' }, { events: 3 })
  await recorder.send(`GET ${stream}?since=0-3&fields=summary`, undefined, {}, { events: 2 })
  await run(['GET /requests/stream?since=nothing', 'HEAD /requests/stream'])
  await run([...posts('/requests/verify', matches), ...posts('/scenarios/verify', [{}])])
  for (const id of ['0-1', '0-6', '0-99']) {
    await run([[`POST /requests/${id}/send`, {}], `GET /requests/${id}/curl`, `GET /requests/${id}/deciding`])
  }
  await run(['GET /coverage', 'GET /coverage?sandboxes=one'])
  await run([['PUT /scenarios/commits-then-fails', {}], ...posts('/scenarios/verify', [{}])])
  await run(['DELETE /scenarios/commits-then-fails', 'DELETE /requests', 'GET /requests/har', ...posts('/reset', [{}])])
}

/** The judgement of a client that asks an unknown path and retries in vain. */
export async function conduct(recorder: Recorder): Promise<void> {
  const { resource, type } = await readKnown(recorder)
  const create: Ask = ['POST /v1/security/assessments', { resource_id: resource, resource_type: type }]
  const asks = ['GET /v1/cloud/resource', 'GET /v1/cloud/resources?page=9&limit=50', 'GET /v1/cloud/resources?limit=0']
  await recorder.run('/@conduct', ['GET /_control/conduct', ['PUT /_control/scenarios/commits-then-fails', {}]])
  await recorder.run('/@conduct', [create, create, ...asks, ...asks.slice(2)], withKey())
  const queries = ['', '?allow=matched-no-operation,retried-in-vain', '?pollEvery=5s', '?allow=gave-in']
  await recorder.run('/@conduct/_control', gets('/conduct', queries))
}
