/**
 * Items in one line: the first of them, and how many there are besides.
 * @param toText writes an item; asked of those that are shown alone
 * @param most how many at the most (10)
 */
export function listed<T>(items: readonly T[], separator: string, toText: (item: T) => string, most = 10): string {
  const rest = items.length - most
  return items.slice(0, most).map(toText).join(separator) + (rest > 0 ? ` (and ${rest} more)` : '')
}
