// One worker of the load: runs scripts in a sandbox of its own until its time is over, and compares every answer with that of a run without other load.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'

import { connect } from '../src/index.ts'
import { runScript, scriptCount, toText, type Transcript } from './script.ts'

const [url = '', name = '', expectedFile = '', seconds = ''] = process.argv.slice(2)
const expected: readonly Transcript[] = JSON.parse(readFileSync(expectedFile, 'utf8'))
const fake = await connect(url)
const sandbox = fake.sandbox(name)
const headers = { Authorization: `Bearer ${sandbox.apiKey}`, 'Content-Type': 'application/json' }

let requests = 0
const send = async (method: string, address: string, body?: unknown): Promise<string> => {
  requests += 1
  return toText(
    await fetch(address, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
  )
}

process.send?.('ready')
await once(process, 'message')
const endMs = performance.now() + Number(seconds) * 1000
const wrong: string[] = []
let [runs, compared] = [0, 0]
for (
  let seed = Number(/\d+$/.exec(name)?.[0]) % scriptCount;
  performance.now() < endMs;
  seed = (seed + 1) % scriptCount
) {
  const transcript = await runScript(sandbox, seed, send)
  const right = expected[seed] ?? []
  transcript.forEach((text, step) => {
    compared += 1
    if (text !== right[step]) wrong.push(`script ${seed}, step ${step}:\n${text}\nexpected:\n${right[step]}`)
  })
  runs += 1
}
process.send?.({ requests, runs, compared, wrong: wrong.length, first: wrong[0] })
process.disconnect()
