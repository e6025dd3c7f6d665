/** Sorts items by a key, which is computed once for each. The sort is stable. */
export function sortBy<T>(items: readonly T[], keyOf: (item: T) => number | string): readonly T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }))
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ item }) => item)
}

export function compareKeys(a: number | string, b: number | string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
