import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { fakePrefix, type TraceEntry, traceFile, type TraceLine, traceLine } from '../app/swept.ts'

/** A request of a run. */
export interface TracedRequest extends TraceEntry {
  /** The fake that answered it, by a name that is the same in each run; empty for that of the sweep. */
  readonly fake: string
}

/** The requests of a run, to all its fakes. */
export interface Trace {
  readonly entries: readonly TracedRequest[]
  /** True if a webhook was sent. */
  readonly hasDelivered: boolean
}

/**
 * Puts the traces of all fakes of a run together. Fakes of the command may start in another order in each run: so they
 * are sorted and named by their requests. Those with the same requests keep the order of their start.
 * @param own of the fake of the sweep
 * @param others of each fake that the command started, in the order of their start
 */
export function toTrace(own: readonly TraceLine[], others: readonly (readonly TraceLine[])[]): Trace {
  const counts = new Map<string, number>()
  const named = others
    .map((lines) => ({ requests: requestsIn(lines), all: requestsIn(lines).map(nameOf).join('\n') }))
    .toSorted((a, b) => (a.all === b.all ? 0 : a.all < b.all ? -1 : 1))
    .flatMap(({ requests }) => {
      // A change shows in the answer to the first request, at the earliest.
      const first = requests.slice(0, 1).map(nameOf).join('')
      const count = (counts.get(first) ?? 0) + 1
      counts.set(first, count)
      return requests.map((entry) => ({ ...entry, fake: `${first} #${count}` }))
    })
  return {
    entries: [...requestsIn(own).map((entry) => ({ ...entry, fake: '' })), ...named],
    hasDelivered: [own, ...others].some((lines) => lines.some((line) => 'delivered' in line)),
  }
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
