import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, Worker, workerData } from 'node:worker_threads'

const { CLOUDSEC_BASE_URL: base, CLOUDSEC_CONTROL_URL: control, CLOUDSEC_API_KEY: ownKey } = process.env
const name = process.argv[2]

const jobs = `${base}/data/analysis/jobs`
const resources = `${base}/cloud/resources`
const parameters = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-02T00:00:00Z', log_types: ['system'] }
const data_source = { type: 'security_logs', parameters }
const job = { name: 'Nightly review', data_source, analysis_type: 'access_review', output_format: 'json' }

/** What one client does. `send(method, url, { key, body })` resolves to the headers and the body of the answer. */
const cases = {
  async 'hot-polling'(send) {
    const record = await createJob(send)
    for (let i = 0; i < 10; i++) await send('GET', record)
  },
  async 'no-pause'(send) {
    for (let i = 0; i < 8; i++) await send('GET', resources)
  },
  async 'revoked-key'(send) {
    const { id, secret } = (await send('POST', `${control}/keys`, { body: { name: 'Short-lived' } })).body
    await send('GET', resources, { key: secret })
    await send('DELETE', `${control}/keys/${id}`)
    for (let limit = 1; limit <= 5; limit++) await send('GET', `${resources}?limit=${limit}`, { key: secret })
  },
  async 'blind-create'(send) {
    await send('POST', jobs, { body: job })
    await sleep(100)
    await send('POST', jobs, { body: job })
  },
  async 'blind-create-after-call'(send) {
    await send('GET', resources)
    await cases['blind-create'](send)
  },
  async 'jump-to-page-4'(send) {
    await send('GET', `${resources}?limit=10`)
    await send('GET', `${resources}?limit=10&page=4`)
  },
  async 'same-wrong-id-twice'(send) {
    for (let i = 0; i < 2; i++) await send('GET', `${resources}/00000000-0000-4000-8000-0000000000aa`)
  },
}

/** What each of two clients does. `record` is a job that does not end; the quota is used up. */
const shared = {
  async 'two-workers-quota'(send, isSecond) {
    await sleep(isSecond ? 800 : 0)
    const { headers } = await send('GET', resources)
    await sleep(Math.min(headers['x-rate-limit-reset'] * 1000 + 50 - Date.now(), 5000))
    await send('GET', resources)
  },
  async 'two-workers-create'(send, isSecond) {
    await sleep(isSecond ? 700 : 0)
    await send('POST', jobs, { body: job })
    if (isSecond) return
    await sleep(1000)
    await send('GET', jobs)
  },
  async 'two-slow-pollers'(send, isSecond, record) {
    await sleep(isSecond ? 700 : 0)
    for (let i = 0; i < 4; i++) {
      await send('GET', record)
      await sleep(1400)
    }
  },
}

async function createJob(send) {
  const { body } = await send('POST', jobs, { body: job })
  return `${jobs}/${body.data.id}`
}

/** Plays the case that the first argument names. Each of two workers is a thread with connections of its own. */
export async function play(script, exchange) {
  const send = (method, url, { key = ownKey, body } = {}) =>
    exchange(method, url, { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }, JSON.stringify(body))
  if (!isMainThread) return await shared[name](send, workerData.isSecond, workerData.record)
  if (name in cases) return await cases[name](send)
  const record = name === 'two-slow-pollers' ? await createJob(send) : undefined
  if (name === 'two-workers-quota') {
    await send('PUT', `${control}/quota/full-access`, { body: { remaining: 0, resetsIn: '3s' } })
  }
  const ends = [false, true].map(
    (isSecond) =>
      new Promise((resolve, reject) => {
        const worker = new Worker(script, { argv: [name], workerData: { isSecond, record } })
        worker.once('error', reject).once('exit', resolve)
      }),
  )
  await Promise.all(ends)
}
