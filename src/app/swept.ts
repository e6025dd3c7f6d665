import { hash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { type Choices, readChoices } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import type { ClockPace } from '../conduct/reading.ts'
import type { RequestInfo } from '../control/endpoints/requests.ts'
import { toRequest } from '../control/journal-entry.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { toText } from '../lib/body.ts'
import { readJsonFile } from '../lib/json-files.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { readBy } from '../lib/read-by.ts'
import type { ScenarioReader } from '../scenarios/library.ts'
import type { ScenarioBase } from '../scenarios/schema.ts'
import type { BaseSettings } from '../scenarios/settings.ts'
import { rateHeaders } from '../spec/headers.ts'
import type { FakeOptions } from './options.ts'

/** The difference between a run of `sweep` and its baseline. */
export interface RunChange {
  readonly choices: Choices
  /** The definition of a scenario that holds in every sandbox (none). */
  readonly scenario?: ScenarioBase | undefined
}

/** A request in the trace of a run. */
export interface TraceEntry extends Pick<
  RequestInfo,
  'sandbox' | 'operation' | 'method' | 'path' | 'status' | 'code' | 'fault'
> {
  /** The rules that fired. */
  readonly fired: readonly string[]
  /** The rows that the answer depended on. */
  readonly used: readonly string[]
  /** The body, or the beginning of a long one; null where there is none. */
  readonly body: string | null
  /** Without those that tell the time, or what other requests did. */
  readonly headers: Readonly<Record<string, string>>
  /** Differs between two answers, but for sandbox names and times. */
  readonly digest: string
  /** The request for a judgement of the client, and the pace of its clock. */
  readonly seen: Omit<JournalEntry, 'used'>
  readonly pace: ClockPace
}

/** A webhook that was sent. */
export interface TraceDelivery {
  /** Null where the receiver did not answer. */
  readonly delivered: number | null
  readonly isSigned: boolean
}

/** A line of the trace of a fake. */
export type TraceLine = TraceEntry | TraceDelivery

export const readTraceLine = (text: string): TraceLine => z.custom<TraceLine>(isJsonObject).parse(JSON.parse(text))

/** A fake in a run of `sweep`. */
export interface Swept {
  /** The settings of every sandbox in the run. */
  readonly settings: (profile: Profile, reader: ScenarioReader) => Pick<BaseSettings, 'profile' | 'variant'>
  readonly take: (entry: JournalEntry, pace: ClockPace) => void
  readonly takeDelivery: (delivery: TraceDelivery) => void
}

/** The file with the change of a run, in its folder. */
export const changeFile = 'change.json'

/** The file with the trace of a fake, in a folder of its own in that of the run. */
export const traceFile = 'trace.jsonl'

/** The name of the folder of a fake is this, and its number in the run. */
export const fakePrefix = 'fake-'

/** Most lines of one fake that a trace keeps. */
const mostTraced = 20_000

/**
 * Has a fake take part in a run.
 * @param stated the rows that its options decide: the run neither changes nor traces them
 * @param write takes the lines of its trace
 */
export function takePart(
  { choices, scenario }: RunChange,
  stated: readonly string[],
  write: (line: TraceLine) => void,
): Swept {
  const isOpen = (id: string): boolean => !stated.includes(id)
  const changed = Object.fromEntries(Object.entries(choices).filter(([id]) => isOpen(id)))
  let taken = 0
  const take = (toLine: () => TraceLine): void => {
    taken += 1
    if (taken <= mostTraced) write(toLine())
  }
  return {
    settings: (profile, reader) => ({
      profile: { ...profile, ...changed },
      variant: scenario === undefined ? undefined : reader.read(scenario, 'the variant', 'inline'),
    }),
    take: (entry, { mode, rate }) => take(() => toTraceEntry(entry, { mode, rate }, isOpen)),
    takeDelivery: (delivery) => take(() => delivery),
  }
}

const changeSchema = z.strictObject({
  choices: z.record(z.string(), z.union([z.string(), z.number()])),
  scenario: z.optional(z.custom<ScenarioBase>(isJsonObject)),
})

/** Has a fake that a swept command starts take part in the run. @param folder of the run. @throws InputError where it is no such folder */
export function joinRun(folder: string, options: FakeOptions): Swept {
  const { content } = readJsonFile(join(folder, changeFile))
  const { choices, scenario } = readBy(changeSchema, content, 'the file')
  const file = join(makeFolder(folder), traceFile)
  // Each line is written at once: the command may end without a word to its fakes.
  const write = (line: TraceLine): void => {
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    } catch {
      // The run is over. This fake goes on.
    }
  }
  return takePart({ choices: readChoices(choices), scenario }, statedRows(options), write)
}

/** Makes the folder of the next fake of a run, which other processes may do at the same moment. */
function makeFolder(folder: string): string {
  for (let number = readdirSync(folder).filter((name) => name.startsWith(fakePrefix)).length + 1; ; number += 1) {
    const made = join(folder, `${fakePrefix}${number}`)
    // It is undefined where the folder existed.
    if (mkdirSync(made, { recursive: true }) !== undefined) return made
  }
}

/** The rows that the options of a fake decide. */
export function statedRows({ assume = {}, quota }: Pick<FakeOptions, 'assume' | 'quota'>): readonly string[] {
  return [...Object.keys(assume), ...(quota === undefined ? [] : ['rateQuota'])]
}

/** Most characters of a body that a trace keeps: 16 Ki. */
const mostOfBody = 16_384

/** A request of the journal as a trace has it. @param isOpen true for a row that may be changed */
function toTraceEntry(entry: JournalEntry, pace: ClockPace, isOpen: (row: string) => boolean): TraceEntry {
  const { sandbox, operation, method, path, status, code, fault, scenarios, assumptions, response } = toRequest(entry)
  // The journal shows an answer, too, where the client got none.
  const text = response.body === null || status === null ? null : textOf(response.body)
  const headers = Object.fromEntries(Object.entries(response.headers).filter(([name]) => !passing.has(name)))
  return {
    sandbox,
    operation,
    method,
    path: withoutRun(path),
    status,
    code,
    fault,
    fired: scenarios,
    used: assumptions.filter(isOpen),
    body: text === null ? null : text.slice(0, mostOfBody),
    headers,
    digest: hash('sha256', JSON.stringify([status, code, fault, withoutRun(text ?? ''), Object.entries(headers)])),
    seen: { ...entry, responseBody: entry.responseBody === null ? null : toText(entry.responseBody) },
    pace,
  }
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** A text without what differs from run to run: names of sandboxes, and the digits of times. */
export const withoutRun = (text: string): string =>
  text
    .replaceAll(/\/@[a-z\d][a-z\d-]*/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/g, (time) => time.replaceAll(/\d/g, '0'))

/** Headers that tell the time, or what other requests did. */
const passing: ReadonlySet<string> = new Set(['Date', rateHeaders.remaining, rateHeaders.reset])
