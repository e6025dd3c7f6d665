// Hono on @hono/node-server that sends given answers, each as one ready Response: `node bench/hono.mjs FOLDER`.
// It has the routes of the fake and nothing else, so it shows what the framework itself costs.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

import { readAnswers } from './ready.mjs'

const { gets, posts } = readAnswers(process.argv[2] ?? '')
const app = new Hono()

/** @param {ReturnType<typeof readAnswers>['gets']} answers @param {string} url */
function find(answers, url) {
  const answer = answers.get(url.slice(url.indexOf('/', 8)))
  if (answer === undefined) return new Response(null, { status: 404 })
  const { status, headers, body } = answer
  return new Response(body, { status, headers })
}

for (const path of ['/v1/cloud/resources', '/v1/cloud/resources/:id']) app.get(path, (c) => find(gets, c.req.url))
app.post('/v1/data/analysis/jobs', async (c) => {
  await c.req.arrayBuffer()
  return find(posts, c.req.url)
})

const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})
if ('keepAliveTimeout' in server) server.keepAliveTimeout = 75_000
process.on('SIGTERM', () => process.exit(0))
