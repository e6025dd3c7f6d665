/** Lists the first items in one line, and says how many more there are. */
export function listed<T>(items: readonly T[], separator: string, toText: (item: T) => string, max = 10): string {
  const rest = items.length - max
  return items.slice(0, max).map(toText).join(separator) + (rest > 0 ? ` (and ${rest} more)` : '')
}
