import { textAt } from '../json.ts'
import { type Ask, itemsOf, type Recorder, withKey } from '../recorder.ts'
import { each, unknownId } from '../requests.ts'

/** Each kind of record, with queries, records that are made, and changes of the second record of the fixtures. */
const kinds = {
  resources: {
    path: '/cloud/resources',
    queries: ['typ=database', 'tag=environment:production&tag=team', 'page=2'],
    made: each(`
      {} | {"id":"cccccccc-1111-4222-8333-444444444444"} | {"id":"cccccccc-1111-4222-8333-444444444444"}
      {"colour":"red"} | {"provider":"orbital","tags":[{"key":"a","value":"b"}],"details":{"volumes":[]}}
    `),
    changes: each(`{"tags":[{"key":"team","value":"mine"}]} | {"details":{"public_ip":null}} | {"type":null} | null`),
  },
  assessments: {
    path: '/security/assessments',
    queries: ['resource_type=database', 'to_date=soon'],
    made: each(`
      {} | {"status":"in_progress"} | {"status":"completed","score":12} | {"resource_id":"${unknownId}"}
      {"status":"pending","score":5}
    `),
    changes: each(`{"status":"failed"} | {"status":"completed"} | {"score":null} | {"status":"odd"}`),
  },
  jobs: {
    path: '/data/analysis/jobs',
    queries: ['status=running', 'status=runing'],
    made: each(`
      {} | {"status":"pending","notification":{"email":"a@example.com"}} | {"status":"failed"} | {"name":""}
      {"status":"completed","results":{"events_analyzed":1}}
    `),
    changes: each(`
      {"status":"running"} | {"status":"completed"} | {"description":null} | {"notification":{"email":"b@example.com"}}
      "text"
    `),
  },
} as const

const paging = ['?limit=3&offset=2', '?limit=1001']

/** Records that are listed, made, changed and removed by the control plane, and how the API shows them then. */
export async function records(recorder: Recorder): Promise<void> {
  for (const [kind, { path, queries, made, changes }] of Object.entries(kinds)) {
    const prefix = `/@records-of-${kind}`
    const control = `${prefix}/_control/${kind}`
    const run = async (asks: readonly Ask[]) => await recorder.run(control, asks)
    const shows = async (id: string) => await recorder.run(prefix, [`GET /v1${path}/${id}`], withKey())
    await run(
      [...paging, ...queries.map((query) => `?limit=2&${query}`), '/abc', `/${unknownId}`].map((rest) => `GET ${rest}`),
    )
    const [first = '', second = ''] = itemsOf(await recorder.ask(`GET ${control}?limit=2`)).map((item) =>
      textAt(item, 'id'),
    )
    await run([`GET /${first}`])
    for (const body of made) {
      const answer = await run([['POST ', body]])
      await recorder.settle(prefix)
      const id = textAt(answer.json, 'id')
      if (id !== '') await shows(id)
    }
    for (const body of changes) {
      const { status } = await run([[`PATCH /${second}`, body]])
      await recorder.settle(prefix)
      if (status === 200) await shows(second)
    }
    await run([`DELETE /${first}`, `DELETE /${first}`, [`PATCH /${first}`, {}]])
    await shows(first)
    await recorder.run(prefix, [['POST /_control/clock/advance', { by: '1h' }], `GET /v1${path}?limit=5`], withKey())
    await recorder.run(`${prefix}/_control`, ['GET /outbox', 'GET ', ['POST /reset', {}]])
    await run(['GET ?limit=3'])
  }
}
