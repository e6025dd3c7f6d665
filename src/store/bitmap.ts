import { TypedFastBitSet } from 'typedfastbitset/lib/TypedFastBitSet.js'

/** A set of positions in a table: one bit for each position. */
export type Bitmap = TypedFastBitSet

/** The positions of each value of a field, ascending. */
export type FieldIndex = ReadonlyMap<string, readonly number[]>

export const emptyBitmap = (): Bitmap => new TypedFastBitSet()

/** The set of all positions below a size. */
export function fullBitmap(size: number): Bitmap {
  const bitmap = emptyBitmap()
  bitmap.addRange(0, size)
  return bitmap
}

export function bitmapOf<R>(records: readonly R[], isIn: (record: R) => boolean): Bitmap {
  const bitmap = emptyBitmap()
  records.forEach((record, position) => {
    if (isIn(record)) bitmap.add(position)
  })
  return bitmap
}

export function unionOf(index: FieldIndex, values: readonly string[]): Bitmap {
  const union = emptyBitmap()
  for (const value of values) for (const position of index.get(value) ?? []) union.add(position)
  return union
}

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
