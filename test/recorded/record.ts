import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { linesOf } from './lines.ts'
import { runSession } from './session.ts'

/** Writes the record again. With a folder, it writes every request and answer there too, one line each. */
const [, , folder] = process.argv
const steps = await runSession()
writeFileSync(new URL('answers.txt', import.meta.url), `${linesOf(steps).join('\n')}\n`)
if (folder !== undefined) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'answers.ndjson'), `${steps.map((step) => JSON.stringify(step)).join('\n')}\n`)
}
