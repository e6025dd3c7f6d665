import type { KeyInfo } from '../../../control/endpoints/keys.ts'
import type { Summary } from '../../../control/endpoints/state.ts'
import { read } from '../../state/ask.ts'
import { toInstant } from '../../state/time.ts'

/** A value that two sandboxes do not share; undefined where one has none. */
export interface Difference {
  /** The part of the sandbox (`clock`). */
  readonly part: string
  /** The place in it (`rate`). */
  readonly place: string
  readonly left: string | undefined
  readonly right: string | undefined
}

type Leaves = ReadonlyMap<string, string>

/** Parts of a snapshot that the control plane shows in better words, or that say nothing to a person. */
const hidden: ReadonlySet<string> = new Set(['clock', 'scenarios', 'keys', 'storage'])

/** Loads all that a sandbox holds, by part. */
async function load(sandbox: string): Promise<Readonly<Record<string, unknown>>> {
  const [summary, keys, snapshot] = await Promise.all([
    read<Summary>('', { sandbox }),
    read<{ items: readonly KeyInfo[] }>('/keys', { sandbox }),
    read<{ parts: Readonly<Record<string, unknown>> }>('/snapshot', { sandbox }),
  ])
  const rest = Object.entries(snapshot.parts).filter(([part]) => !hidden.has(part))
  const { clock, scenarios, assumptions, quotas, counts } = summary
  return {
    clock,
    scenarios: Object.fromEntries(scenarios.map((name) => [name, 'on'])),
    assumptions,
    keys: keys.items,
    quotas,
    'number of records': counts,
    ...Object.fromEntries(rest),
  }
}

/** The name of an item of a list: its id where it has one, so that two lists are compared item by item. */
function nameOf(item: unknown, index: number): string {
  if (typeof item !== 'object' || item === null) return String(index)
  const { id, name, record }: { id?: unknown; name?: unknown; record?: unknown } = item
  if (typeof record === 'object') return nameOf(record, index)
  return typeof id === 'string' ? id : typeof name === 'string' ? name : String(index)
}

function textOf(value: unknown): string {
  // Snapshots have instants as Unix milliseconds.
  if (typeof value === 'number' && value > 1e12 && value < 4e12) return toInstant(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The values of a document by their places. */
function leavesOf(value: unknown, place = ''): Leaves {
  if (typeof value !== 'object' || value === null) return new Map([[place, textOf(value)]])
  const members = Array.isArray(value)
    ? value.map((item: unknown, index): [string, unknown] => [nameOf(item, index), item])
    : Object.entries(value)
  if (members.length === 0) return new Map()
  return new Map(members.flatMap(([name, member]) => [...leavesOf(member, place === '' ? name : `${place} › ${name}`)]))
}

/** Compares two sandboxes. */
export async function differencesOf(left: string, right: string): Promise<readonly Difference[]> {
  const [first, second] = await Promise.all([load(left), load(right)])
  const parts = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return parts.flatMap((part) => {
    const [ofLeft, ofRight] = [leavesOf(first[part] ?? {}), leavesOf(second[part] ?? {})]
    const places = [...new Set([...ofLeft.keys(), ...ofRight.keys()])]
    return places
      .filter((place) => ofLeft.get(place) !== ofRight.get(place))
      .map((place) => ({ part, place, left: ofLeft.get(place), right: ofRight.get(place) }))
  })
}
