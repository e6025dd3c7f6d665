import { textAt } from '../json.ts'
import { Random } from '../random.ts'
import { type Answer, itemsOf, jsonOf, type Recorder } from '../recorder.ts'
import { sendRandom } from '../requests.ts'
import { copyOf, noon, oddIds, type Records, withKey } from '../values.ts'

const full = { headers: withKey() }

/** Sends requests to the control plane of one sandbox. */
function panelOf(recorder: Recorder, prefix: string) {
  const at = (path: string): string => `${prefix}/_control${path}`
  return {
    get: (path: string) => recorder.send('GET', at(path)),
    head: (path: string) => recorder.send('HEAD', at(path)),
    post: (path: string, body: unknown) => recorder.send('POST', at(path), jsonOf(body)),
    put: (path: string, body: unknown) => recorder.send('PUT', at(path), jsonOf(body)),
    patch: (path: string, body: unknown) => recorder.send('PATCH', at(path), jsonOf(body)),
    remove: (path: string) => recorder.send('DELETE', at(path)),
    api: (path: string) => recorder.send('GET', `${prefix}/v1${path}`, full),
  }
}

/** The clock of a sandbox. */
export async function clock(recorder: Recorder): Promise<void> {
  const { get, post, patch } = panelOf(recorder, '/@clock')
  await get('/clock')
  await get('/clock/due')
  await recorder.send('POST', '/@due/v1/security/assessments', {
    ...jsonOf({ resource_id: '085eb948-ff2a-4f15-bd84-c172cd02afba', resource_type: 'database' }, withKey()),
  })
  for (const query of ['', '?limit=1', '?limit=0', '?limit=101', '?kind=quota', '?kind=job', '?id=full-access']) {
    await recorder.send('GET', `/@due/_control/clock/due${query}`)
  }
  for (const by of [
    '1s',
    '0s',
    '250ms',
    '1.5h',
    '2d',
    'PT1H30M',
    'P1D',
    '36525d',
    '36526d',
    '-1s',
    'soon',
    '',
    '1 h',
  ]) {
    await post('/clock/advance', { by })
  }
  for (const body of [{}, { by: 1 }, { by: '1s', now: noon }, [], null]) await post('/clock/advance', body)
  const changes = [
    { now: '2026-07-02T00:00:00Z' },
    { now: '2026-07-02' },
    { now: '2026-07-03T00:00:00+02:00' },
    { now: noon },
    { now: 'tomorrow' },
    { now: '9999-12-31T23:59:59Z' },
    { mode: 'frozen' },
    { mode: 'stopped' },
    { rate: 2 },
    { rate: 0 },
    { rate: -1 },
    { rate: 1e9 },
    { colour: 'red' },
    {},
  ]
  for (const change of changes) await patch('/clock', change)
  await recorder.send('PATCH', '/@moving/_control/clock', jsonOf({ mode: 'real', rate: 3 }), { hidden: ['now'] })
  await recorder.send('PATCH', '/@moving/_control/clock', jsonOf({ mode: 'frozen', now: '2026-08-01T00:00:00Z' }))
}

