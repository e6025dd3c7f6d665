// The undici package with its default agent: another copy, and often another version, than in Node's own fetch.
import { request } from 'undici'

import { play } from './cases.mjs'

await play(new URL(import.meta.url), async (method, url, headers, body) => {
  const response = await request(url, { method, headers, body })
  const text = await response.body.text()
  return { headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
})
