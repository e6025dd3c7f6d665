import { isObject, type JsonObject, textAt } from '../json.ts'
import { Random } from '../random.ts'
import { itemsOf, jsonOf, type Recorder } from '../recorder.ts'
import { withKey } from '../values.ts'
import { pagesOf } from './control.ts'

const paths = {
  resources: '/cloud/resources',
  assessments: '/security/assessments',
  jobs: '/data/analysis/jobs',
} as const

const own: Readonly<Record<keyof typeof paths, readonly unknown[]>> = {
  resources: [
    {},
    { name: 'mine', type: 'virtual_machine', provider: 'aws' },
    { region: 'moon-1', provider: 'orbital', tags: [{ key: 'a', value: 'b' }] },
    { id: 'cccccccc-1111-4222-8333-444444444444' },
    { id: 'cccccccc-1111-4222-8333-444444444444' },
    { status: 'terminated', created_at: '2026-06-30T00:00:00Z', updated_at: '2026-06-29T00:00:00Z' },
    { details: { volumes: [], security_groups: [] } },
    { type: 'toaster' },
    { tags: 'x' },
    { colour: 'red' },
    { created_at: 'now' },
  ],
  assessments: [
    {},
    { status: 'pending' },
    { status: 'in_progress' },
    { status: 'failed' },
    { status: 'completed', score: 12 },
    { status: 'completed', findings: [] },
    { resource_id: '11111111-2222-4333-8444-555555555555' },
    { resource_type: 'toaster' },
    { status: 'odd' },
    { score: 101 },
    { status: 'pending', score: 5 },
    { created_at: '2030-01-01T00:00:00Z' },
  ],
  jobs: [
    {},
    { status: 'pending', notification: { email: 'a@example.com' } },
    { status: 'running', name: 'Running' },
    { status: 'failed' },
    { status: 'completed', results: { events_analyzed: 1, anomalies_detected: 0 } },
    { name: '' },
    { status: 'queued' },
    { started_at: '2026-07-01T11:00:00Z', status: 'running' },
    { data_source: { type: 'security_logs' } },
    { analysis_type: 'premonition', output_format: 'hologram' },
    { completed_at: '2020-01-01T00:00:00Z' },
  ],
}

const changes: Readonly<Record<keyof typeof paths, readonly unknown[]>> = {
  resources: [
    { name: 'renamed' },
    { status: 'stopped' },
    { tags: [{ key: 'team', value: 'mine' }] },
    { details: { public_ip: null } },
    { details: { instance_type: 'tiny' } },
    { created_at: '2024-01-01T00:00:00Z' },
    { id: 'dddddddd-1111-4222-8333-444444444444' },
    { type: null },
    { colour: 'red' },
    {},
    [],
    null,
  ],
  assessments: [
    { status: 'completed' },
    { status: 'failed' },
    { status: 'pending' },
    { status: 'in_progress' },
    { score: 1 },
    { score: null },
    { findings: [{ severity: 'high' }] },
    { summary: { passing_checks: 1 } },
    { completed_at: '2026-07-01T11:59:59Z' },
    { status: 'odd' },
    {},
  ],
  jobs: [
    { status: 'running' },
    { status: 'completed' },
    { status: 'failed' },
    { status: 'pending' },
    { description: null },
    { notification: { email: 'other@example.com', webhook_url: 'http://192.0.2.8/' } },
    { notification: null },
    { name: 'renamed' },
    { results: { anomalies_detected: 3 } },
    { status: 'odd' },
    'text',
  ],
}

const filters: Readonly<Record<keyof typeof paths, readonly string[]>> = {
  resources: ['type=database', 'type=databas', 'typ=database', 'tag=environment:production&tag=team', 'page=2'],
  assessments: ['resource_type=database', 'from_date=2026-06-01', 'to_date=soon', 'resource_id=x'],
  jobs: ['status=running', 'status=runing', 'type=access_review', 'created_after=2026-06-01&type=x'],
}

/** Records that are made, changed and removed by the control plane, in random order. */
export async function records(recorder: Recorder): Promise<void> {
  for (const kind of ['resources', 'assessments', 'jobs'] as const) {
    const prefix = `/@records-of-${kind}`
    const control = `${prefix}/_control/${kind}`
    const random = new Random(prefix)
    await pagesOf(recorder, prefix, kind)
    for (const filter of filters[kind]) await recorder.send('GET', `${control}?limit=2&${filter}`)
    const ids = itemsOf(await recorder.send('GET', `${control}?limit=6`)).map((item) => textAt(item, 'id'))
    for (const body of own[kind]) {
      const made = await recorder.send('POST', control, jsonOf(body))
      await recorder.settle(prefix)
      const id = textAt(made.json, 'id')
      if (id !== '') ids.push(id)
      await recorder.send('GET', `${prefix}/v1${paths[kind]}/${id}`, { headers: withKey() })
    }
    for (const body of [...random.shuffle(changes[kind]), ...random.shuffle(changes[kind])]) {
      const id = random.pick(ids)
      await recorder.send('PATCH', `${control}/${id}`, jsonOf(body))
      await recorder.settle(prefix)
      await recorder.send('GET', `${prefix}/v1${paths[kind]}/${id}`, { headers: withKey() })
    }
    await again(recorder, kind, random, ids)
  }
}

/** Removes some, lets time pass, and reads what is left. */
async function again(
  recorder: Recorder,
  kind: keyof typeof paths,
  random: Random,
  ids: readonly string[],
): Promise<void> {
  const prefix = `/@records-of-${kind}`
  const control = `${prefix}/_control/${kind}`
  const [first = ''] = ids
  for (const id of [first, first, random.pick(ids), 'nothing', '11111111-2222-4333-8444-555555555555']) {
    await recorder.send('DELETE', `${control}/${id}`)
    await recorder.send('GET', `${prefix}/v1${paths[kind]}/${id}`, { headers: withKey() })
  }
  await recorder.send('PATCH', `${control}/${first}`, jsonOf({ name: 'gone' }))
  const shown = await recorder.send('GET', `${control}/${random.pick(ids.slice(6))}`)
  if (isObject(shown.json)) await recorder.send('POST', control, jsonOf(withId(shown.json)))
  for (const by of ['1s', '5s', '1h']) {
    await recorder.send('POST', `${prefix}/_control/clock/advance`, jsonOf({ by }))
    await recorder.send('GET', `${prefix}/v1${paths[kind]}?limit=5`, { headers: withKey() })
    await recorder.send('GET', `${control}?limit=5`)
  }
  await recorder.send('GET', `${prefix}/_control/outbox`)
  await recorder.send('GET', `${prefix}/_control`)
  await recorder.send('POST', `${prefix}/_control/reset`, jsonOf({}))
  await recorder.send('GET', `${control}?limit=3`)
}

const withId = (record: JsonObject): JsonObject => ({ ...record, id: 'eeeeeeee-1111-4222-8333-444444444444' })
