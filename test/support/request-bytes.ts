// Prints the bytes that a request of a kind allocates in process: `node OPTIONS test/support/request-bytes.ts KIND`, with the
// options of `test/core/http/request-bytes.test.ts`.
import { getRequestListener } from '@hono/node-server'
import * as z from 'zod/mini'

import { createFake } from '../../src/index.ts'
import { jobBody } from './answers.ts'

/** The requests of a measurement. */
const count = 2000

const fake = await createFake({
  resources: 32_000,
  clock: 'frozen',
  assume: { rateQuota: 1_000_000_000 },
  coverage: false,
})
// Replaces Node's Response, as the server of the fake does.
getRequestListener(fake.app.fetch)

const headers = { Authorization: `Bearer ${fake.apiKey}` }
const base = 'http://localhost/v1'
const job = JSON.stringify(jobBody)

const get = (path: string): Request => new Request(base + path, { headers })
const first = await fake.fetch(get('/cloud/resources?limit=100'))
const { data } = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(await first.json())
const page = get('/cloud/resources?page=2&limit=20')
const one = get(`/cloud/resources/${data[0]?.id}`)
// More pages than the cache keeps, so that each is new.
const pages = Array.from({ length: 200 }, (_, at) => get(`/cloud/resources?page=${at + 1}&limit=20`))
const create = (): Request =>
  new Request(`${base}/data/analysis/jobs`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: job,
  })

const kinds: Record<string, (at: number) => Request> = {
  list: () => page,
  newPage: (at) => pages[at % pages.length] ?? page,
  get: () => one,
  create,
}

const kind = process.argv[2] ?? ''
const next = kinds[kind] ?? unknownKind()

function unknownKind(): never {
  throw new Error(`${kind}: expected one of ${Object.keys(kinds).join(', ')}`)
}

async function run(): Promise<number> {
  const requests = Array.from({ length: count }, (_, at) => next(at))
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  for (const request of requests) {
    const answer = fake.app.fetch(request)
    const { status } = answer instanceof Promise ? await answer : answer
    if (status >= 400) throw new Error(`${kind}: ${status}`)
  }
  return (process.memoryUsage().heapUsed - before) / count
}

// Compiled code allocates less, so warm up first.
for (let round = 0; round < 3; round += 1) await run()
process.stdout.write(String(Math.round(await run())))
await fake.close()
