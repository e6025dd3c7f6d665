export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Caches a value for each key. @param max the size of the cache; one more value empties it (no limit) */
export function memoize<K, T>(make: (key: K) => T, max = Number.POSITIVE_INFINITY): (key: K) => T {
  const made = new Map<K, { readonly value: T }>()
  return (key) => {
    let known = made.get(key)
    if (known === undefined) {
      known = { value: make(key) }
      if (made.size >= max) made.clear()
      made.set(key, known)
    }
    return known.value
  }
}

/** Caches a value for each object, as long as the object lives. @param isCached false for a value that takes too much memory (true) */
export function memoizeByObject<K extends object, T extends object | string>(
  make: (key: K) => T,
  isCached: (value: T) => boolean = () => true,
): (key: K) => T {
  const made = new WeakMap<K, T>()
  return (key) => {
    let known = made.get(key)
    if (known === undefined) {
      known = make(key)
      if (isCached(known)) made.set(key, known)
    }
    return known
  }
}
