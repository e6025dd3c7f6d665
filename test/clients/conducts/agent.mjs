// Node's http.request, with an agent that keeps connections.
import http from 'node:http'

import { play } from './cases.mjs'

const agent = new http.Agent({ keepAlive: true })

await play(
  new URL(import.meta.url),
  (method, url, headers, body) =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { method, headers, agent }, async (response) => {
        const text = Buffer.concat(await response.toArray()).toString()
        resolve({ headers: response.headers, body: text === '' ? undefined : JSON.parse(text) })
      })
      request.on('error', reject).end(body)
    }),
)
agent.destroy()
