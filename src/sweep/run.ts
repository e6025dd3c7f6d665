import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { runFolderVariable } from '../app/create-core.ts'
import { changesFile, type RunChange, type TraceLine } from '../app/swept.ts'
import { judgeTrace, type RunVerdict } from './judge-trace.ts'
import { runCommand } from './run-command.ts'
import { readTestResults, type TestResults } from './test-results.ts'
import { bytesIn, linesIn, toTrace, type Trace } from './trace.ts'

/** A fake for one run, or a part of one. */
export interface Host {
  /** The environment of the command, without the folder of the run. */
  readonly env: NodeJS.ProcessEnv
  /** The lines of its trace so far. */
  readonly lines: readonly TraceLine[]
  readonly end: () => Promise<void>
}

export interface RunLimits {
  readonly timeoutMs: number
  /** Longest time without a request and without output. */
  readonly silenceMs: number
}

export interface Suite {
  /** The command with its arguments, in which `{dir}` stands for the folder of a run. */
  readonly command: readonly string[]
  /** Files with test results; `{dir}` as in the command. */
  readonly reports: readonly string[]
  readonly open: (changes: readonly RunChange[]) => Promise<Host>
  readonly signal: AbortSignal
}

export interface RunEnd {
  /** `hung` ended early, without a request or output for too long. */
  readonly outcome: 'passed' | 'failed' | 'timed_out' | 'hung'
  readonly exitCode: number | null
  readonly durationMs: number
  readonly longestSilenceMs: number
  /** Null where no report was found. */
  readonly tests: TestResults | null
  readonly trace: Trace
  /** The end of the output; empty for a run that passed. */
  readonly tail: string
  /** What its requests say about the client. */
  readonly verdicts: readonly RunVerdict[]
}

const outcomeOf = { time: 'timed_out', silence: 'hung' } as const

/** Runs a suite once. @throws the reason of the signal, or an Error where the command cannot be started */
export async function runOnce(
  { command, reports, open, signal }: Suite,
  changes: readonly RunChange[],
  limits: RunLimits,
): Promise<RunEnd> {
  signal.throwIfAborted()
  const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-sweep-'))
  try {
    writeFileSync(join(folder, changesFile), JSON.stringify(changes))
    const host = await open(changes)
    const inFolder = (text: string): string => text.replaceAll('{dir}', folder)
    const patterns = reports.map(inFolder)
    const earlier = new Set(patterns.flatMap(filesOf).map(stateOf))
    const [file = '', ...args] = command.map(inFolder)
    const env = { ...host.env, [runFolderVariable]: folder }
    const activity = (): number => host.lines.length + bytesIn(folder)
    const ended = await runCommand({ file, args, env, ...limits, activity, signal }).finally(host.end)
    const { exitCode, overran, durationMs, longestSilenceMs, stdout, tail } = ended
    const written = patterns.flatMap(filesOf).filter((report) => !earlier.has(stateOf(report)))
    const texts = written.map((report) => readFileSync(report, 'utf8'))
    const tests = readTestResults(texts, command) ?? readTestResults([stdout], command) ?? null
    const isPassed = exitCode === 0 && (tests?.failed.length ?? 0) === 0
    const outcome = overran === undefined ? (isPassed ? 'passed' : 'failed') : outcomeOf[overran]
    const others = linesIn(folder)
    const trace = toTrace(host.lines, others)
    const verdicts = await judgeTrace(
      [host.lines, ...others],
      changes.some(({ scenario }) => scenario?.webhooks?.tamper === true),
    )
    const shown = outcome === 'passed' ? '' : tail
    return { outcome, exitCode, durationMs, longestSilenceMs, tests, trace, tail: shown, verdicts }
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
