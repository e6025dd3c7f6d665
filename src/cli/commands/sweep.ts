import { hash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'

import { type Command, Option } from 'commander'

import { operations } from '../../app/areas.ts'
import { statedRows } from '../../app/swept.ts'
import { InputError, inTermsOf, quote } from '../../lib/input-error.ts'
import { version } from '../../lib/version.ts'
import { type AcceptedFile, readAccepted, writeAccepted } from '../../sweep/accepted.ts'
import { BaselineError } from '../../sweep/baseline.ts'
import { sweep } from '../../sweep/engine.ts'
import { formatOfFile, formatReport, type ReportFormat, reportFormats } from '../../sweep/formats/format-report.ts'
import type { SweepReport } from '../../sweep/report.ts'
import { SavedRuns } from '../../sweep/saved-runs.ts'
import { requireKnown, type Selection } from '../../sweep/selection.ts'
import { toReport } from '../../sweep/to-report.ts'
import { parseDuration } from '../../time/duration.ts'
import { codeOf } from '../child.ts'
import { requireWritable } from '../config/files.ts'
import { addStartFlags, flagOf, splitList, sweepRows, wholeNumber } from '../config/flags.ts'
import { configFileOf, namingSource, readSettings } from '../config/settings.ts'
import { Ended, exitCodes } from '../exit.ts'
import type { Io } from '../io.ts'
import { addFormatFlag, withFake } from '../remote.ts'
import { type Hosts, ownFakes, sandboxesOf } from '../sweep-hosts.ts'
import { watchSweep } from '../sweep-watcher.ts'

interface SweepFlags {
  readonly url?: string
  readonly jobs: number
  readonly timeout?: string
  readonly budget?: number
  readonly pairs?: boolean
  readonly only?: readonly string[]
  readonly except?: readonly string[]
  readonly report?: readonly string[]
  readonly output?: readonly string[]
  readonly format: ReportFormat
  readonly accepted?: string
  readonly writeAccepted?: boolean
  readonly resume?: boolean
  readonly state: string
  readonly controlToken?: string
}

const mostJobs = 64

/** Adds the command `sweep`. @param line the whole command line */
export function addSweep(program: Command, io: Io, line: readonly string[]): void {
  const command = program
    .command('sweep')
    .description('find out what a test suite depends on and breaks on')
    .usage('[options] -- COMMAND [ARGUMENTS]')
    .allowExcessArguments()
    .option('--url <url>', 'a running fake, of which each run gets a sandbox (a fake for each run)')
    .addOption(wholeNumber(new Option('--jobs <n>', 'runs at once'), 1, mostJobs).default(availableParallelism()))
    .option('--timeout <duration>', 'longest time of a run (five times the baseline, at least 30s)')
    .addOption(wholeNumber(new Option('--budget <n>', 'most runs in all (no bound)'), 2, 1_000_000))
    .option('--pairs', 'also try each pair of options that pass alone')
    .option('--only <name...>', 'only these: ROW, ROW=OPTION, FAULT or FAULT@OPERATION (all)')
    .option('--except <name...>', 'all but these')
    .option(
      '--report <file...>',
      'files with results that the tests write (JUnit, Vitest, Jest); {dir} is new in each run',
    )
    .option('--accepted <file>', 'a file of accepted findings, which do not fail the sweep')
    .option('--write-accepted', 'add the findings to that file')
    .option('-o, --output <file...>', 'files for the report: .txt, .md, .json, .xml (JUnit), .sarif')
    .option('--resume', 'go on with a sweep that was stopped')
    .option('--state <file>', 'the runs so far, for --resume', '.cloudsec-fake-sweep.json')
  addStartFlags(addFormatFlag(command, reportFormats), 'sweep').action(async (flags: SweepFlags) => {
    // Without the dashes, flags of the command would be read as flags of the sweep.
    if (command.args.length === 0 || !line.includes('--')) {
      throw new InputError('expected a command after --, as in: cloudsec-fake sweep -- npm test', { field: 'sweep' })
    }
    await begin(command, flags, io)
  })
}

/** Sweeps with fakes of this process, or with those of a running one. */
async function begin(command: Command, flags: SweepFlags, io: Io): Promise<void> {
  const selection = readSelection(flags)
  if (flags.url === undefined) {
    const configFile = configFileOf(command)
    const settings = readSettings(command, configFile)
    // A row that the options decide is no open point, unless the user asks for it.
    const asked = new Set(selection.only.map((name) => name.split('=')[0]))
    const stated = statedRows(settings.options).filter((row) => !asked.has(row))
    const hosts = ownFakes(settings, stated, (error) => namingSource(command, configFile, error))
    await sweepWith(command.args, flags, selection, hosts, settings.options, io)
    return
  }
  const { controlToken } = flags
  const given = sweepRows.find(({ name }) => name !== 'controlToken' && command.getOptionValueSource(name) === 'cli')
  if (given !== undefined) {
    throw new InputError('the fake at --url has its own options; leave one of the two out', {
      field: flagOf(given.name),
    })
  }
  const url = flags.url
  await withFake({ url, ...(controlToken === undefined ? {} : { controlToken }) }, async ({ fake }) => {
    await sweepWith(command.args, flags, selection, await sandboxesOf(fake, controlToken), url, io)
  })
}

/** @throws InputError for a name that no variant has */
function readSelection({ only = [], except = [] }: SweepFlags): Selection {
  const ids = operations.map(({ id }) => id)
  const selection = { only: splitList(only), except: splitList(except) }
  requireKnown(selection.only, '--only', ids)
  requireKnown(selection.except, '--except', ids)
  return selection
}

/** @param fake the part of the key of the saved runs that says which fake it is */
async function sweepWith(
  command: readonly string[],
  flags: SweepFlags,
  selection: Selection,
  { chosen, open }: Hosts,
  fake: unknown,
  io: Io,
): Promise<void> {
  const { report = [], output = [], timeout, budget = Number.POSITIVE_INFINITY, pairs = false, jobs } = flags
  for (const file of output) {
    formatOfFile(file)
    requireWritable(file, '--output')
  }
  const timeoutMs = timeout === undefined ? undefined : parseDuration(timeout, '--timeout')
  const accepted = acceptedIn(flags)
  const key = hash('sha256', JSON.stringify({ version, command, report, selection, fake }))
  const saved = new SavedRuns(flags.state, key, flags.resume === true)
  if (saved.replaced > 0) {
    const runs = `${saved.replaced} runs of an earlier sweep`
    io.err(`${quote(flags.state)} has ${runs}, which this one replaces; stop it and use --resume to go on with them\n`)
  }
  const watcher = watchSweep(io, { budget, jobs, resumed: saved.count })
  const stop = new AbortController()
  const stopListening = io.onSignal((signal) => {
    stop.abort(new Ended(codeOf(null, signal)))
  })
  const suite = { command, reports: report, open, signal: stop.signal }
  const swept = await sweep({ suite, chosen, operations, selection, pairs, jobs, budget, timeoutMs, saved, watcher })
    .catch((error: unknown) => {
      throw failureOf(error, saved, stop.signal, io)
    })
    .finally(() => {
      watcher.end()
      stopListening()
    })
  const made = toReport(swept, { command, chosen, accepted })
  if (made.leftOut.length === 0) saved.discard()
  write(made, flags, accepted, io)
}

/** Says more about an error that ends a sweep. Its runs are kept, but for a baseline that does not pass. */
function failureOf(error: unknown, saved: SavedRuns, { aborted }: AbortSignal, io: Io): unknown {
  if (aborted) io.err('cloudsec-fake: sweep: stopped; the same command with --resume goes on\n')
  if (!(error instanceof BaselineError)) return error
  if (saved.count === 0) saved.discard()
  if (error.tail !== '') io.err(`${error.tail.trimEnd()}\n`)
  return error
}

/** @throws InputError for a file that cannot be used */
function acceptedIn({ accepted: file, writeAccepted: isWritten = false }: SweepFlags): AcceptedFile {
  if (file !== undefined && !(isWritten && !existsSync(file))) return inTermsOf('--accepted', () => readAccepted(file))
  if (file !== undefined || !isWritten) return { findings: [] }
  throw new InputError('expected --accepted with the file to write', { field: '--write-accepted' })
}

/** Writes the report. @throws Ended where something breaks that is not accepted */
function write(report: SweepReport, flags: SweepFlags, accepted: AcceptedFile, io: Io): void {
  io.out(formatReport(report, flags.format))
  for (const file of flags.output ?? []) writeFile(file, formatReport(report, formatOfFile(file)), '--output')
  if (flags.accepted !== undefined && flags.writeAccepted === true) {
    writeFile(flags.accepted, writeAccepted(accepted, report.findings), '--accepted')
    return
  }
  if (report.findings.some((finding) => finding.accepted === null)) throw new Ended(exitCodes.differences)
}

function writeFile(file: string, text: string, field: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new InputError(`${quote(file)} cannot be written`, { field, cause: error })
  }
}
