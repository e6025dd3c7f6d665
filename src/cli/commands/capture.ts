import type { Command } from 'commander'

import { operations } from '../../app/areas.ts'
import { type Choices, createProfile, readChoices } from '../../assumptions/profile.ts'
import { type AnsweredArea, answeredIn } from '../../capture/assemble.ts'
import { type CapturedCount, writeCapture } from '../../capture/capture.ts'
import { collect } from '../../capture/collect.ts'
import { createPatientSender } from '../../capture/patient.ts'
import { ProgressFile } from '../../capture/progress-file.ts'
import { requireFree } from '../../capture/write-folder.ts'
import { corpusNames, toAnswers, writeCorpus } from '../../drift/corpus.ts'
import { vocabularyOf } from '../../drift/form.ts'
import { listed } from '../../lib/listed.ts'
import type { RecordedExchange, SentRequest } from '../../resolve/recorded-exchange.ts'
import { runProbes } from '../../resolve/run-probes.ts'
import { sendOnce } from '../../resolve/send.ts'
import { Unknown } from '../../resolve/session.ts'
import { waitOnWall, wallNow } from '../../time/clock.ts'
import { loadAnsweredAreas, openFolder, repairRow } from '../captured-fake.ts'
import { readChoiceFile } from '../config/choices.ts'
import { splitList } from '../config/flags.ts'
import { Ended, exitCodes, type Io } from '../io.ts'
import { addServiceFlags, openService, readRecording, type ServiceFlags } from '../live-service.ts'
import { addFormatFlag, print } from '../remote.ts'

interface CaptureFlags extends ServiceFlags {
  readonly output: string
  readonly listsOnly?: boolean
  readonly keep?: readonly string[]
  readonly assumptions?: string
  readonly force?: boolean
  readonly format: 'text' | 'json'
}

export function addCapture(program: Command, io: Io): void {
  const command = addServiceFlags(
    program.command('capture').description('make fixtures from the data of a service, with pseudonyms'),
  )
    .requiredOption('-o, --output <dir>', 'the folder to write, for start --fixtures')
    .option('--lists-only', 'read the lists, and no single records: one request for 100 records')
    .option('--keep <field...>', 'fields whose values stay as they are, by name or path (details.instance_type)')
    .option('--assumptions <file>', 'choices that are known already, as a file')
    .option('--force', 'replace a folder that is there')
  addFormatFlag(command).action(async (flags: CaptureFlags) => capture(flags, io))
}

/** The number of SIGINT. */
const interrupt = 2

/** Answers of a service, and what of it may be in no file. */
interface Source {
  readonly seen: readonly RecordedExchange[]
  readonly choices: Choices
  readonly secrets: readonly string[]
  readonly done?: () => void
}

async function capture(flags: CaptureFlags, io: Io): Promise<void> {
  const { har, output, force, assumptions } = flags
  requireFree(output, force === true)
  const given = assumptions === undefined ? {} : readChoiceFile(assumptions)
  const keep = new Set(splitList(flags.keep ?? []))
  const areas = await loadAnsweredAreas()
  const { seen, choices, secrets, done } = har === undefined ? await readLive(flags, areas, io) : await readHarFile(har)
  const shown = areas.map((area) => area.observe?.([...answeredIn(area, seen).values()]))
  const all = readChoices(Object.assign({}, given, ...shown, choices))
  const vocabulary = await vocabularyFor(all)
  const profile = createProfile(all)
  const assumed = `${JSON.stringify(all, undefined, 2)}\n`
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
      ['corpus.jsonl', writeCorpus(toAnswers(seen, operations, vocabulary))],
    ]),
    repair: (area, row) => repairRow(area, row, profile),
    open: (folder) => openFolder(folder, all),
  })
  done?.()
  const known = Object.keys(choices).length
  print(io, flags, { output, answers: seen.length, assumptions: known, areas: counts }, () =>
    describe(counts, seen.length, known, output),
  )
}

const headerNames = (seen: readonly RecordedExchange[]): readonly string[] => [
  ...new Set(seen.flatMap(({ headers }) => [...Object.keys(headers), headers['content-type'] ?? ''])),
]

async function vocabularyFor(choices: Choices): Promise<ReadonlySet<string>> {
  const fake = await openFolder(undefined, choices)
  try {
    return vocabularyOf(await fake.documentOf())
  } finally {
    await fake.close()
  }
}

