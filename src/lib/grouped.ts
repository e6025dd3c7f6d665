/** Values by what they have in common, in the order of the first of each group. */
export function grouped<T, K>(values: readonly T[], keyOf: (value: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return groups
}
