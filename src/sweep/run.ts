import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { runFolderVariable } from '../app/create-core.ts'
import { changesFile, type RunChange, type TraceLine } from '../app/swept.ts'
import { readTextFile } from '../lib/json-files.ts'
import { judgeTrace } from './judge-trace.ts'
import { runCommand } from './run-command.ts'
import { readTestResults } from './test-results.ts'
import { bytesIn, linesIn, toTrace } from './trace.ts'

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
  /** Opens a fake for a run, or for a part of one. It has the environment of the command, and the lines of its trace so far. */
  readonly open: (changes: readonly RunChange[]) => Promise<{
    readonly env: NodeJS.ProcessEnv
    readonly lines: readonly TraceLine[]
    readonly end: () => Promise<void>
  }>
  readonly signal: AbortSignal
}

export type RunEnd = Readonly<Awaited<ReturnType<typeof runOnce>>>

/** Runs a suite once. @throws the reason of the signal, or an Error where the command cannot be started */
export async function runOnce(
  { command, reports, open, signal }: Suite,
  changes: readonly RunChange[],
  limits: RunLimits,
) {
  signal.throwIfAborted()
  const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-sweep-'))
  try {
    writeFileSync(join(folder, changesFile), JSON.stringify(changes))
    const host = await open(changes)
    const inFolder = (text: string): string => text.replaceAll('{dir}', folder)
    const patterns = reports.map(inFolder)
    const earlier = new Set(patterns.flatMap(filesOf).map(stateOf))
    const run = await runCommand(command.map(inFolder), {
      ...limits,
      env: { ...host.env, [runFolderVariable]: folder },
      activity: () => host.lines.length + bytesIn(folder),
      signal,
    }).finally(host.end)
    const { exitCode, durationMs, longestSilenceMs, stdout } = run
    const written = patterns.flatMap(filesOf).filter((report) => !earlier.has(stateOf(report)))
    const texts = written.map(readTextFile)
    /** Null where no report was found. */
    const tests = readTestResults(texts, command) ?? readTestResults([stdout], command) ?? null
    const isPassed = exitCode === 0 && (tests?.failed.length ?? 0) === 0
    const outcome = run.overran ?? (isPassed ? ('passed' as const) : ('failed' as const))
    const others = linesIn(folder)
    const trace = toTrace(host.lines, others)
    const isForged = changes.some(({ scenario }) => scenario?.webhooks?.tamper)
    /** What its requests say about the client. */
    const verdicts = await judgeTrace([host.lines, ...others], isForged)
    /** The end of the output; empty for a run that passed. */
    const tail = isPassed ? '' : run.tail
    return { outcome, exitCode, durationMs, longestSilenceMs, tests, trace, tail, verdicts }
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
