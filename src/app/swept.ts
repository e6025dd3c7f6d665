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

/** A difference between a run of `sweep` and its baseline. */
export interface RunChange {
  readonly choices: Choices
  /** The definition of a scenario (none). */
  readonly scenario?: ScenarioBase | undefined
  /** The name of the sandbox in which it holds (all). */
  readonly sandbox?: string | undefined
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
  /** The body, or what the journal has of it; null where there is none. */
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
  /** The settings of the sandbox of each name. */
  readonly settings: (profile: Profile, reader: ScenarioReader) => (name: string) => Partial<BaseSettings>
  readonly take: (entry: JournalEntry, pace: ClockPace) => void
  readonly takeDelivery: (delivery: TraceDelivery) => void
}

/** The file with the changes of a run, in its folder. */
export const changesFile = 'changes.json'

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
  changes: readonly RunChange[],
  stated: readonly string[],
  write: (line: TraceLine) => void,
): Swept {
  const isOpen = (id: string): boolean => !stated.includes(id)
  let taken = 0
  const take = (toLine: () => TraceLine): void => {
    taken += 1
    if (taken <= mostTraced) write(toLine())
  }
  return {
    settings: (profile, reader) => (name) => {
      const { choices = {}, scenario } = changes.find(({ sandbox = name }) => sandbox === name) ?? {}
      const changed = Object.fromEntries(Object.entries(choices).filter(([id]) => isOpen(id)))
      const variant = scenario === undefined ? undefined : reader.read(scenario, 'the variant', 'inline')
      return { profile: { ...profile, ...changed }, variant }
    },
    take: (entry, { mode, rate }) => take(() => toTraceEntry(entry, { mode, rate }, isOpen)),
    takeDelivery: (delivery) => take(() => delivery),
  }
}

const changesSchema = z.array(
  z.strictObject({
    choices: z.record(z.string(), z.union([z.string(), z.number()])),
    scenario: z.optional(z.custom<ScenarioBase>(isJsonObject)),
    sandbox: z.optional(z.string()),
  }),
)

/** Has a fake that a swept command starts take part in the run. @param folder of the run. @throws InputError where it is no such folder */
export function joinRun(folder: string, options: FakeOptions): Swept {
  const { content } = readJsonFile(join(folder, changesFile))
  const changes = readBy(changesSchema, content, 'the file')
  const file = join(makeFolder(folder), traceFile)
  // Each line is written at once: the command may end without a word to its fakes.
  const write = (line: TraceLine): void => {
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    } catch {
      // The run is over. This fake goes on.
    }
  }
  const known = changes.map((one) => ({ ...one, choices: readChoices(one.choices) }))
  return takePart(known, statedRows(options), write)
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

/** A request of the journal as a trace has it. @param isOpen true for a row that may be changed */
function toTraceEntry(entry: JournalEntry, pace: ClockPace, isOpen: (row: string) => boolean): TraceEntry {
  const { sandbox, operation, method, path, status, code, fault, scenarios, assumptions, response } = toRequest(entry)
  // The journal shows an answer, too, where the client got none.
  const text = response.body === null || status === null ? null : textOf(response.body)
  const shown = Object.entries(response.headers).filter(([name]) => !passing.has(name))
  const headers = Object.fromEntries(
    shown.map(([name, value]) => [name, name === rateHeaders.reset ? withoutDigits(value) : value]),
  )
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
    body: text,
    headers,
    digest: hash('sha256', JSON.stringify([status, code, fault, withoutRun(text ?? ''), Object.entries(headers)])),
    seen: { ...entry, responseBody: entry.responseBody === null ? null : toText(entry.responseBody) },
    pace,
  }
}

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** A text without what differs from run to run: names of sandboxes, and the digits of times. */
export const withoutRun = (text: string): string =>
  text.replaceAll(/\/@[a-z\d][a-z\d-]*/g, '').replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/g, withoutDigits)

/** Of a time, its form. */
const withoutDigits = (time: string): string => time.replaceAll(/\d/g, '0')

/** Headers that tell the time, or what other requests did. */
const passing: ReadonlySet<string> = new Set(['Date', rateHeaders.remaining])
