/** Lists the first items in one line, and says how many more there are. */
export function listed<T>(items: readonly T[], separator: string, toText: (item: T) => string, most = 10): string {
  const rest = items.length - most
  return items.slice(0, most).map(toText).join(separator) + (rest > 0 ? ` (and ${rest} more)` : '')
}