/** API keys and their quotas. */
export async function keys(recorder: Recorder): Promise<void> {
  const { get, post, put, remove } = panelOf(recorder, '/@keys')
  await get('/keys')
  const bodies = [
    { name: 'First' },
    { name: 'Limited', permissions: ['cloud:read'], quota: 3 },
    { name: 'Nothing', permissions: [] },
    { name: 'Own', secret: 'csf_my_own_secret' },
    { name: 'Own', secret: 'csf_my_own_secret' },
    { name: 'Short', secret: 'x' },
    { name: 'Odd', permissions: ['cloud:write'] },
    { name: '' },
    { name: 'x'.repeat(201) },
    { name: 'Zero', quota: 0 },
    { name: 'Null', quota: null },
    { permissions: [] },
    { name: 'Extra', colour: 'red' },
  ]
  const made: Answer[] = []
  for (const body of bodies) made.push(await post('/keys', body))
  for (const { json } of made.slice(0, 4)) {
    const headers = withKey(textAt(json, 'secret'))
    for (const path of ['/cloud/resources?limit=1', '/data/analysis/jobs?limit=1']) {
      for (const prefix of ['/@keys', '', '/@other-than-keys']) {
        await recorder.send('GET', `${prefix}/v1${path}`, { headers })
      }
    }
  }
  const id = textAt(made[1]?.json, 'id')
  for (const path of [id, 'full-access', 'csf_full_access', 'no-such-key', ...oddIds]) await get(`/keys/${path}`)
  await get('/quota')
  for (const path of [id, 'csf_full_access', 'no-such-key']) await get(`/quota/${path}`)
  for (const change of [
    { limit: 9 },
    { remaining: 2 },
    { resetsIn: '10s' },
    { limit: 4, remaining: 4, resetsIn: '1h' },
  ]) {
    await put(`/quota/${id}`, change)
    await recorder.send('GET', '/@keys/v1/cloud/resources?limit=1', {
      headers: withKey(textAt(made[1]?.json, 'secret')),
    })
  }
  for (const change of [{ remaining: 5 }, { resetsIn: '2h' }, { limit: 0 }, { remaining: -1 }, { x: 1 }, {}, null]) {
    await put(`/quota/${id}`, change)
  }
  await put('/quota/no-such-key', { limit: 1 })
  await put('/quota/full-access', { remaining: 1 })
  for (let sent = 0; sent < 3; sent += 1) await recorder.send('GET', '/@keys/v1/cloud/resources?limit=1', full)
  await post('/clock/advance', { by: '59m' })
  await recorder.send('GET', '/@keys/v1/cloud/resources?limit=1', full)
  await post('/clock/advance', { by: '2m' })
  await recorder.send('GET', '/@keys/v1/cloud/resources?limit=1', full)
  await remove(`/keys/${id}`)
  await remove(`/keys/${id}`)
  await remove('/keys/no-such-key')
  await remove('/keys/full-access')
  await get('')
  await get('/quota')
  await recorder.send('GET', '/@keys/v1/cloud/resources?limit=1', full)
}

