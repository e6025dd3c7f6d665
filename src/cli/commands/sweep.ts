import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

import { type Command, Option } from 'commander'

import { operations } from '../../core/app/areas.ts'
import { createCore } from '../../core/app/create-core.ts'
import { readPresets } from '../../core/app/presets.ts'
import { decidedRows } from '../../core/app/read-options.ts'
import { createProfile } from '../../core/assumptions/profile.ts'
import { InputError, withSubject } from '../../core/lib/input-error.ts'
import { listen } from '../../core/server/listen.ts'
import { parseDuration } from '../../core/time/duration.ts'
import { type AcceptedFile, readAccepted, writeAccepted } from '../../tools/sweep/accepted.ts'
import { sweep, type Watcher } from '../../tools/sweep/engine.ts'
import { formatOfFile, formatReport, type ReportFormat, reportFormats } from '../../tools/sweep/format-report.ts'
import type { RunFiles } from '../../tools/sweep/run.ts'
import { counted } from '../../tools/sweep/text.ts'
import { openFindings, type SweepReport, toReport } from '../../tools/sweep/to-report.ts'
import { requireKnown } from '../../tools/sweep/variants.ts'
import { exitCodeOf, environmentFor, wordsAfterDashes } from '../child.ts'
import { requireWritable, writeOutput } from '../config/files.ts'
import { addStartFlags, splitList, variableOf, wholeNumber } from '../config/flags.ts'
import { addFormatFlag } from '../config/format-flag.ts'
import { configFileOf, withSource, readSettings, type Settings } from '../config/settings.ts'
import { exitCodes, exitWith, type Io } from '../io.ts'
import { judgeTrace } from '../judge-trace.ts'

interface SweepFlags {
  readonly jobs: number
  readonly timeout?: string
  readonly budget?: number
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  readonly thorough?: boolean
  readonly report?: readonly string[]
  readonly output?: readonly string[]
  readonly format: ReportFormat
  readonly accepted?: string
  readonly writeAccepted?: boolean
}

/** Adds the command `sweep`. @param line the whole command line */
export function addSweep(program: Command, io: Io, line: readonly string[]): void {
  const command = program
    .command('sweep')
    .description('find what a test suite depends on and breaks on')
    .usage('[options] -- COMMAND [ARGUMENTS]')
    .allowExcessArguments()
    .addOption(wholeNumber(new Option('--jobs <n>', 'runs at once'), 1, 64).default(availableParallelism()))
    .option('--timeout <duration>', 'longest time of a run (default: follows from the baseline)')
    .addOption(wholeNumber(new Option('--budget <n>', 'maximum number of runs (default: unlimited)'), 2, 1_000_000))
    .option('--only <name...>', 'only these: ROW, ROW=OPTION, FAULT or FAULT@OPERATION (default: all)')
    .option('--except <name...>', 'all but these')
    .option('--thorough', 'try each variant alone, and every fault at every operation')
    .option('--report <file...>', 'result files that the tests write (JUnit XML); {dir} is a new folder for each run')
    .option('--accepted <file>', 'a file of accepted findings, which do not fail the sweep')
    .option('--write-accepted', 'add the findings to that file')
    .option('-o, --output <file...>', 'files for the report: .txt, .md, .json')
  addStartFlags(addFormatFlag(command, reportFormats), 'sweep').action(async (flags: SweepFlags) => {
    await runSweep(command, wordsAfterDashes(command, line), flags, io)
  })
}

