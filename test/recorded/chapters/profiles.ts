import { type JsonObject, textAt } from '../json.ts'
import { Random } from '../random.ts'
import { itemsOf, jsonOf, type Recorder } from '../recorder.ts'
import { sendRandom } from '../requests.ts'
import { copyOf, type Records, withKey } from '../values.ts'

const count = 20

/** Draws profiles: each option of each row is in one of them at least. */
function drawProfiles(rows: readonly JsonObject[]): readonly JsonObject[] {
  const columns = rows.map((row) => {
    const random = new Random(`profiles of ${textAt(row, 'id')}`)
    const options = Array.isArray(row['options']) ? row['options'].map(String) : []
    const values = options.includes('whole_number') ? [9, 40, 1000] : random.shuffle(options)
    const isChosen = Array.from({ length: count }, () => random.chance(0.6))
    let next = 0
    return isChosen.map((chosen) => {
      if (!chosen) return undefined
      next += 1
      return values[(next - 1) % values.length]
    })
  })
  return Array.from({ length: count }, (_, profile) => {
    const choices = rows.map((row, index): [string, unknown] => [textAt(row, 'id'), columns[index]?.[profile]])
    return Object.fromEntries(choices.filter(([, choice]) => choice !== undefined))
  })
}

/** Twenty random profiles of the assumption register. */
export async function profiles(recorder: Recorder, records: Records): Promise<void> {
  const rows = itemsOf(await recorder.send('GET', '/@profile-0/_control/assumptions'))
  for (const [index, profile] of drawProfiles(rows).entries()) {
    const prefix = `/@profile-${index}`
    const [random, own] = [new Random(prefix), copyOf(records)]
    await recorder.send('PATCH', `${prefix}/_control/assumptions`, jsonOf(profile))
    await sendRandom(recorder, prefix, random, own, 26)
    await recorder.send('POST', `${prefix}/_control/clock/advance`, jsonOf({ by: random.pick(['2s', '10s', '1h']) }))
    await sendRandom(recorder, prefix, random, own, 10)
    await walkLists(recorder, prefix, random)
    await recorder.send('GET', `${prefix}/_control`)
    await recorder.send('GET', `${prefix}/_control/requests?limit=4`)
    await recorder.send('GET', `${prefix}/_control/quota`)
    await recorder.send('GET', `${prefix}/_control/outbox?limit=3`)
    if (index % 8 === 0) await recorder.send('GET', `${prefix}/openapi.json`)
  }
}

/** Requests that most rows about lists bear on, with a key that has calls left. */
async function walkLists(recorder: Recorder, prefix: string, random: Random): Promise<void> {
  const made = await recorder.send('POST', `${prefix}/_control/keys`, jsonOf({ name: 'walker', quota: 500 }))
  const headers = withKey(textAt(made.json, 'secret'))
  const paths = [
    '/cloud/resources?limit=7&page=2',
    '/cloud/resources?limit=7&page=9',
    '/cloud/resources?limit=50&page=99',
    '/cloud/resources?limit=250',
    '/cloud/resources?region=nowhere-1',
    '/cloud/resources?tag=team:payments&tag=environment:staging',
    '/cloud/resources?tag=team%3Dpayments',
    '/cloud/resources?tag=team',
    '/cloud/resources?page=0',
    '/cloud/resources?page=1&page=2',
    '/cloud/resources?type=',
    '/security/assessments?limit=3&page=2&from_date=2026-03-01',
    '/security/assessments?from_date=2026-06-01T00:00:00Z&to_date=2026-01-01T00:00:00Z',
    '/security/assessments?resource_type=toaster',
    '/data/analysis/jobs?limit=2&page=3&status=completed',
    '/data/analysis/jobs?created_after=2026-05-08T05:36:25Z',
    '/data/analysis/jobs?created_after=1777593600',
    '/data/analysis/jobs?type=toaster&color=red',
  ]
  for (const path of random.shuffle(paths).slice(0, 9)) await recorder.send('GET', `${prefix}/v1${path}`, { headers })
}
