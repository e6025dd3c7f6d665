/** A value that is made when it is first asked for, and kept. */
export function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** A function of a name that makes what it gives once for each name. */
export function remembered<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, { readonly value: T }>()
  return (name) => {
    const known = made.get(name) ?? { value: make(name) }
    made.set(name, known)
    return known.value
  }
}
