// Node's own fetch.
import { play } from './cases.mjs'

await play(new URL(import.meta.url), async (method, url, headers, body) => {
  const response = await fetch(url, { method, headers, ...(body && { body }) })
  const text = await response.text()
  return { headers: Object.fromEntries(response.headers), body: text === '' ? undefined : JSON.parse(text) }
})
