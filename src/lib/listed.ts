/** Texts in one line: the first of them, and how many there are besides. @param most how many at the most (10) */
export function listed(texts: readonly string[], separator: string, most = 10): string {
  const rest = texts.length - most
  return texts.slice(0, most).join(separator) + (rest > 0 ? ` (and ${rest} more)` : '')
}
