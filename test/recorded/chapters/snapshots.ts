import { isObject } from '../json.ts'
import { Random } from '../random.ts'
import { jsonOf, type Recorder } from '../recorder.ts'
import { sendRandom } from '../requests.ts'
import { copyOf, type Records, withKey } from '../values.ts'

/** Sandboxes that other chapters left something in. */
const origins = ['@profile-3', '@records-kept', '@on-flaky', '@hooks-webhook-fails', '@inline-4', '@keys', '@clock']

/** The requests that read a sandbox before it is saved and after it is loaded. */
const paths = [
  '/_control',
  '/_control/keys',
  '/_control/quota',
  '/_control/clock',
  '/_control/resources?limit=2',
  '/_control/assessments?limit=4',
  '/_control/jobs?limit=4',
  '/_control/requests?limit=2',
  '/_control/outbox?limit=3',
  '/v1/cloud/resources?limit=3',
  '/v1/security/assessments?limit=3',
  '/v1/data/analysis/jobs?limit=3',
]

async function readAll(recorder: Recorder, prefix: string): Promise<void> {
  for (const path of paths) await recorder.send('GET', prefix + path, { headers: withKey() })
  const scenarios = await recorder.send('GET', `${prefix}/_control/scenarios`, {})
  if (scenarios.status !== 200) throw new Error('expected the scenarios of the sandbox')
}

/** Snapshots of several sandboxes, each loaded into another sandbox. Their form is no part of the record. */
export async function snapshots(recorder: Recorder, records: Records): Promise<void> {
  await prepare(recorder, records)
  for (const origin of origins) {
    const copy = `/@copy-of-${origin.slice(1)}`
    const saved = await recorder.send('GET', `/${origin}/_control/snapshot`, {}, { isOpaque: true })
    await recorder.sendOpaque('PUT', `${copy}/_control/snapshot`, saved.text)
    await readAll(recorder, `/${origin}`)
    await readAll(recorder, copy)
    await sendRandom(recorder, copy, new Random(copy), copyOf(records), 8)
    await recorder.send('POST', `${copy}/_control/clock/advance`, jsonOf({ by: '1h' }))
    await recorder.send('GET', `${copy}/_control/outbox?limit=3`)
    const broken = isObject(saved.json) ? { ...saved.json, seed: 99 } : {}
    await recorder.sendOpaque('PUT', `${copy}/_control/snapshot`, JSON.stringify(broken))
  }
  for (const body of [{}, [], { format: 'x', version: 1 }, { format: 'cloudsec-fake/snapshot', version: 99 }, 'text']) {
    await recorder.send('PUT', '/@copy-of-nothing/_control/snapshot', jsonOf(body))
  }
}

/** A sandbox that has something of everything, and things that are still to come. */
async function prepare(recorder: Recorder, records: Records): Promise<void> {
  const [prefix, own] = ['/@records-kept', copyOf(records)]
  const [{ id, type } = { id: '', type: '' }] = own.resources
  await recorder.send('POST', `${prefix}/_control/keys`, jsonOf({ name: 'kept', quota: 9 }))
  await recorder.send('POST', `${prefix}/_control/resources`, jsonOf({ name: 'kept' }))
  await recorder.send('PATCH', `${prefix}/_control/resources/${id}`, jsonOf({ status: 'stopped' }))
  await recorder.send('DELETE', `${prefix}/_control/jobs/${own.jobs[2]}`)
  await recorder.send(
    'PATCH',
    `${prefix}/_control/assumptions`,
    jsonOf({ limitAboveMax: 'clamp', notifyOn: 'every_transition' }),
  )
  await sendRandom(recorder, prefix, new Random(prefix), own, 25)
  await recorder.send(
    'POST',
    `${prefix}/v1/security/assessments`,
    jsonOf({ resource_id: id, resource_type: type }, withKey()),
  )
  await recorder.send('POST', `${prefix}/_control/clock/advance`, jsonOf({ by: '2s' }))
  await recorder.send('POST', `${prefix}/_control/scenarios`, jsonOf({ name: 'kept', jobs: { completeAfter: '1m' } }))
}
