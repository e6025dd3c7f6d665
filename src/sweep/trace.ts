import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import {
  fakePrefix,
  type TraceDelivery,
  type TraceEntry,
  traceFile,
  type TraceLine,
  readTraceLine,
} from '../app/swept.ts'
import { sortBy } from '../store/dataset-index.ts'
import { type ChangedRequest, differenceOf, type ShownAnswer } from './difference.ts'

/** The requests of a run, to all its fakes. */
export interface Trace {
  readonly entries: readonly TraceEntry[]
  readonly deliveries: readonly TraceDelivery[]
}

/**
 * Puts the traces of all fakes of a run together: that of the sweep, and those of the fakes that the command started. These may
 * start in another order in each run, so they are sorted by their requests.
 */
export function toTrace(own: readonly TraceLine[], others: readonly (readonly TraceLine[])[]): Trace {
  const lines = [own, ...sortBy(others, (some) => requestsIn(some).map(nameOf).join('\n'))].flat()
  return { entries: requestsIn(lines), deliveries: lines.filter((line) => 'delivered' in line) }
}

const requestsIn = (lines: readonly TraceLine[]): readonly TraceEntry[] =>
  lines.flatMap((line) => ('delivered' in line ? [] : [line]))

const nameOf = ({ method, path }: TraceEntry): string => `${method} ${path}`

/** The traces that fakes of the command wrote into the folder of a run, in the order of their start. */
export function linesIn(folder: string): readonly (readonly TraceLine[])[] {
  const fakes = fakesIn(folder)
  const numberOf = (name: string): number => Number(name.slice(fakePrefix.length))
  return fakes
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .map((name) => {
      try {
        // The last line may be cut off where the fake was killed.
        const lines = readFileSync(join(folder, name, traceFile), 'utf8')
          .split('\n')
          .slice(0, -1)
        return lines.map(readTraceLine)
      } catch {
        // A fake that got no request wrote nothing.
        return []
      }
    })
}

const fakesIn = (folder: string): readonly string[] => readdirSync(folder).filter((name) => name.startsWith(fakePrefix))

/** The bytes of all these traces so far. */
export function bytesIn(folder: string): number {
  const files = fakesIn(folder).map((name) => statSync(join(folder, name, traceFile), { throwIfNoEntry: false }))
  return files.reduce((sum, file) => sum + (file?.size ?? 0), 0)
}

export function operationsIn({ entries }: Trace): ReadonlySet<string> {
  return new Set(entries.flatMap(({ operation }) => operation ?? []))
}

export function rowsIn({ entries }: Trace): ReadonlySet<string> {
  return new Set(entries.flatMap(({ used }) => used))
}

/** An answer of a run, and the one of the baseline. */
export interface Compared {
  readonly entry: TraceEntry
  readonly expected: TraceEntry | undefined
  /** 0 for none, 1 for another body or another request, 2 for another status, 3 for another code, or another way to fail. */
  readonly change: 0 | 1 | 2 | 3
}

export function compare({ entries }: Trace, baseline: Trace): readonly Compared[] {
  const expectedOf = matchWith(baseline)
  return entries.map((entry) => {
    const expected = expectedOf(entry)
    return { entry, expected, change: changeOf(entry, expected) }
  })
}

function changeOf({ status, code, fault, digest }: TraceEntry, expected: TraceEntry | undefined): Compared['change'] {
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

/** Finds the entry of a trace that is the same request: by its count in its sandbox if that is known, else by its count in all. */
function matchWith({ entries }: Trace): (entry: TraceEntry) => TraceEntry | undefined {
  const known = new Map<string, TraceEntry>()
  const inBaseline = counter()
  for (const entry of entries) {
    for (const name of keysOf(entry)) known.set(inBaseline(name), entry)
  }
  const inVariant = counter()
  return (entry) => {
    const [inSandbox, inAll] = keysOf(entry).map((name) => known.get(inVariant(name)))
    return inSandbox ?? inAll
  }
}

const keysOf = ({ sandbox, method, path }: TraceEntry): readonly string[] => [
  `${method} ${path} in ${sandbox}`,
  `${method} ${path}`,
]

function counter(): (name: string) => string {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `${name} #${count}`
  }
}

const shown = ({ status, code, fault }: TraceEntry): ShownAnswer => ({ status, code, fault })
