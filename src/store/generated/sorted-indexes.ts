/** The indexes of at most two million whole numbers of 32 bits, ascending by the numbers. Equal numbers keep their order. */
export function sortedIndexes(numbers: Uint32Array): Uint32Array {
  const { length } = numbers
  const keys = new Float64Array(length)
  for (let index = 0; index < length; index += 1) keys[index] = (numbers[index] ?? 0) * length + index
  keys.sort()
  const indexes = new Uint32Array(length)
  for (let place = 0; place < length; place += 1) indexes[place] = (keys[place] ?? 0) % length
  return indexes
}
