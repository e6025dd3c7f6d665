import { appendFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { type Choices, readChoices } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { toRequest } from '../control/journal-entry.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { readJsonFile } from '../lib/json-files.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { readBy } from '../lib/read-by.ts'
import type { ScenarioReader } from '../scenarios/library.ts'
import type { ScenarioBase } from '../scenarios/schema.ts'
import type { BaseSettings } from '../scenarios/settings.ts'
import type { FakeOptions } from './options.ts'
import { toTraceEntry, traceEntry } from './trace-entry.ts'

/** The difference between a run of `sweep` and its baseline. */
export interface RunChange {
  readonly choices: Choices
  /** The definition of a scenario that holds in every sandbox (none). */
  readonly scenario?: ScenarioBase | undefined
}

/** A line of the trace of a fake. */
export const traceLine = z.union([traceEntry, z.strictObject({ delivered: z.literal(true) })])

/** A line of the trace of a fake. */
export type TraceLine = z.infer<typeof traceLine>

/** A fake in a run of `sweep`. */
export interface Swept {
  /** The settings of every sandbox in the run. */
  readonly settings: (profile: Profile, reader: ScenarioReader) => Pick<BaseSettings, 'profile' | 'variant'>
  /** Takes each request. */
  readonly take: (entry: JournalEntry) => void
  /** Takes note of each webhook that is sent. */
  readonly delivers: () => void
}

/** The file with the change of a run, in its folder. */
export const changeFile = 'change.json'

/** The file with the trace of a fake, in a folder of its own in that of the run. */
export const traceFile = 'trace.jsonl'

/** The name of the folder of a fake is this, and its number in the run. */
export const fakePrefix = 'fake-'

/** Most requests of one fake that a trace keeps. */
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
  let hasDelivered = false
  return {
    settings: (profile, reader) => ({
      profile: { ...profile, ...changed },
      variant: scenario === undefined ? undefined : reader.read(scenario, 'the variant', 'inline'),
    }),
    take: (entry) => {
      taken += 1
      if (taken > mostTraced) return
      const request = toRequest(entry)
      write(toTraceEntry({ ...request, assumptions: request.assumptions.filter(isOpen) }))
    },
    delivers: () => {
      if (!hasDelivered) write({ delivered: true })
      hasDelivered = true
    },
  }
}

const changeSchema = z.strictObject({
  choices: z.record(z.string(), z.union([z.string(), z.number()])),
  scenario: z.optional(z.custom<ScenarioBase>(isJsonObject)),
})

/** Has a fake that a swept command starts take part in the run. @param folder of the run. @throws InputError where it is no such folder */
export function joinRun(folder: string, options: FakeOptions): Swept {
  if (!existsSync(join(folder, changeFile))) {
    throw new InputError(`${quote(folder)} is not the folder of a run; only sweep sets this variable, so unset it`)
  }
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
