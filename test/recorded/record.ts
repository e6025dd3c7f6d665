import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { linesOf } from './recorder.ts'
import { runSession } from './session.ts'

/** Writes the record again. With a folder, it writes every request and answer there too, one line each. */
const [, , folder] = process.argv
const steps = await runSession()
writeFileSync(new URL('answers.txt', import.meta.url), `${linesOf(steps).join('\n')}\n`)
if (folder !== undefined) {
  mkdirSync(folder, { recursive: true })
  const lines = steps.map((step, index) => JSON.stringify({ step: index + 1, ...step }))
  writeFileSync(join(folder, 'answers.ndjson'), `${lines.join('\n')}\n`)
}
