import { type Ask, type Fields, type Recorder, withKey } from '../recorder.ts'
import { each, gets, jobFor, listing, posts, readKnown } from '../requests.ts'

/** The sandboxes of the fake, and what belongs to all of it. */
export async function sandboxes(recorder: Recorder): Promise<void> {
  const run = async (asks: readonly Ask[]) => await recorder.run('/_control', asks)
  for (const name of ['internal-error', 'service-unavailable']) {
    await recorder.run('', ['GET /v1/security/assessments'], { ...withKey(), 'X-Fake-Scenario': name })
  }
  await run(gets('', ['/health', '/ready', '/', '/scenarios', '/assumptions', '/tls']))
  await recorder.send('GET /_control/metrics', undefined, {}, { isOpaque: true })
  await run(posts('/sandboxes', [{ name: 'made-here' }, { name: 'made-here' }, {}, { name: 'Bad' }]))
  await recorder.run('/@made-here', [listing], withKey())
  await run(['GET /sandboxes', ...['made-here', 'made-here', 'default'].map((name) => `DELETE /sandboxes/${name}`)])
  await recorder.run('/@made-here', ['GET /_control/requests', listing], withKey())
  await recorder.run('', ['GET /_control/openapi.json', 'GET /openapi.json', 'HEAD /openapi.json'])
  await recorder.send('PATCH /@chosen/_control/assumptions', {
    jobStates: 'queued_processing_succeeded_failed',
    cors: 'any',
  })
  await recorder.run('/@chosen', ['GET /openapi.json', 'GET /_control/openapi.json', 'GET /_control'])
  await run([...gets('', ['/nothing', '/clock/', '/clock?x=1', '//clock']), ['PUT /clock', {}]])
  await run([{ limitAboveMax: 'clip' }, { rateQuota: 0 }].map((choices): Ask => ['PATCH /assumptions', choices]))
  await run([
    ['PUT /scenarios/flaky', {}],
    ['PUT /scenarios/flaky', { on: true }],
    'PUT /scenarios/slow',
    'GET /scenarios/flakey',
    'DELETE /scenarios/flaky',
    'DELETE /scenarios',
  ])
  const doubtful = { name: 'own', rules: [{ when: { path: '/elsewhere' }, then: { delay: '1ms' } }] }
  await run(posts('/scenarios/check', [doubtful, { name: 'flaky' }]))
  await badBodies(recorder)
  await run([...posts('/reset', [{ x: 1 }, {}]), 'GET /', ...posts('/clear', [{}]), 'GET /resources'])
}

async function badBodies(recorder: Recorder): Promise<void> {
  const texts = ['{', `"${'x'.repeat(1_048_577)}"`]
  await recorder.run('/_control', posts('/scenarios', texts))
  await recorder.send('POST /_control/scenarios', new Uint8Array([0xff]), { 'Content-Type': 'application/json' })
  await recorder.run('/_control', [['POST /scenarios', '{"name":"x"}', { 'Content-Type': 'text/plain' }]])
}

/** The guard of an app that somebody else serves. */
export async function guard(recorder: Recorder): Promise<void> {
  const all: readonly Fields[] = [
    { Host: 'localhost:4747' },
    { Host: 'evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'http://evil.example' },
    { Origin: 'http://localhost:4747', Host: 'localhost:4747' },
  ]
  for (const headers of all) {
    await recorder.send('GET /_control/clock', undefined, headers, { isGuarded: true })
    await recorder.send(listing, undefined, { ...withKey(), ...headers }, { isGuarded: true })
  }
  await recorder.send('POST /_control/reset', undefined, { Origin: 'http://evil.example' }, { isGuarded: true })
}

/** A fake that holds few sandboxes. */
export async function small(recorder: Recorder): Promise<void> {
  await recorder.run('', [listing, ...posts('/_control/sandboxes', [{ name: 'second' }, { name: 'third' }])], withKey())
  await recorder.run('/@third', [listing, ['PUT /_control/scenarios/flaky', {}]], withKey())
  await recorder.run('', ['DELETE /_control/sandboxes/second', listing], withKey())
}

/** Parts of a sandbox that has something of everything; they are read before it is saved and after it is loaded. */
const parts = each(`
  GET /_control | GET /_control/keys | GET /_control/quota | GET /_control/resources?limit=2
  GET /_control/assessments?limit=4 | GET /_control/jobs?limit=4 | GET /_control/requests?limit=2
  GET /_control/outbox?limit=3 | GET /_control/clock/due | GET /_control/scenarios/kept
  GET /v1/cloud/resources?limit=1 | GET /v1/security/assessments?limit=3
`)

/** A snapshot that is loaded into another sandbox, and some that are refused. Its form is no part of the record. */
export async function snapshots(recorder: Recorder): Promise<void> {
  const { resource, type, job } = await readKnown(recorder)
  await recorder.run('/@kept', [
    ['POST /_control/keys', { name: 'kept', quota: 9 }],
    ['POST /_control/resources', { name: 'kept' }],
    [`PATCH /_control/resources/${resource}`, { status: 'stopped' }],
    `DELETE /_control/jobs/${job}`,
    ['PATCH /_control/assumptions', { limitAboveMax: 'clamp', notifyOn: 'every_transition' }],
    ['POST /v1/security/assessments', { resource_id: resource, resource_type: type }, withKey()],
    ['POST /v1/data/analysis/jobs', jobFor('http://192.0.2.7/hook'), withKey()],
    ['POST /_control/clock/advance', { by: '2s' }],
    ['POST /_control/scenarios', { name: 'kept', jobs: { completeAfter: '1m' } }],
  ])
  const saved = await recorder.send('GET /@kept/_control/snapshot', undefined, {}, { isOpaque: true })
  await recorder.send('PUT /@copy/_control/snapshot', saved.text, {}, { hasOpaqueBody: true })
  for (const prefix of ['/@kept', '/@copy']) await recorder.run(prefix, parts, withKey())
  await recorder.run(
    '/@copy',
    [['POST /_control/clock/advance', { by: '1h' }], 'GET /_control/jobs?limit=4'],
    withKey(),
  )
  await recorder.send(
    'PUT /@copy/_control/snapshot',
    saved.text.replace('"seed":7', '"seed":99'),
    {},
    { hasOpaqueBody: true },
  )
  const bodies = [{}, { format: 'cloudsec-fake/snapshot', version: 99 }]
  await recorder.run(
    '/@copy',
    bodies.map((body): Ask => ['PUT /_control/snapshot', body]),
  )
}
