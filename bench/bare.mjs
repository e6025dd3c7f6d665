// Bare node:http that sends given answers: `node bench/bare.mjs FOLDER [SPOIL]`. JavaScript, so that nothing but Node itself is started.
// FOLDER has `status`, `headers` (JSON), `paths` and `bodies` (each ended by a zero byte), as bench/requests.ts writes them for each kind of request.
// With SPOIL each n-th answer has a wrong byte.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'

const [folder = '', spoil = '0'] = process.argv.slice(2)
const every = Number(spoil)

/** @typedef {{ status: number, headers: Record<string, string>, body: Buffer }} Answer */
/** @type {Map<string, Answer>} */
const gets = new Map()
/** @type {Map<string, Answer>} */
const posts = new Map()
for (const kind of readdirSync(folder)) {
  const read = (/** @type {string} */ name) => readFileSync(join(folder, kind, name), 'utf8')
  const status = Number(read('status'))
  const headers = JSON.parse(read('headers'))
  const bodies = read('bodies').split('\0')
  const answers = read('method') === 'GET' ? gets : posts
  for (const [i, path] of read('paths').split('\0').entries()) {
    if (path === '') continue
    const body = Buffer.from(bodies[i] ?? '')
    answers.set(path, { status, headers: { ...headers, 'Content-Length': String(body.length) }, body })
  }
}

let sent = 0

/** The body with a wrong byte where it is its turn. @param {Buffer} body */
function spoiled(body) {
  sent += 1
  if (every === 0 || sent % every !== 0) return body
  const wrong = Buffer.from(body)
  wrong[wrong.length - 5] ^= 1
  return wrong
}

const server = createServer({ keepAliveTimeout: 75_000 }, (request, response) => {
  const isGet = request.method === 'GET'
  const answer = (isGet ? gets : posts).get(request.url ?? '')
  if (answer === undefined) {
    response.writeHead(404, { 'Content-Length': '0' }).end()
    return
  }
  const { status, headers, body } = answer
  const send = () => {
    response.writeHead(status, headers)
    response.end(every === 0 ? body : spoiled(body))
  }
  if (isGet) send()
  else request.resume().on('end', send)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
