// mockttp with records that it lists, gets and creates: `node bench/mockttp.mjs PACKAGE FILE PORT`.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const [, , installed = '', file = '', port = '0'] = process.argv
const { getLocal } = createRequire(import.meta.url)(installed)
/** @type {{ resources: { id: string }[]; jobs: { id: string }[] }} */
const { resources, jobs } = JSON.parse(readFileSync(file, 'utf8'))
const byId = new Map(resources.map((resource) => [resource.id, resource]))

const server = getLocal({ recordTraffic: false })
/** Without a length, mockttp closes the connection. @param {number} statusCode @param {unknown} json */
function answer(statusCode, json) {
  const body = JSON.stringify(json)
  const headers = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
  return { statusCode, headers, body }
}

await server.forGet('/resources').thenCallback((/** @type {{ url: string }} */ { url }) => {
  const { page = '1', limit = '20', ...filters } = Object.fromEntries(new URL(url).searchParams)
  const entries = Object.entries(filters)
  const found =
    entries.length === 0
      ? resources
      : resources.filter((one) => entries.every(([name, value]) => Reflect.get(one, name) === value))
  return answer(200, found.slice((Number(page) - 1) * Number(limit), Number(page) * Number(limit)))
})
await server.forGet(/\/resources\/[^/]+$/).thenCallback((/** @type {{ path: string }} */ { path }) => {
  const found = byId.get(path.slice(path.lastIndexOf('/') + 1))
  return found === undefined ? answer(404, {}) : answer(200, found)
})
await server
  .forPost('/jobs')
  .thenCallback(async (/** @type {{ body: { getJson: () => Promise<object> } }} */ { body }) => {
    const job = { id: randomUUID(), ...(await body.getJson()) }
    jobs.push(job)
    return answer(201, job)
  })
await server.start(Number(port))