/** Sweeps with a new fake in this process for each run. */
async function runSweep(command: Command, words: readonly string[], flags: SweepFlags, io: Io): Promise<void> {
  const { report: reports = [], output = [], budget = Infinity, thorough: isThorough = false, jobs, timeout } = flags
  const selection = { only: splitList(flags.only ?? []), except: splitList(flags.except ?? []) }
  const ids = operations.map(({ id }) => id)
  requireKnown(selection.only, '--only', ids)
  requireKnown(selection.except, '--except', ids)
  const configFile = configFileOf(command)
  const settings = await readSettings(command, configFile)
  // A row that the options decide is not varied, unless the user asks for it.
  const asked = new Set(selection.only.map((name) => name.split('=')[0]))
  const decided = decidedRows(settings.options).filter((row) => !asked.has(row))
  const { quota, assume, sandboxes, upstream } = settings.options
  if (upstream !== undefined) {
    throw new InputError('cannot be used in a sweep, which varies the answers of the fake', { field: 'upstream' })
  }
  const chosen = { ...createProfile(assume), ...(quota === undefined ? {} : { rateQuota: quota }) }
  for (const file of output) {
    formatOfFile(file)
    requireWritable(file, '--output')
  }
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout, '--timeout')
  const accepted = acceptedIn(flags)
  const stop = new AbortController()
  const stopListening = io.onSignal((signal) => stop.abort(exitWith(exitCodeOf(null, signal))))
  const presets = withSubject('sandboxes', () => readPresets(sandboxes))
  const open = (files: RunFiles) => openFake(settings, files)
  const suite = { command: words, reports, decided, presets, open, judge: judgeTrace, signal: stop.signal }
  let done = 0
  const watcher: Watcher = {
    failed: (tail) => {
      if (tail !== '') io.err(`${tail.trimEnd()}\n`)
    },
    planned: ({ durationMs }, variants, groups) => {
      const seconds = Math.ceil((durationMs * groups) / jobs / 1000)
      io.err(`${counted(variants, 'variant')} to try, in ${counted(groups, 'group')}: about ${seconds} s\n`)
    },
    ran: () => {
      done += 1
      if (done % 10 === 0) io.err(`${done} runs done\n`)
    },
  }
  const swept = await sweep({ suite, chosen, operations, selection, isThorough, jobs, budget, timeoutMs, watcher })
    .catch((error: unknown) => {
      throw withSource(command, configFile, error)
    })
    .finally(stopListening)
  write(toReport(swept, words, chosen, accepted), flags, accepted, io)
}

/** Opens the fake of a run in this process. Fakes that the command starts have the same files by its environment. */
async function openFake({ options, listen: address }: Settings, files: RunFiles) {
  // Each run begins with the same state.
  const core = await createCore({ ...options, ...files, state: undefined })
  const listening = await listen(core, { ...address, port: 0, httpPort: undefined }, { ownsProcess: true })
  const { env, remove } = environmentFor(listening, core.apiKey)
  const variables = Object.entries(files).map(([option, file]) => [variableOf(option), file] as const)
  return { env: { ...env, ...Object.fromEntries(variables) }, end: () => listening.close().finally(remove) }
}

/** @throws InputError for a file that cannot be used */
function acceptedIn({ accepted: file, writeAccepted: isWritten = false }: SweepFlags): AcceptedFile {
  if (file !== undefined && (!isWritten || existsSync(file))) return withSubject('--accepted', () => readAccepted(file))
  if (file === undefined && isWritten)
    throw new InputError('expected --accepted with the file to write', { field: '--write-accepted' })
  return { findings: [] }
}

/** Writes the report. @throws CommanderError for a finding that is not accepted, or if nothing was proved */
function write(report: SweepReport, flags: SweepFlags, accepted: AcceptedFile, io: Io): void {
  const { findings, passed, leftOut, isFlaky } = report
  io.out(formatReport(report, flags.format))
  for (const file of flags.output ?? []) writeOutput(file, formatReport(report, formatOfFile(file)), '--output')
  if (flags.accepted !== undefined && flags.writeAccepted === true)
    writeOutput(flags.accepted, writeAccepted(accepted, findings), '--accepted')
  else if (openFindings(report).length > 0) throw exitWith(exitCodes.differences)
  else if (isFlaky || leftOut.length > 0 || passed.length + findings.length === 0) throw exitWith(exitCodes.unproved)
}