/** The journal, its stream, and what is verified by it. */
export async function journal(recorder: Recorder, records: Records): Promise<void> {
  const prefix = '/@journal'
  const { get, post, put, remove } = panelOf(recorder, prefix)
  await get('/requests')
  await sendRandom(recorder, prefix, new Random('journal'), copyOf(records), 40)
  await recorder.send('GET', `${prefix}/v1/cloud/resources?api_key=csf_full_access&limit=1`, full)
  await post('/clock/advance', { by: '1m' })
  await recorder.send('GET', `${prefix}/v1/cloud/resources?limit=2`, {
    headers: { ...withKey(), 'X-Token': 'hidden', Cookie: 'a=b', 'X-Fake-Scenario': 'extra-fields' },
  })
  const filters = [
    '',
    '?limit=2',
    '?operation=listResources',
    '?operation=listResource',
    '?status=404',
    '?status=abc',
    '?code=invalid_request',
    '?code=no_error',
    '?scenario=extra-fields',
    '?key=read-only&limit=3',
    '?unmatched=true&limit=2',
    '?unmatched=yes',
    '?since=0-10&limit=2',
    `?since=2026-07-01T12:00:30Z`,
    '?since=yesterday',
    '?since=9-9',
    '?limit=0',
    '?limit=x',
    '?colour=red',
    '?fields=summary&limit=2',
    '?fields=all&limit=1',
    '?fields=some',
    '?sandboxes=all&fields=summary&limit=2',
    '?sandboxes=journal',
    '?sandboxes=all&since=0-1',
  ]
  for (const filter of filters) await get(`/requests${filter}`)
  for (const id of ['0-1', '0-7', '0-20', '0-9999', '1-1', 'x', '0-0']) await get(`/requests/${id}`)
  const stream = `${prefix}/_control/requests/stream`
  await recorder.send('GET', `${stream}?since=0-3&operation=listResources`, {}, { events: 3 })
  await recorder.send('GET', stream, { headers: { 'Last-Event-ID': '0-5' } }, { events: 3 })
  await recorder.send('GET', `${stream}?since=0-3&fields=summary`, {}, { events: 2 })
  await recorder.send('GET', `${stream}?since=nothing`)
  await recorder.send('GET', `${stream}?sandboxes=all&since=0-1`)
  await recorder.send('HEAD', stream)
  const matches: readonly unknown[] = [
    {},
    { match: { operation: 'listResources' } },
    { match: { operation: 'listResources' }, count: { min: 1 } },
    { match: { operation: 'createJob', status: 201 }, count: 100 },
    { match: { path: '/cloud/*', method: 'get' }, count: { min: 2, max: 3 } },
    { match: { body: { resource_type: 'database' } }, count: { min: 1, max: 50 } },
    { match: { query: { limit: '2' }, key: 'full-access' }, count: 0 },
    { match: { header: { authorization: 'csf_full_access' } } },
    { match: { assumption: 'limitAboveMax' } },
    { match: { scenario: 'extra-fields' }, count: 1 },
    { match: { code: 'resource_not_found' }, count: 77 },
    { match: { id: '*' }, count: { max: 1 } },
    { match: { unmatched: true }, count: 0 },
    { sequence: [{ operation: 'listResources' }, { operation: 'listResources', query: { limit: '2' } }] },
    { sequence: [{ operation: 'createJob' }, { status: 418 }] },
    { sequence: [] },
    { sequence: [{}], count: 1 },
    { match: { operation: 'x' } },
    { count: { min: 3, max: 1 } },
    { colour: 'red' },
  ]
  for (const match of matches) await post('/requests/verify', match)
  await post('/scenarios/verify', {})
  for (const id of ['0-1', '0-20', '0-41', '0-9999', 'x']) await post(`/requests/${id}/send`, {})
  for (const id of ['0-1', '0-41', '0-9999', 'x'])
    for (const part of ['curl', 'deciding']) await get(`/requests/${id}/${part}`)
  for (const query of ['', '?sandboxes=one']) await get(`/coverage${query}`)
  await put('/scenarios/commits-then-fails', {})
  await post('/scenarios/verify', {})
  await remove('/scenarios/commits-then-fails')
  await remove('/requests')
  await get('/requests')
  await get('/requests/har')
  await recorder.send('GET', `${prefix}/v1/cloud/resources?limit=1`, full)
  await get('/requests')
  await post('/reset', {})
  await get('/requests')
}

/** The judgement of a client that asks an unknown path and retries in vain. */
export async function conduct(recorder: Recorder): Promise<void> {
  const { get, api, put } = panelOf(recorder, '/@conduct')
  await get('/conduct')
  await put('/scenarios/commits-then-fails', {})
  const body = { resource_id: '085eb948-ff2a-4f15-bd84-c172cd02afba', resource_type: 'database' }
  for (let i = 0; i < 2; i += 1) {
    await recorder.send('POST', '/@conduct/v1/security/assessments', jsonOf(body, withKey()))
  }
  for (const path of ['', 's?page=9&limit=50', 's?limit=0', 's?limit=0']) await api(`/cloud/resource${path}`)
  const queries = [
    '',
    '?allow=matched-no-operation,retried-in-vain',
    '?allow=',
    '?pollEvery=5s',
    '?allow=gave-in',
    '?pollEvery=often',
    '?colour=red',
  ]
  for (const query of queries) await get(`/conduct${query}`)
}

