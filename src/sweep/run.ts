import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { runFolderVariable } from '../app/create-core.ts'
import { changeFile, type RunChange, type TraceLine } from '../app/swept.ts'
import { runCommand } from './run-command.ts'
import { readTestResults, type TestResults } from './test-results.ts'
import { linesIn, toTrace, type Trace } from './trace.ts'

/** A fake for one run, or a part of one. */
export interface Host {
  /** The environment of the command, without the folder of the run. */
  readonly env: NodeJS.ProcessEnv
  /** Ends it. @returns the lines of its trace */
  readonly end: () => Promise<readonly TraceLine[]>
}

export interface Suite {
  /** The command with its arguments, in which `{dir}` stands for the folder of a run. */
  readonly command: readonly string[]
  /** Files with test results; `{dir}` as in the command. */
  readonly reports: readonly string[]
  readonly open: (change: RunChange) => Promise<Host>
  readonly signal: AbortSignal
}

export interface RunEnd {
  readonly outcome: 'passed' | 'failed' | 'timed_out'
  readonly exitCode: number | null
  readonly durationMs: number
  /** Null where no report was found. */
  readonly tests: TestResults | null
  readonly trace: Trace
  /** The end of the output; empty for a run that passed. */
  readonly tail: string
}

/** Runs a suite once. @throws the reason of the signal, or an Error where the command cannot be started */
export async function runOnce(
  { command, reports, open, signal }: Suite,
  change: RunChange,
  timeoutMs: number,
): Promise<RunEnd> {
  signal.throwIfAborted()
  const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-sweep-'))
  try {
    writeFileSync(join(folder, changeFile), JSON.stringify(change))
    const host = await open(change)
    let lines: readonly TraceLine[] = []
    const inFolder = (text: string): string => text.replaceAll('{dir}', folder)
    const patterns = reports.map(inFolder)
    const earlier = new Set(patterns.flatMap(filesOf).map(stateOf))
    const [file = '', ...args] = command.map(inFolder)
    const env = { ...host.env, [runFolderVariable]: folder }
    const ended = await runCommand({ file, args, env, timeoutMs, signal }).finally(async () => {
      lines = await host.end()
    })
    const { exitCode, isTimedOut, durationMs, stdout, tail } = ended
    const written = patterns.flatMap(filesOf).filter((report) => !earlier.has(stateOf(report)))
    const texts = written.map((report) => readFileSync(report, 'utf8'))
    const tests = readTestResults(texts) ?? readTestResults([stdout]) ?? null
    const isPassed = exitCode === 0 && (tests?.failed.length ?? 0) === 0
    const outcome = isTimedOut ? 'timed_out' : isPassed ? 'passed' : 'failed'
    const trace = toTrace(lines, linesIn(folder))
    return { outcome, exitCode, durationMs, tests, trace, tail: outcome === 'passed' ? '' : tail }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
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
