import leven from 'leven'

/** Most names in one answer. */
const mostNames = 3

/**
 * Finds the known names that are nearest to a text, best first.
 * A name is near within edits of a third of its length (at least 2), or if one contains the other.
 */
export function nearest(written: string, known: Iterable<string>): string[] {
  const wanted = written.toLowerCase()
  const scored: { name: string; distance: number }[] = []
  for (const name of known) {
    const candidate = name.toLowerCase()
    const bound = Math.max(2, Math.floor(candidate.length / 3))
    const distance = leven(wanted, candidate, { maxDistance: bound + 1 })
    const contains = wanted.length > 2 && (candidate.includes(wanted) || wanted.includes(candidate))
    if (distance <= bound || contains) scored.push({ name, distance })
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return scored.slice(0, mostNames).map((entry) => entry.name)
}

/** The nearest names as a sentence with a leading space (` Did you mean a or b?`); empty if none is near. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const names = nearest(written, known)
  return names.length === 0 ? '' : ` Did you mean ${names.join(' or ')}?`
}
