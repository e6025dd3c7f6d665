import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { readTextFile } from '../../core/lib/json-files.ts'
import type { SandboxPresets } from '../../index.ts'
import { runCommand } from './run-command.ts'
import type { RunPreset } from './scenario.ts'
import { readTestResults } from './test-results.ts'
import { type FakeLines, readFakes, toTrace } from './trace.ts'

export interface RunLimits {
  readonly timeoutMs: number
  /** Longest time without a request and without output. */
  readonly silenceMs: number
}

/** The files of a run, as options of its fakes. */
export interface RunFiles {
  readonly journalFile: string
  /** The presets of its sandboxes. */
  readonly sandboxes: string
}

/** Presets by the name of the sandbox; `*` stands for all. */
export type RunPresets = Readonly<Record<string, RunPreset>>

/** What a client did in a run, and a well-behaved client does not do. */
export interface RunVerdict {
  readonly id: string
  readonly title: string
  readonly advice: string
  readonly detail: string
  readonly sandbox: string
  readonly fired: string[]
}

export interface Suite {
  /** The command with its arguments, in which `{dir}` stands for the folder of a run. */
  readonly command: readonly string[]
  /** Files with test results; `{dir}` as in the command. */
  readonly reports: readonly string[]
  /** The presets that every run has. */
  readonly presets: SandboxPresets
  /** Rows that no run changes. */
  readonly decided: readonly string[]
  /** Opens the fake of a run. It has the environment of the command, by which other fakes have the same files. */
  readonly open: (files: RunFiles) => Promise<{ readonly env: NodeJS.ProcessEnv; readonly end: () => Promise<void> }>
  /** Judges the clients of a run. @param isForged true if the webhooks had a wrong signature */
  readonly judge: (fakes: readonly FakeLines[], isForged: boolean) => Promise<readonly RunVerdict[]>
  readonly signal: AbortSignal
}

export type RunEnd = Readonly<Awaited<ReturnType<typeof runOnce>>>

/** Runs a suite once. @throws the reason of the signal, or an Error where the command cannot be started */
export async function runOnce(
  { command, reports, presets, decided, open, judge, signal }: Suite,
  changes: RunPresets,
  limits: RunLimits,
) {
  signal.throwIfAborted()
  const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-sweep-'))
  try {
    const files = { journalFile: join(folder, 'journal.jsonl'), sandboxes: join(folder, 'sandboxes.json') }
    writeFileSync(files.journalFile, '')
    writeFileSync(files.sandboxes, JSON.stringify(joined(presets, changes)))
    const { env, end } = await open(files)
    const inFolder = (text: string): string => text.replaceAll('{dir}', folder)
    const patterns = reports.map(inFolder)
    const earlier = new Set(patterns.flatMap(filesOf).map(stateOf))
    const run = await runCommand(command.map(inFolder), {
      ...limits,
      env,
      activity: () => statSync(files.journalFile).size,
      signal,
    }).finally(end)
    const { exitCode, durationMs, longestSilenceMs, stdout } = run
    const written = patterns.flatMap(filesOf).filter((report) => !earlier.has(stateOf(report)))
    const texts = written.map(readTextFile)
    /** Null where no report was found. */
    const tests = readTestResults(texts) ?? readTestResults([stdout]) ?? null
    const isPassed = exitCode === 0 && (tests?.failed.length ?? 0) === 0
    const outcome = run.overran ?? (isPassed ? ('passed' as const) : ('failed' as const))
    const fakes = await readFakes(files.journalFile)
    const trace = toTrace(fakes, decided)
    const isForged = Object.values(changes).some(({ scenarios }) => scenarios.some(({ webhooks }) => webhooks?.tamper))
    /** What its requests say about the client. */
    const verdicts = await judge(fakes, isForged)
    /** The end of the output; empty for a run that passed. */
    const tail = isPassed ? '' : run.tail
    return { outcome, exitCode, durationMs, longestSilenceMs, tests, trace, tail, verdicts }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Presets, overridden by the presets of a run. */
function joined(presets: SandboxPresets, changes: RunPresets): Readonly<Record<string, object>> {
  const both = Object.entries(changes).map(([name, { assume, scenarios }]) => {
    const { assume: ownAssume = {}, scenarios: own = [] } = presets[name] ?? {}
    return [name, { assume: { ...ownAssume, ...assume }, scenarios: [...own, ...scenarios] }] as const
  })
  return { ...presets, ...Object.fromEntries(both) }
}

/** The report files that a pattern names. The name of a file may have one `*`. */
function filesOf(pattern: string): readonly string[] {
  const [folder, name] = [dirname(pattern), basename(pattern)]
  const [begin = '', end] = name.split('*')
  const isOne = (file: string): boolean =>
    end === undefined ? file === name : file.startsWith(begin) && file.endsWith(end)
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isOne(entry.name))
    return entries.map((entry) => join(folder, entry.name)).toSorted()
  } catch {
    return []
  }
}

/** A text that differs after a file was written: a report of an earlier run says nothing about this one. */
function stateOf(file: string): string {
  const { mtimeMs, size } = statSync(file)
  return `${file} ${mtimeMs} ${size}`
}
