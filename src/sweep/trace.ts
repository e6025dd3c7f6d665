import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { type TraceEntry, type TraceLine, traceEnding } from '../app/swept.ts'
import { rememberedFor } from '../lib/lazily.ts'
import { sortBy } from '../store/dataset-index.ts'
import { type ChangedRequest, differenceOf, type ShownAnswer } from './difference.ts'

/** The requests and webhooks of a run, of all its fakes. */
export type Trace = Readonly<ReturnType<typeof toTrace>>

/**
 * Puts the traces of all fakes of a run together: that of the sweep, and those of the fakes that the command started. These may
 * start in another order in each run, so they are sorted by their requests.
 */
export function toTrace(own: readonly TraceLine[], others: readonly (readonly TraceLine[])[]) {
  const lines = [own, ...sortBy(others, (some) => requestsIn(some).map(nameOf).join('\n'))].flat()
  return { entries: requestsIn(lines), deliveries: lines.filter((line) => 'delivered' in line) }
}

const requestsIn = (lines: readonly TraceLine[]): readonly TraceEntry[] => lines.filter((line) => 'digest' in line)

const nameOf = ({ method, path }: TraceEntry): string => `${method} ${path}`

/** The traces that fakes of the command wrote into the folder of a run, in the order of their start. */
export const linesIn = (folder: string): readonly (readonly TraceLine[])[] =>
  filesIn(folder).map((file) => {
    // The last line may be cut off where the fake was killed.
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
    return lines.map((line): TraceLine => JSON.parse(line))
  })

/** The bytes of all these traces so far. */
export const bytesIn = (folder: string): number => filesIn(folder).reduce((sum, file) => sum + statSync(file).size, 0)

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(traceEnding))
    .toSorted()
    .map((name) => join(folder, name))

export const operationsIn = ({ entries }: Trace): ReadonlySet<string> =>
  new Set(entries.flatMap(({ operation }) => operation ?? []))

export const rowsIn = ({ entries }: Trace): ReadonlySet<string> => new Set(entries.flatMap(({ used }) => used))

/** An answer of a run, and the one of the baseline. */
type Compared = ReturnType<typeof compare>[number]

/** Compares each answer of a run with the one to the same request of the baseline. */
export function compare({ entries }: Trace, baseline: Trace) {
  const known = byName(baseline)
  return withNames(entries).map(({ entry, names: [inSandbox, inAll] }) => {
    const expected = known.get(inSandbox) ?? known.get(inAll)
    return { entry, expected, change: changeOf(entry, expected) }
  })
}

const byName = rememberedFor(
  ({ entries }: Trace) => new Map(withNames(entries).flatMap(({ entry, names }) => names.map((name) => [name, entry]))),
)

/** Requests with their count in their sandbox, and in all: two of one name are the same request. */
function withNames(entries: readonly TraceEntry[]) {
  const counts = new Map<string, number>()
  const counted = (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `${name} #${count}`
  }
  return entries.map((entry) => {
    const name = nameOf(entry)
    return { entry, names: [counted(`${name} in ${entry.sandbox}`), counted(name)] as const }
  })
}

/** 0 for none, 1 for another body or another request, 2 for another status, 3 for another code, or another way to fail. */
function changeOf({ status, code, fault, digest }: TraceEntry, expected: TraceEntry | undefined): 0 | 1 | 2 | 3 {
  if (expected === undefined) return 1
  if (code !== expected.code || (fault !== expected.fault && fault !== 'slow_body')) return 3
  if (status !== expected.status) return 2
  return digest === expected.digest ? 0 : 1
}

/** The first request that changed most; null where there is none. */
export function mostChanged(answers: readonly Compared[]): ChangedRequest | null {
  const [first] = answers.toSorted((a, b) => b.change - a.change)
  if (first === undefined) return null
  const { entry, expected } = first
  const { operation, method, path } = entry
  return {
    operation,
    method,
    path,
    expected: expected === undefined ? null : shown(expected),
    actual: shown(entry),
    difference: expected === undefined ? null : differenceOf(expected, entry),
  }
}

const shown = ({ status, code, fault }: TraceEntry): ShownAnswer => ({ status, code, fault })
