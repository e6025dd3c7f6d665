// Bare node:http that sends given answers: `node bench/bare.mjs FOLDER [SPOIL]`. JavaScript, so that nothing but Node itself is started.
// With SPOIL each n-th answer has a wrong byte.
import { createServer } from 'node:http'

import { readAnswers } from './ready.mjs'

const [folder = '', spoil = '0'] = process.argv.slice(2)
const every = Number(spoil)
const { gets, posts } = readAnswers(folder)

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
