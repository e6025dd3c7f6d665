import { TypedFastBitSet } from 'typedfastbitset/lib/TypedFastBitSet.js'

/** A set of positions in a table: one bit for each position. */
export type Bitmap = TypedFastBitSet

/** The positions of each value of a field, ascending. */
export type FieldIndex = ReadonlyMap<string, readonly number[]>

/** An empty set of positions below a size. */
export function emptyBitmap(size: number): Bitmap {
  return TypedFastBitSet.fromWords(new Uint32Array(Math.ceil(size / 32)))
}

/** The set of all positions below a size. */
export function fullBitmap(size: number): Bitmap {
  const bitmap = emptyBitmap(size)
  bitmap.words.fill(0xffffffff)
  if (size % 32 !== 0) bitmap.words[bitmap.words.length - 1] = 2 ** (size % 32) - 1
  return bitmap
}

/** The positions that have one of some values. */
export function unionOf(size: number, index: FieldIndex, values: readonly string[]): Bitmap {
  const union = emptyBitmap(size)
  for (const value of values) for (const position of index.get(value) ?? []) union.add(position)
  return union
}

/** Indexes a field of some records. */
export function indexField<R>(records: readonly R[], valuesOf: (record: R) => readonly string[]): FieldIndex {
  const index = new Map<string, number[]>()
  records.forEach((record, position) => {
    for (const value of valuesOf(record)) {
      const positions = index.get(value)
      if (positions === undefined) index.set(value, [position])
      else if (positions.at(-1) !== position) positions.push(position)
    }
  })
  return index
}

/** Some positions of a set, ascending. @param start positions to pass over; `end` is not included */
export function sliceBitmap({ words }: Bitmap, start: number, end: number): readonly number[] {
  const positions: number[] = []
  let passed = 0
  for (let i = 0; i < words.length && passed < end; i += 1) {
    let word = words[i] ?? 0
    const count = countBits(word)
    if (passed + count <= start) passed += count
    else {
      for (; word !== 0 && passed < end; word &= word - 1) {
        if (passed >= start) positions.push(i * 32 + 31 - Math.clz32(word & -word))
        passed += 1
      }
    }
  }
  return positions
}

/** The number of positions of a set before one. */
export function countBefore({ words }: Bitmap, position: number): number {
  const last = position >>> 5
  let count = countBits((words[last] ?? 0) & ((1 << (position & 31)) - 1))
  for (let i = 0; i < last; i += 1) count += countBits(words[i] ?? 0)
  return count
}

function countBits(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
