import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { connect, type Fake } from 'cloudsec-fake'
import { expect, it, onTestFinished } from 'vitest'

import { main } from './support/listening.ts'

const asked = process.env['KILLS']

/** How often the fake is killed. */
const kills = Number(asked ?? 15)

/** Sandboxes that are used at once. */
const names = Array.from({ length: 20 }, (_, i) => `worker-${i}`)

/** The most that a fake which is killed may lose, where it gets its share of the processor. */
const lossMs = 2000

/** Something that the fake said it did. */
interface Done {
  readonly sandbox: string
  readonly id: string
  /** When the answer had arrived, by the wall clock. */
  readonly atMs: number
}

/** When the last save that finished began, by the wall clock; 0 where there was none. */
async function lastSaveMs(state: string): Promise<number> {
  const text = await readFile(state, 'utf8').catch(() => '')
  return Math.max(0, ...[...text.matchAll(/"savedMs":(\d+)/g)].map(([, ms]) => Number(ms)))
}

function begin(state: string) {
  const args = [main, 'start', '--port', '0', '--print-url', '--log-level', 'warn', '--state', state]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd: tmpdir() })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Kills a fake while it starts. */
async function killAtStart(state: string, afterMs: number): Promise<void> {
  const child = begin(state)
  const exited = once(child, 'exit')
  await wait(afterMs)
  child.kill('SIGKILL')
  await exited
}

/** Starts the program that was built, and waits until it serves. */
async function start(state: string): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = begin(state)
  const [line]: readonly unknown[] = await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`it did not start: exit code ${String(code)}`))),
  ])
  return { child, url: String(line).trim() }
}

/** Makes jobs in a sandbox one after another until the fake is gone. */
async function use(url: string, sandbox: string, done: Done[]): Promise<void> {
  const jobs = `${url.replace('/v1', `/@${sandbox}/v1`)}/data/analysis/jobs`
  const parameters = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-30T00:00:00Z', log_types: ['system'] }
  const body = { name: 'job', data_source: { type: 'security_logs', parameters } }
  const text = JSON.stringify({ ...body, analysis_type: 'security_event_correlation', output_format: 'json' })
  const headers = { Authorization: 'Bearer csf_full_access', 'Content-Type': 'application/json' }
  for (;;) {
    const answer = await fetch(jobs, { method: 'POST', headers, body: text }).catch(() => undefined)
    if (answer === undefined) return
    // The quota of an hour may be used up: then a request changes nothing but its count.
    const read = await answer.text().catch(() => undefined)
    if (read === undefined) return
    const id = /"id":"([^"]+)"/.exec(read)?.[1]
    if (answer.status === 201 && id !== undefined) done.push({ sandbox, id, atMs: Date.now() })
    await wait(5)
  }
}

/** The ids of the jobs in each sandbox that is there. */
async function jobsIn(fake: Fake): Promise<ReadonlyMap<string, ReadonlySet<unknown>>> {
  const sandboxes = await fake.sandboxes.list()
  return new Map(
    await Promise.all(
      sandboxes.map(async ({ name }): Promise<[string, ReadonlySet<unknown>]> => {
        const { items } = await fake.sandbox(name).jobs.list({ limit: 1000 })
        return [name, new Set(items.map(({ id }) => id))]
      }),
    ),
  )
}

it(
  `a fake that is killed ${kills} times always starts again, with all that was saved`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloudsec-kills-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const state = join(folder, 'state.json')
    const figures = { made: 0, kept: 0, longestMs: 0 }
    let done: Done[] = []
    let [killedMs, savedMs] = [0, 0]
    for (let round = 0; round <= kills; round += 1) {
      const { child, url } = await start(state)
      const fake = await connect(url)
      const there = await jobsIn(fake)
      const lost = done.filter(({ sandbox, id }) => there.get(sandbox)?.has(id) !== true)
      figures.made += done.length
      figures.kept += done.length - lost.length
      expect(lost.filter(({ atMs }) => atMs < savedMs)).toEqual([])
      for (const { atMs } of lost) figures.longestMs = Math.max(figures.longestMs, killedMs - atMs)
      expect((await readdir(folder)).filter((file) => !file.startsWith('state.json'))).toEqual([])
      // Otherwise the later rounds would have thousands of records, and none would be killed at its start.
      if (round % 10 === 9) await Promise.all(names.map((name) => fake.sandbox(name).reset()))
      done = []
      const using = names.map((name) => use(url, name, done))
      // From a kill before the first save to one during a later save.
      await wait(((round * 7919) % 3300) + 20)
      killedMs = Date.now()
      child.kill('SIGKILL')
      await Promise.all([once(child, 'exit'), ...using])
      savedMs = await lastSaveMs(state)
      if (round % 5 === 0) await killAtStart(state, (round * 37) % 300)
    }
    process.stdout.write(`${JSON.stringify({ kills, ...figures })}\n`)
    expect(figures.kept).toBeGreaterThan(0)
    if (asked !== undefined) expect(figures.longestMs).toBeLessThanOrEqual(lossMs)
  },
  kills * 10_000,
)
