import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fakePrefix, traceFile, type TraceLine, traceLine } from '../app/swept.ts'
import type { TraceEntry } from '../app/trace-entry.ts'
import { sortBy } from '../store/dataset-index.ts'

/** The requests of a run, to all its fakes. */
export interface Trace {
  readonly entries: readonly TraceEntry[]
  /** True if a webhook was sent. */
  readonly hasDelivered: boolean
}

/**
 * Puts the traces of all fakes of a run together: that of the sweep, and those of the fakes that the command started. These may
 * start in another order in each run, so they are sorted by their requests.
 */
export function toTrace(own: readonly TraceLine[], others: readonly (readonly TraceLine[])[]): Trace {
  const lines = [own, ...sortBy(others, (some) => requestsIn(some).map(nameOf).join('\n'))].flat()
  return { entries: requestsIn(lines), hasDelivered: lines.some((line) => 'delivered' in line) }
}

const requestsIn = (lines: readonly TraceLine[]): readonly TraceEntry[] =>
  lines.flatMap((line) => ('delivered' in line ? [] : [line]))

const nameOf = ({ method, path }: TraceEntry): string => `${method} ${path}`

/** The traces that fakes of the command wrote into the folder of a run, in the order of their start. */
export function linesIn(folder: string): readonly (readonly TraceLine[])[] {
  const fakes = readdirSync(folder).filter((name) => name.startsWith(fakePrefix))
  const numberOf = (name: string): number => Number(name.slice(fakePrefix.length))
  return fakes
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .map((name) => {
      try {
        // The last line may be cut off where the fake was killed.
        const lines = readFileSync(join(folder, name, traceFile), 'utf8')
          .split('\n')
          .slice(0, -1)
        return lines.map((line) => traceLine.parse(JSON.parse(line)))
      } catch {
        // A fake that got no request wrote nothing.
        return []
      }
    })
}

/** The operations of a trace. */
export function operationsIn({ entries }: Trace): ReadonlySet<string> {
  return new Set(entries.flatMap(({ operation }) => operation ?? []))
}

/** The rows that the answers of a trace depended on. */
export function rowsIn({ entries }: Trace): ReadonlySet<string> {
  return new Set(entries.flatMap(({ used }) => used))
}