async function readHarFile(file: string): Promise<Source> {
  const { recorded, secrets } = readRecording(file)
  if (!recorded.some(({ isServed }) => isServed)) throw new Error(`${file}: has no answer of a service of the document`)
  return { seen: recorded, secrets, choices: await choicesOf(recorded) }
}

/** The options that answers show. */
async function choicesOf(
  recorded: readonly RecordedExchange[],
  send?: (request: SentRequest) => Promise<RecordedExchange>,
) {
  const findings = await runProbes({ operations, send, recorded, keys: ['main'] })
  return readChoices(
    Object.fromEntries([...findings].flatMap(([id, { option }]) => (option === undefined ? [] : [[id, option]]))),
  )
}

async function readLive(flags: CaptureFlags, areas: readonly AnsweredArea[], io: Io): Promise<Source> {
  const { apiKey = '', output, listsOnly = false, rate } = flags
  const { baseUrl } = await openService(flags, flags.apiKey === undefined ? {} : { main: apiKey })
  const file = `${output.replace(/[/\\]+$/, '')}.part`
  const kept = new ProgressFile(file, apiKey, baseUrl)
  const note = createNote(io)
  if (kept.size > 0) note(`goes on from ${file}: ${kept.size} answers were read before`, true)
  const stop = new AbortController()
  const ignore = io.onSignal(() => {
    note(`stopped; the same command goes on from ${file}`, true)
    stop.abort(new Ended(exitCodes.ofSignal + interrupt))
  })
  const service = { fetch, baseUrl, keys: { main: apiKey } }
  const patient = createPatientSender({
    send: async (request) => await sendOnce(service, request),
    wait: async (ms) => await waitOnWall(ms, stop.signal),
    nowMs: wallNow,
    say: (reason, ms) => note(`${reason}; waits ${shownTime(ms)}`, true),
  })
  const asked: RecordedExchange[] = []
  const send = async (request: SentRequest): Promise<RecordedExchange> => {
    if (request.method !== 'GET') throw new Unknown('a capture sends nothing but GET')
    const name = JSON.stringify(request)
    const known = kept.get(name)
    if (known === undefined) await waitOnWall(1000 / rate, stop.signal)
    const seen = known ?? (await patient(request))
    if (known === undefined) kept.add(name, seen)
    asked.push(seen)
    return seen
  }
  await collect({ areas, send, listsOnly, progress: createProgress(note, rate) })
  note('the assumptions')
  const choices = await choicesOf([...asked], send)
  ignore()
  return { seen: asked, secrets: [apiKey], choices, done: () => kept.remove() }
}

/** Shows on a terminal what is being done, in one line that the next replaces; elsewhere only what is important, line by line. */
function createNote(io: Io): (text: string, isImportant?: boolean) => void {
  return (text, isImportant = false) => {
    if (io.isTerminal) io.err(`\r\u001B[K${text}${isImportant ? '\n' : ''}`)
    else if (isImportant) io.err(`cloudsec-fake: ${text}\n`)
  }
}

function shownTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/** Most progress is a matter of the pace, so the time left follows from it until some requests have been timed. */
function createProgress(note: (text: string) => void, rate: number) {
  const beganMs = performance.now()
  return (what: string, done: number, of: number): void => {
    const pace = done < 10 ? 1000 / rate : (performance.now() - beganMs) / done
    note(`${what}: ${done} of ${of} requests, about ${shownTime((of - done) * pace)} left`)
  }
}

function describe(counts: readonly CapturedCount[], answers: number, known: number, output: string): string {
  const lines = counts.map(({ name, records, whole, extra, different }) => {
    const fields = extra.length === 0 ? '' : `; fields that the document lacks: ${listed(extra, ', ', String)}`
    const lost = different.length === 0 ? '' : `; shown in another way: ${listed(different, ', ', String)}`
    return `${records} ${name}, ${whole} of them whole${fields}${lost}`
  })
  const start = `npx --no -- cloudsec-fake --fixtures ${output} --assumptions ${output}/assumptions.json`
  return [
    ...lines,
    `${known} assumptions observed; ${answers} answers read`,
    '',
    `Start a fake with this data:\n  ${start}`,
  ].join('\n')
}
