import { hash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { readChoices } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import type { ClockPace } from '../conduct/reading.ts'
import { toRequest } from '../control/journal-entry.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { readJsonFile } from '../lib/json-files.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { readBy } from '../lib/read-by.ts'
import type { ScenarioReader } from '../scenarios/library.ts'
import type { ScenarioBase } from '../scenarios/schema.ts'
import type { BaseSettings } from '../scenarios/settings.ts'
import { rateHeaders } from '../spec/headers.ts'
import type { FakeOptions } from './options.ts'

const changesSchema = z.array(
  z.strictObject({
    choices: z.pipe(z.record(z.string(), z.unknown()), z.transform(readChoices)),
    /** The definition of a scenario (none). */
    scenario: z.optional(z.custom<ScenarioBase>(isJsonObject)),
    /** The name of the sandbox in which it holds (all). */
    sandbox: z.optional(z.string()),
  }),
)

/** A difference between a run of `sweep` and its baseline. */
export type RunChange = Readonly<z.infer<typeof changesSchema>[number]>

/** A request in the trace of a run. */
export type TraceEntry = Readonly<ReturnType<typeof toTraceEntry>>

/** A webhook that was sent. */
export interface TraceDelivery {
  /** Null where the receiver did not answer. */
  readonly delivered: number | null
  readonly isSigned: boolean
}

/** A line of the trace of a fake. */
export type TraceLine = TraceEntry | TraceDelivery

/** A fake in a run of `sweep`. */
export type Swept = Readonly<ReturnType<typeof takePart>>

/** The file with the changes of a run, in its folder. */
export const changesFile = 'changes.json'

/** The end of the name of the file that each fake of a run writes its trace to. Such names sort by the start of the fakes. */
export const traceEnding = '.trace.jsonl'

/** Most lines of one fake that a trace keeps. */
const mostTraced = 20_000

/**
 * Has a fake take part in a run.
 * @param stated the rows that its options decide: the run neither changes nor traces them
 * @param write takes the lines of its trace
 */
export function takePart(changes: readonly RunChange[], stated: readonly string[], write: (line: TraceLine) => void) {
  const isOpen = (id: string): boolean => !stated.includes(id)
  let taken = 0
  const add = (toLine: () => TraceLine): void => {
    taken += 1
    if (taken <= mostTraced) write(toLine())
  }
  return {
    /** The settings that a sandbox has, by its name. */
    settings:
      (profile: Profile, reader: ScenarioReader) =>
      (name: string): Partial<BaseSettings> => {
        const { choices = {}, scenario } = changes.find(({ sandbox = name }) => sandbox === name) ?? {}
        const changed = Object.fromEntries(Object.entries(choices).filter(([id]) => isOpen(id)))
        const variant = scenario && reader.read(scenario, 'the variant', 'inline')
        return { profile: { ...profile, ...changed }, variant }
      },
    take: (entry: JournalEntry, pace: ClockPace) => add(() => toTraceEntry(entry, pace, isOpen)),
    takeDelivery: (delivery: TraceDelivery) => add(() => delivery),
  }
}

/** Has a fake that a swept command starts take part in the run. @param folder of the run. @throws InputError where it is no such folder */
export function joinRun(folder: string, options: FakeOptions): Swept {
  const changes = readBy(changesSchema, readJsonFile(join(folder, changesFile)).content, 'the file')
  const file = join(folder, `${process.hrtime.bigint()}-${process.pid}${traceEnding}`)
  // Each line is written at once: the command may end without a word to its fakes.
  return takePart(changes, statedRows(options), (line) => {
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`)
    } catch {
      // The run is over. This fake goes on.
    }
  })
}

/** The rows that the options of a fake decide. */
export function statedRows({ assume = {}, quota }: Pick<FakeOptions, 'assume' | 'quota'>): readonly string[] {
  return [...Object.keys(assume), ...(quota === undefined ? [] : ['rateQuota'])]
}

/** A request of the journal as a trace has it. @param isOpen true for a row that may be changed */
function toTraceEntry(entry: JournalEntry, { mode, rate }: ClockPace, isOpen: (row: string) => boolean) {
  const { sandbox, operation, method, path, status, code, fault, assumptions, response } = toRequest(entry)
  const { body } = response
  const responseBody = body === null || typeof body === 'string' ? body : JSON.stringify(body)
  const shown = Object.entries(response.headers).filter(([name]) => !passing.has(name))
  const headers = shown.map(([name, value]) => [name, name === rateHeaders.reset ? withoutDigits(value) : value])
  // The journal shows an answer, too, where the client got none.
  const text = status === null ? '' : withoutRun(responseBody ?? '')
  return {
    sandbox,
    operation,
    method,
    path: withoutRun(path),
    status,
    code,
    fault,
    /** The rules that fired. */
    fired: [...entry.fired],
    /** The rows that the answer depended on. */
    used: assumptions.filter(isOpen),
    /** The headers that depend on neither the time nor other requests. */
    headers: Object.fromEntries(headers),
    /** Differs between two answers, but for sandbox names and times. */
    digest: hash('sha256', JSON.stringify([status, code, fault, text, headers])),
    /** The request for a judgement of the client, and the pace of its clock. */
    seen: { ...entry, responseBody },
    pace: { mode, rate },
  }
}

/** A text without what differs from run to run: names of sandboxes, and the digits of times. */
export const withoutRun = (text: string): string =>
  withoutSandbox(text).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/g, withoutDigits)

export const withoutSandbox = (text: string): string => text.replaceAll(/\/@[a-z\d][a-z\d-]*/g, '')

const withoutDigits = (time: string): string => time.replaceAll(/\d/g, '0')

/** Headers that tell the time, or what other requests did. */
const passing: ReadonlySet<string> = new Set(['Date', rateHeaders.remaining])
