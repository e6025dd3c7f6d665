import type { Command } from 'commander'

import { operations } from '../../core/app/areas.ts'
import { type Choices, createProfile, readChoices } from '../../core/assumptions/profile.ts'
import { listed } from '../../core/lib/listed.ts'
import { inTurns } from '../../core/time/turns.ts'
import { inferChoices } from '../../tools/capture/assemble.ts'
import { type CapturedCount, writeCapture } from '../../tools/capture/capture.ts'
import { collect } from '../../tools/capture/collect.ts'
import { requireEmptyFolder } from '../../tools/capture/write-folder.ts'
import { corpusNames, toAnswers, writeCorpus } from '../../tools/drift/corpus.ts'
import { publishableName, vocabularyOf } from '../../tools/drift/form.ts'
import { getOnly, observe } from '../../tools/drift/gather.ts'
import { type RecordedExchange, skipReason } from '../../tools/resolve/recorded-exchange.ts'
import { createSender } from '../../tools/resolve/send.ts'
import { answeredAreas as areas, openFolder, repairRow } from '../captured-fake.ts'
import { exitCodeOf } from '../child.ts'
import { readChoiceFile } from '../config/choices.ts'
import { splitList } from '../config/flags.ts'
import { addFormatFlag } from '../config/format-flag.ts'
import { documentOf } from '../fake-documents.ts'
import { exitWith, type Io } from '../io.ts'
import { addServiceFlags, openService, readRecording, type ServiceFlags } from '../live-service.ts'
import { print } from '../remote.ts'

interface CaptureFlags extends ServiceFlags {
  readonly output: string
  readonly listsOnly?: boolean
  readonly keep?: readonly string[]
  readonly assumptions?: string
  readonly force?: boolean
  readonly format: 'text' | 'json'
}

/** The answers of a service, with the secrets that no file may contain. */
interface Source {
  readonly seen: readonly RecordedExchange[]
  readonly choices: Choices
  readonly secrets: readonly string[]
}

export function addCapture(program: Command, io: Io): void {
  const command = addServiceFlags(
    program.command('capture').description('create fixtures from the data of a service, with pseudonyms'),
  )
    .requiredOption('-o, --output <dir>', 'the folder to write, for start --fixtures')
    .option('--lists-only', 'read only lists, not single records: one request for 100 records')
    .option('--keep <field...>', 'fields whose values stay as they are, by name or path (details.instance_type)')
    .option('--assumptions <file>', 'a file of known choices')
    .option('--force', 'replace an existing folder')
  addFormatFlag(command).action(async (flags: CaptureFlags) => capture(flags, io))
}

async function capture(flags: CaptureFlags, io: Io): Promise<void> {
  requireEmptyFolder(flags.output, flags.force === true)
  const given = flags.assumptions === undefined ? {} : readChoiceFile(flags.assumptions)
  const source = flags.har === undefined ? await openService(flags) : await readHarFile(flags.har)
  // Until here, a signal ends the process.
  const stop = new AbortController()
  const ignore = io.onSignal((signal) => stop.abort(exitWith(exitCodeOf(null, signal))))
  await captureUntil(stop.signal, flags, io, given, source).finally(ignore)
}

async function captureUntil(
  signal: AbortSignal,
  flags: CaptureFlags,
  io: Io,
  given: Choices,
  source: Source | { readonly baseUrl: string },
): Promise<void> {
  const { output, force } = flags
  const keep = new Set(splitList(flags.keep ?? []))
  const { seen, choices, secrets } = 'seen' in source ? source : await captureLive({ ...flags, ...source }, io, signal)
  const all = readChoices({ ...given, ...inferChoices(areas, seen), ...choices })
  const vocabulary = vocabularyOf(await documentOf({ assume: all }))
  const profile = createProfile(all)
  const corpus = await inTurns(seen, (one) => toAnswers([one], operations, vocabulary), signal)
  const assumed = `${JSON.stringify(all, undefined, 2)}\n`
  // Reading may have taken hours.
  requireEmptyFolder(output, force === true)
  const counts = await writeCapture(output, {
    areas,
    seen,
    profile,
    keep,
    secrets,
    vocabulary,
    known: [
      ...Object.entries(all).flat().map(String),
      ...corpusNames,
      ...operations.map(({ id }) => id),
      ...headerNames(seen),
    ],
    others: new Map([
      ['assumptions.json', assumed],
      ['corpus.jsonl', writeCorpus(corpus.flat())],
    ]),
    repair: (area, row) => repairRow(area, row, profile),
    signal,
    open: (folder) => openFolder(folder, all),
  })
  const known = Object.keys(choices).length
  print(io, flags, { output, answers: seen.length, assumptions: known, areas: counts }, () =>
    describe(counts, seen.length, known, output),
  )
}

