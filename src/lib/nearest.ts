import leven from 'leven'

import { listed } from './listed.ts'

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_ ]/g, '')

const mostNames = 3

const mostListed = 12

/**
 * Finds the known names that are nearest to a text, best first. Case, hyphens, underscores and spaces do not count.
 * A name is near within edits of a third of its length (at least 2) that leave something of both, or if one contains the other.
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
  return scored.slice(0, mostNames).map((entry) => entry.name)
}

/** The names nearest to the first text that has some, as a sentence with a leading space (` Did you mean a or b?`); else empty. */
export function didYouMean(written: string | readonly string[], known: Iterable<string>): string {
  const names = [written]
    .flat()
    .map((text) => nearest(text, known))
    .find(({ length }) => length > 0)
  return names === undefined ? '' : ` Did you mean ${names.join(' or ')}?`
}

/** The end of a refusal of unknown names: the nearest known ones, and all that are known; of more than twelve, those that are near. */
export function orKnown(written: readonly string[], known: readonly string[]): string {
  const others = known.filter((name) => !written.includes(name))
  const hint = didYouMean(written, others)
  // Not what an editor reads, such as $schema.
  const shown = others.filter((name) => !name.startsWith('$'))
  if (shown.length === 0) return ''
  if (hint !== '' && shown.length > mostListed) return `.${hint}`
  return `.${hint} Known: ${listed(shown, ', ', String, mostListed)}`
}