/** The sandboxes of the fake, and what belongs to all of it. */
export async function sandboxes(recorder: Recorder): Promise<void> {
  const { get, head, post, put, patch, remove, api } = panelOf(recorder, '')
  for (const name of ['internal-error', 'service-unavailable']) {
    const headers = { ...withKey(), 'X-Fake-Scenario': name }
    await recorder.send('GET', '/v1/security/assessments', { headers })
  }
  await get('/health')
  await get('/ready')
  await recorder.send('GET', '/_control/metrics', {}, { isOpaque: true })
  await get('')
  await get('/')
  await head('')
  for (const body of [{ name: 'made-here' }, { name: 'made-here' }, {}, { name: 'Bad' }, { name: 1 }, { x: 1 }]) {
    await post('/sandboxes', body)
  }
  await recorder.send('GET', '/@made-here/v1/cloud/resources?limit=1', full)
  await recorder.send('GET', '/@only-looked-at/v1/cloud/resources?limit=1', full)
  await get('/sandboxes')
  for (const name of ['made-here', 'made-here', 'sandbox-1', 'default', 'no-such-one'])
    await remove(`/sandboxes/${name}`)
  await get('/tls')
  await recorder.send('GET', '/@made-here/_control/requests')
  await recorder.send('GET', '/@made-here/v1/cloud/resources?limit=1', full)
  await recorder.send('GET', '/@made-here/_control/requests')
  await get('/openapi.json')
  await recorder.send('GET', '/openapi.json')
  await recorder.send('HEAD', '/openapi.json')
  await recorder.send('GET', '/@keys/openapi.json')
  await recorder.send('GET', '/@keys/_control/openapi.json')
  for (const path of ['/nothing', '/scenario', '/clock/', '/reset/now', '/keys/a/b', '//clock']) await get(path)
  await put('/clock', {})
  await post('/health', {})
  await patch('/keys', {})
  await remove('/clock')
  await get('/clock?x=1')
  await get('/assumptions?colour=red')
  for (const choices of [{ limitAboveMax: 'clip' }, { nothing: 'x' }, { rateQuota: 0 }, { rateQuota: 'x' }, [], {}]) {
    await recorder.send('PATCH', '/@keys/_control/assumptions', jsonOf(choices))
  }
  await badBodies(recorder)
  await api('/cloud/resources?limit=1')
  await post('/reset', { x: 1 })
  await post('/reset', {})
  await get('')
  await post('/clear', {})
  await get('/resources')
}

async function badBodies(recorder: Recorder): Promise<void> {
  const path = '/@keys/_control/scenarios'
  const json = { 'Content-Type': 'application/json' }
  await recorder.send('POST', path, { headers: json, body: '{' })
  await recorder.send('POST', path, { headers: json, body: '' })
  await recorder.send('POST', path, { headers: json, body: new Uint8Array([0xff]) })
  await recorder.send('POST', path, { headers: json, body: `"${'x'.repeat(1_048_577)}"` })
  await recorder.send('POST', path, { headers: json, body: '['.repeat(5000) })
  await recorder.send('POST', path, { headers: { 'Content-Type': 'text/plain' }, body: '{"name":"x"}' })
  await recorder.send('POST', '/@keys/_control/reset')
  await recorder.send('DELETE', path, { headers: { 'Content-Type': 'text/plain' } })
}

/** The guard of an app that somebody else serves. */
export async function guard(recorder: Recorder): Promise<void> {
  const all: readonly Readonly<Record<string, string>>[] = [
    {},
    { Host: 'localhost:4747' },
    { Host: 'evil.example' },
    { Host: '127.0.0.1' },
    { Host: 'a.localhost' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'http://evil.example', Host: 'localhost:4747' },
    { Origin: 'http://localhost:4747', Host: 'localhost:4747' },
  ]
  for (const headers of all) {
    await recorder.send('GET', '/_control/clock', { headers }, { isGuarded: true })
    await recorder.send(
      'GET',
      '/v1/cloud/resources?limit=1',
      { headers: { ...withKey(), ...headers } },
      { isGuarded: true },
    )
  }
}

/** Lists every collection of records of the control plane, page by page. */
export async function pagesOf(recorder: Recorder, prefix: string, kind: string): Promise<void> {
  const { get } = panelOf(recorder, prefix)
  for (const query of ['', '?limit=3', '?limit=3&offset=2', '?offset=1000', '?limit=0', '?limit=1001', '?offset=-1']) {
    await get(`/${kind}${query}`)
  }
  const [first] = itemsOf(await get(`/${kind}?limit=1`))
  for (const id of [textAt(first, 'id'), textAt(first, 'id').toUpperCase(), ...oddIds.slice(0, 6)]) {
    await get(`/${kind}/${id}`)
  }
}
