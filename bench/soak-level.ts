import { median } from './figures.ts'
import { show, showMb, toTable } from './table.ts'

/** A tenth of a soak. */
export interface Tenth {
  /** Requests from the start to its end. */
  readonly requests: number
  readonly perSecond: number
  /** Resident memory at some moments in it, in bytes. */
  readonly resident: readonly number[]
  /** Heap in use after a collection, with buffers outside the heap, at the same moments. */
  readonly heap: readonly number[]
}

/** The tolerance above the level after the first tenth: a part of it, and some bytes. */
const tolerance = { share: 0.1, bytes: 8_000_000 } as const

/** The levels of a soak at its end and after its first tenth, in bytes. */
interface Level {
  readonly name: string
  readonly first: number
  readonly last: number
}

/** Resident memory varies with each collection: the maximum of the first tenth and the median of the last count. */
function levelsOf(tenths: readonly Tenth[]): readonly Level[] {
  const [first, last] = [tenths[0], tenths.at(-1)]
  if (first === undefined || last === undefined) return []
  return [
    {
      name: 'heap and buffers after a collection',
      first: median(first.heap) ?? 0,
      last: median(last.heap) ?? 0,
    },
    { name: 'resident', first: Math.max(0, ...first.resident), last: median(last.resident) ?? 0 },
  ]
}

const isGrown = ({ first, last }: Level): boolean => last > first * (1 + tolerance.share) + tolerance.bytes

/** True if memory grew by more than the tolerance since the first tenth. */
export function hasGrown(tenths: readonly Tenth[]): boolean {
  return levelsOf(tenths).some(isGrown)
}

/** The memory after each tenth, as a table. */
export function toSoakTable(tenths: readonly Tenth[]): string {
  const head = ['requests', 'a second', 'heap and buffers after a collection, MB', 'resident, median MB', 'highest MB']
  const rows = tenths.map(({ requests, perSecond, resident, heap }) => [
    String(requests),
    show(perSecond),
    showMb(median(heap), 1),
    showMb(median(resident)),
    showMb(Math.max(0, ...resident)),
  ])
  return toTable(head, rows)
}

/** The levels of memory, and whether each has grown. */
export function toleranceText(tenths: readonly Tenth[]): string {
  const lines = levelsOf(tenths).map((level) => {
    const { name, first, last } = level
    return `- ${name}: ${showMb(first, 1)} MB after the first tenth, ${showMb(last, 1)} MB at the end: ${isGrown(level) ? 'grown' : 'level'}.`
  })
  const allowed = `Growth is more than ${tolerance.share * 100} % and ${tolerance.bytes / 1e6} MB above the first tenth.`
  return [...lines, '', allowed].join('\n')
}
