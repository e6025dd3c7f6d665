import leven from 'leven'

import { listed } from './listed.ts'

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '')

const maxNames = 3

const maxListed = 12

/**
 * Finds the known names that are nearest to a text, best first. Case, hyphens, underscores and spaces do not count.
 * A name is near if its edit distance is at most a third of its length (at least 2) and below both lengths, or if one contains the
 * other.
 */
export function nearest(written: string, known: Iterable<string>): string[] {
  const wanted = plain(written)
  const scored: { name: string; distance: number }[] = []
  for (const name of known) {
    const candidate = plain(name)
    const bound = Math.max(2, Math.floor(candidate.length / 3))
    const distance = leven(wanted, candidate, { maxDistance: bound + 1 })
    const contains = wanted.length > 2 && (candidate.includes(wanted) || wanted.includes(candidate))
    const isOther = distance >= Math.min(wanted.length, candidate.length)
    if ((distance <= bound && !isOther) || contains) scored.push({ name, distance })
  }
  scored.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
  return scored.slice(0, maxNames).map((entry) => entry.name)
}

/** The names nearest to the first text that has any, as a sentence with a leading space (` Did you mean a or b?`); otherwise empty. */
export function didYouMean(written: string | readonly string[], known: Iterable<string>): string {
  const names = [written]
    .flat()
    .map((text) => nearest(text, known))
    .find(({ length }) => length > 0)
  return names === undefined ? '' : ` Did you mean ${names.join(' or ')}?`
}

/** Ends a message about unknown names: the nearest names and all known ones; only the nearest if more than twelve are known. */
export function orKnown(written: readonly string[], known: readonly string[]): string {
  const others = known.filter((name) => !written.includes(name))
  const hint = didYouMean(written, others)
  // Without fields for editors, such as $schema.
  const shown = others.filter((name) => !name.startsWith('$'))
  if (shown.length === 0) return ''
  if (hint !== '' && shown.length > maxListed) return `.${hint}`
  return `.${hint} Known: ${listed(shown, ', ', String, maxListed)}`
}
