export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Makes a value once for each key. @param most values that are kept; one more discards all of them (no limit) */
export function remembered<K, T>(make: (key: K) => T, most = Number.POSITIVE_INFINITY): (key: K) => T {
  const made = new Map<K, { readonly value: T }>()
  return (key) => {
    let known = made.get(key)
    if (known === undefined) {
      known = { value: make(key) }
      if (made.size >= most) made.clear()
      made.set(key, known)
    }
    return known.value
  }
}
