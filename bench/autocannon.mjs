// Load of autocannon that holds every answer to what is expected, for machines without wrk:
// `node bench/autocannon.mjs PACKAGE URL FOLDER CONNECTIONS SECONDS START`. What it does and prints is that of bench/check.lua.
// JavaScript, since the package is no dependency and its types are not known here.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const [installed = '', url = '', folder = '', connections = '', seconds = '', start = ''] = process.argv.slice(2)
const autocannon = createRequire(import.meta.url)(installed)

const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8')
const list = (/** @type {string} */ name) => read(name).split('\0').slice(0, -1)

const [paths, bodies, parts, sent] = [list('paths'), list('bodies'), list('parts'), list('sent')]
const expected = Number(read('status'))
const escape = (/** @type {string} */ text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
const pattern = parts.length > 1 ? new RegExp(`^${parts.map(escape).join(String.raw`([\w:.-]+)`)}$`) : undefined
const seen = new Set()
/** The number of answers of each text that are still to come. @type {Map<string, number>} */
const open = new Map()
let [position, right, wrong, first] = [Number(start), 0, 0, '']

/** @param {number} status @param {string} body */
function isRight(status, body) {
  if (status !== expected) return false
  if (pattern !== undefined) {
    const id = pattern.exec(body)?.[1]
    if (id === undefined || seen.has(id)) return false
    seen.add(id)
    return true
  }
  const left = open.get(body) ?? 0
  if (left > 0) open.set(body, left - 1)
  return left > 0
}

const request = {
  method: read('method'),
  path: paths[0],
  headers: Object.fromEntries(sent.flatMap((name, i) => (i % 2 === 0 ? [[name, sent[i + 1] ?? '']] : []))),
  ...(read('body') === '' ? {} : { body: read('body') }),
  setupRequest: (/** @type {object} */ made) => {
    const at = position % paths.length
    position += 1
    const body = bodies[at] ?? ''
    open.set(body, (open.get(body) ?? 0) + 1)
    return { ...made, path: paths[at] }
  },
  onResponse: (/** @type {number} */ status, /** @type {string} */ body) => {
    if (isRight(status, body)) right += 1
    else {
      wrong += 1
      first ||= `${status} ${body.slice(0, 300)}`
    }
  },
}

const before = process.cpuUsage()
const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  requests: [request],
})
const cpu = process.cpuUsage(before)
const figures = {
  requests: right + wrong,
  right,
  wrong,
  broken: result.errors,
  seconds: result.duration,
  loadSeconds: (cpu.user + cpu.system) / 1e6,
  p50Micros: result.latency.p50 * 1000,
  p99Micros: result.latency.p99 * 1000,
  first,
}
process.stdout.write(`${JSON.stringify(figures)}\n`)
