import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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

/** The command of a sweep, and where it runs. */
export interface Suite {
  /** The command with its arguments, in which `{dir}` stands for the folder of a run. */
  readonly command: readonly string[]
  /** Files with test results; `{dir}` as in the command. */
  readonly reports: readonly string[]
  /** Opens the fake of a run. */
  readonly open: (change: RunChange) => Promise<Host>
  /** Ends the run. */
  readonly signal: AbortSignal
}

/** The end of a run. */
export interface RunEnd {
  readonly outcome: 'passed' | 'failed' | 'timed_out'
  readonly exitCode: number | null
  readonly durationMs: number
  /** Null where no report was found. */
  readonly tests: TestResults | null
  readonly trace: Trace
  /** The end of the output. */
  readonly tail: string
}

/** Runs a suite once. @param timeoutMs undefined for no limit. @throws the reason of the signal, or an Error where the command cannot be started */
export async function runOnce(
  { command, reports, open, signal }: Suite,
  change: RunChange,
  timeoutMs: number | undefined,
): Promise<RunEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-sweep-'))
  try {
    writeFileSync(join(folder, changeFile), JSON.stringify(change))
    const host = await open(change)
    let lines: readonly TraceLine[] = []
    const inFolder = (text: string): string => text.replaceAll('{dir}', folder)
    const [file = '', ...args] = command.map(inFolder)
    const env = { ...host.env, [runFolderVariable]: folder }
    const ended = await runCommand({ file, args, env, timeoutMs, signal }).finally(async () => {
      lines = await host.end()
    })
    const { exitCode, isTimedOut, durationMs, stdout, tail } = ended
    const texts = reports.flatMap((report) => readReports(inFolder(report)))
    const tests = readTestResults(texts) ?? readTestResults([stdout]) ?? null
    const isPassed = exitCode === 0 && (tests?.failed.length ?? 0) === 0
    const outcome = isTimedOut ? 'timed_out' : isPassed ? 'passed' : 'failed'
    return { outcome, exitCode, durationMs, tests, trace: toTrace([...lines, ...linesIn(folder)]), tail }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

/** The texts of report files. The name of a file may have one `*`; a file that is missing gives none. */
function readReports(pattern: string): readonly string[] {
  const [folder, name] = [dirname(pattern), basename(pattern)]
  const [begin = '', end] = name.split('*')
  try {
    if (end === undefined) return [readFileSync(pattern, 'utf8')]
    const files = readdirSync(folder).filter((file) => file.startsWith(begin) && file.endsWith(end))
    return files.toSorted().map((file) => readFileSync(join(folder, file), 'utf8'))
  } catch {
    return []
  }
}
