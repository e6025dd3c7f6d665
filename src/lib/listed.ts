const shownItems = 10

/** Texts in one line: the first ten, and how many there are besides. */
export function listed(texts: readonly string[], separator: string): string {
  const rest = texts.length - shownItems
  return texts.slice(0, shownItems).join(separator) + (rest > 0 ? ` (and ${rest} more)` : '')
}
