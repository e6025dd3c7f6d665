// A hand by `fetch`, an agent of `node:http` or undici: node hand.mjs NAME. It sends each line `METHOD URL KEY [BODY]`.
import http from 'node:http'
import { createInterface } from 'node:readline'

import { request } from 'undici'

const agent = new http.Agent({ keepAlive: true })

/** Each sends a request, and reads the answer. */
const ways = {
  fetch: async (url, init) => await (await fetch(url, init)).text(),
  undici: async (url, init) => await (await request(url, init)).body.text(),
  agent: (url, { body, ...init }) =>
    new Promise((resolve, reject) => {
      const sent = http.request(url, { ...init, agent }, (answer) => answer.resume().once('close', resolve))
      sent.once('error', reject).end(body)
    }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const [method, url, key, body] = line.split(' ')
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  await ways[process.argv[2]](url, { method, headers, body })
  process.stdout.write('sent\n')
}
agent.destroy()
