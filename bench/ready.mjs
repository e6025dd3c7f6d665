// The answers that bare.mjs and hono.mjs send: FOLDER has `status`, `headers` (JSON), `paths` and `bodies` (each ended by a zero byte)
// of each kind of request, as bench/requests.ts writes them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ status: number, headers: Record<string, string>, body: Buffer }} Answer */

/** Reads the answers of a folder, by method and path. @param {string} folder */
export function readAnswers(folder) {
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
  return { gets, posts }
}
