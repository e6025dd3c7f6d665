import type { KeyInfo, QuotaInfo } from '../../../control/endpoints/keys.ts'
import type { Summary } from '../../../control/endpoints/state.ts'
import { read, readList } from '../../state/ask.ts'
import { readAssumptions } from '../../state/assumptions.ts'
import { toInstant } from '../../state/time.ts'
import { isObject, type JsonObject } from '../../ui/json-object.ts'

/** A value that two sandboxes do not share; undefined where one has none. */
export interface Difference {
  /** The part of the sandbox (`clock`). */
  readonly part: string
  /** The place in it (`rate`). */
  readonly place: string
  readonly left: string | undefined
  readonly right: string | undefined
}

/** The changes to the records of an area, as a snapshot has them. */
interface RecordChanges {
  readonly records: readonly { readonly record: { readonly id: string } }[]
  readonly removed: readonly string[]
}

/** A snapshot, as far as the page reads it. */
interface Snapshot {
  readonly parts: JsonObject & { readonly scenarios: { readonly inline: unknown; readonly lifecycles: unknown } }
}

/** Parts of a snapshot that the control plane shows in better words, or that say nothing to a person. */
const hidden: ReadonlySet<string> = new Set(['clock', 'scenarios', 'keys', 'storage'])

/** Loads all that a sandbox holds, by part. */
async function load(sandbox: string): Promise<JsonObject> {
  const [summary, assumptions, keys, snapshot] = await Promise.all([
    read<Summary>('', { sandbox }),
    readAssumptions(sandbox),
    readList<KeyInfo>('/keys', { sandbox }),
    read<Snapshot>('/snapshot', { sandbox }),
  ])
  const { clock, scenarios, quotas, counts } = summary
  const { inline, lifecycles } = snapshot.parts.scenarios
  const rest = Object.entries(snapshot.parts).filter(([part]) => !hidden.has(part))
  return {
    clock,
    'scenarios on': Object.fromEntries(scenarios.map((name) => [name, 'on'])),
    'own scenarios': inline,
    assumptions: Object.fromEntries(assumptions.map(({ id, choice }) => [id, choice])),
    keys,
    quotas: quotas.map(withoutIdleReset),
    'states of records': lifecycles,
    'number of records': counts,
    ...Object.fromEntries(
      rest.map(([part, value]) => [part, withoutCounters(isRecords(value) ? recordsOf(value) : value)]),
    ),
  }
}

const isRecords = (value: unknown): value is RecordChanges =>
  typeof value === 'object' && value !== null && 'records' in value && 'removed' in value

/** The records of an area that differ from the dataset, by their ids. */
const recordsOf = ({ records, removed }: RecordChanges): JsonObject => ({
  ...Object.fromEntries(records.map(({ record }) => [record.id, record])),
  ...Object.fromEntries(removed.map((id) => [id, 'removed'])),
})

/** Leaves out the end of a window that no request has begun: it only follows the clock. */
function withoutIdleReset(quota: QuotaInfo): Partial<QuotaInfo> {
  const { reset, ...rest } = quota
  return quota.remaining === quota.limit ? rest : { ...rest, reset }
}

/** Leaves out of a part the numbers, which count what it made, and the turns of its deliveries. */
const withoutCounters = (part: unknown): unknown =>
  isObject(part)
    ? Object.fromEntries(Object.entries(part).filter(([name, value]) => typeof value !== 'number' && name !== 'turns'))
    : part

/** The members of a value; an item of a list has its id or name, so that two lists are compared item by item. */
function membersOf(value: unknown): JsonObject {
  if (!Array.isArray(value)) return isObject(value) ? value : {}
  return Object.fromEntries(
    value.map((item: unknown, index): [string, unknown] => [nameOf(item) ?? String(index), item]),
  )
}

function nameOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const { id, name } = item
  return typeof id === 'string' ? id : typeof name === 'string' ? name : undefined
}

function textOf(value: unknown): string | undefined {
  // Snapshots have instants as Unix milliseconds.
  if (typeof value === 'number' && value > 1e12 && value < 4e12) return toInstant(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The differences of two values. A value that only one side has is one difference; of a list, each item is. */
function compare(part: string, place: string, left: unknown, right: unknown): readonly Difference[] {
  if ((isObject(left) && isObject(right)) || Array.isArray(left ?? right)) {
    const [first, second] = [membersOf(left), membersOf(right)]
    const names = [...new Set([...Object.keys(first), ...Object.keys(second)])]
    return names.flatMap((name) => compare(part, place === '' ? name : `${place} › ${name}`, first[name], second[name]))
  }
  const texts = { left: textOf(left), right: textOf(right) }
  return texts.left === texts.right ? [] : [{ part, place, ...texts }]
}

/** Compares two sandboxes. */
export async function differencesOf(left: string, right: string): Promise<readonly Difference[]> {
  const [first, second] = await Promise.all([load(left), load(right)])
  const parts = [...new Set([...Object.keys(first), ...Object.keys(second)])]
  return parts.flatMap((part) => compare(part, '', first[part] ?? {}, second[part] ?? {}))
}