const headerNames = (seen: readonly RecordedExchange[]): readonly string[] => [
  ...new Set(seen.flatMap(({ headers }) => Object.keys(headers).map(publishableName))),
]

/** Reads the records and the options of a service. */
async function captureLive(
  flags: CaptureFlags & { readonly baseUrl: string },
  io: Io,
  signal: AbortSignal,
): Promise<Source> {
  const { baseUrl, apiKey = '', listsOnly = false, rate } = flags
  const show = createPrinter(io)
  signal.addEventListener('abort', () => show('stopped; nothing was written, and the next run starts over', true))
  const onPause = (reason: string, ms: number): void => show(`${reason}; waiting ${formatDuration(ms)}`, true)
  const service = { fetch, baseUrl, keys: { main: apiKey }, rate, signal, onPause }
  const answers: RecordedExchange[] = []
  const send = getOnly(createSender(service), answers)
  await collect({ areas, send, listsOnly, say: (what) => show(what, true), progress: createProgress(show, rate) })
  show('the assumptions')
  const choices = await observe({ operations, send, recorded: [...answers], keys: ['main'] })
  return { seen: answers, secrets: [apiKey], choices }
}

async function readHarFile(file: string): Promise<Source> {
  const { recorded, secrets } = readRecording(file)
  if (!recorded.some(({ isServed }) => isServed)) throw new Error(`${file}: has no documented answer`)
  return { seen: recorded, secrets, choices: await observe({ operations, send: undefined, recorded }) }
}

function describe(counts: readonly CapturedCount[], answers: number, known: number, output: string): string {
  const lines = counts.flatMap(({ name, records, listed: all, unread, whole, extra, different }) => {
    const fields = extra.length === 0 ? '' : `; undocumented fields: ${listed(extra, ', ', String)}`
    const lost = different.length === 0 ? '' : `; shown differently: ${listed(different, ', ', String)}`
    const of = all > records ? ` of ${all} that the service lists` : ''
    const line = `${records} ${name}${of}, ${whole} of them complete${fields}${lost}`
    return unread === 0 ? [line] : [line, `${unread} records of ${name} were skipped: ${skipReason}`]
  })
  const start = `npx --no -- cloudsec-fake --fixtures ${output} --assumptions ${output}/assumptions.json`
  return [
    ...lines,
    `${known} assumptions observed; ${answers} answers read`,
    '',
    `Start a fake with this data:\n  ${start}`,
  ].join('\n')
}

/** Prints progress on one line of a terminal; elsewhere, prints only important lines. */
function createPrinter(io: Io): (text: string, isImportant?: boolean) => void {
  return (text, isImportant = false) => {
    if (io.isTerminal) io.err(`\r\u001B[K${text}${isImportant ? '\n' : ''}`)
    else if (isImportant) io.err(`cloudsec-fake: ${text}\n`)
  }
}

function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/** Estimates the time left: by the rate until some requests are timed, then by their mean. */
function createProgress(show: (text: string) => void, rate: number) {
  const beganMs = performance.now()
  return (what: string, done: number, of: number): void => {
    const meanMs = done < 10 ? 1000 / rate : (performance.now() - beganMs) / done
    show(`${what}: ${done} of ${of} requests, about ${formatDuration((of - done) * meanMs)} left`)
  }
}
