import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fakePrefix, traceFile, type TraceLine, traceLine } from '../app/swept.ts'
import type { TraceEntry } from '../app/trace-entry.ts'

/** The requests of a run, to all its fakes. */
export interface Trace {
  readonly entries: readonly TraceEntry[]
  /** True if a webhook was sent. */
  readonly hasDelivered: boolean
}

/** Puts the lines of a trace together. */
export function toTrace(lines: readonly TraceLine[]): Trace {
  const entries = lines.flatMap((line) => ('delivered' in line ? [] : [line]))
  return { entries, hasDelivered: entries.length < lines.length }
}

/** The lines that fakes of the command wrote into the folder of a run. */
export function linesIn(folder: string): readonly TraceLine[] {
  const fakes = readdirSync(folder).filter((name) => name.startsWith(fakePrefix))
  return fakes.toSorted().flatMap((name) => {
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
