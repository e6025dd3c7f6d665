/**
 * Items in one line: the first ones, and how many more there are.
 * @param most the number of items to show (10)
 */
export function listed<T>(items: readonly T[], separator: string, toText: (item: T) => string, most = 10): string {
  const rest = items.length - most
  return items.slice(0, most).map(toText).join(separator) + (rest > 0 ? ` (and ${rest} more)` : '')
}
