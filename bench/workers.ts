// Many processes on one fake, each in a sandbox of its own: `npm run bench:workers [-- PROCESSES SECONDS]`.
// Every answer is compared, byte by byte, with the answers to the same requests without other load.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import * as z from 'zod/mini'

import { createFake } from '../src/index.ts'
import { program } from './places.ts'
import { runScript, scriptCount, toText, type Transcript } from './script.ts'

const [processes = 40, seconds = 60] = process.argv.slice(2).map(Number)

const reportSchema = z.strictObject({
  requests: z.int(),
  runs: z.int(),
  compared: z.int(),
  wrong: z.int(),
  /** The first answer that was wrong, beside what was expected. */
  first: z.optional(z.string()),
})

/** The answers to each script where nothing else is asked. */
async function runAlone(): Promise<readonly Transcript[]> {
  const fake = await createFake()
  const headers = { Authorization: `Bearer ${fake.apiKey}`, 'Content-Type': 'application/json' }
  const send = async (method: string, url: string, body?: unknown): Promise<string> =>
    toText(await fake.fetch(url, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }))
  const transcripts: Transcript[] = []
  for (let seed = 0; seed < scriptCount; seed += 1) transcripts.push(await runScript(fake.sandbox('alone'), seed, send))
  await fake.close()
  return transcripts
}

/** Most memory that a process ever had resident, in MB; undefined where the system does not report it. */
function peakMb(pid: number | undefined): number | undefined {
  try {
    const [, kb] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kb === undefined ? undefined : Math.round(Number(kb) / 1024)
  } catch {
    return undefined
  }
}

const until = async (child: ChildProcess): Promise<unknown> => {
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`a worker ended with ${code}`)
    }),
  ])
  return message
}

const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-'))
const expected = join(folder, 'expected.json')
writeFileSync(expected, JSON.stringify(await runAlone()))
const fake = spawn(process.execPath, [program, '--port', '0', '--print-url'], { stdio: ['ignore', 'pipe', 'inherit'] })
try {
  const [line] = await once(fake.stdout, 'data')
  const url = String(line).trim()
  const workers = Array.from({ length: processes }, (_, i) =>
    fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), [url, `worker-${i}`, expected, String(seconds)], {
      execArgv: ['--import', 'tsx'],
    }),
  )
  await Promise.all(workers.map(until))
  const startedMs = performance.now()
  const reports = workers.map(until)
  for (const worker of workers) worker.send('go')
  const all = (await Promise.all(reports)).map((message) => reportSchema.parse(message))
  const tookMs = performance.now() - startedMs
  const sum = (name: 'requests' | 'runs' | 'compared' | 'wrong'): number => all.reduce((n, one) => n + one[name], 0)
  const figures = {
    processes,
    seconds: Math.round(tookMs / 100) / 10,
    requests: sum('requests'),
    scripts: sum('runs'),
    answersCompared: sum('compared'),
    wrong: sum('wrong'),
    peakMb: peakMb(fake.pid),
  }
  process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`)
  const first = all.find(({ first }) => first !== undefined)?.first
  if (first !== undefined) process.stderr.write(`${first}\n`)
  process.exitCode = figures.wrong === 0 && figures.requests > 0 ? 0 : 1
} finally {
  fake.kill('SIGTERM')
  rmSync(folder, { recursive: true })
}
