import { versionPath } from '../spec/version.ts'

/** A text that is cut at its stars: `\*` is a star itself. */
const cut = (pattern: string): readonly string[] =>
  pattern.split(/(?<!\\)\*/).map((part) => part.replaceAll('\\*', '*'))

/** Compares texts with a pattern, in which `*` stands for any text. It searches from left to right, in linear time. */
export function isLike(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = cut(pattern)
  const last = rest.pop()
  if (last === undefined) return (text) => text === first
  return (text) => {
    if (!text.startsWith(first) || !text.endsWith(last)) return false
    let from = first.length
    for (const part of rest) {
      const at = text.indexOf(part, from)
      if (at === -1) return false
      from = at + part.length
    }
    return from + last.length <= text.length
  }
}

/** A path relative to the base address where it lies below it (`/cloud/resources`). */
export function relativePath(path: string): string {
  return path.startsWith(`${versionPath}/`) ? path.slice(versionPath.length) : path
}

/** A path as a person writes it, in the form of a pattern relative to the base: without `/v1`, and with a star for `{id}` or `:id`. */
export function pathPattern(written: string): string {
  return relativePath(written).replaceAll(/\{\w+\}|(?<=\/):\w+/g, '*')
}

export function canBothMatch(one: string, other: string): boolean {
  const [a, b] = [cut(one), cut(other)]
  if (a.length === 1) return isLike(other)(a[0] ?? '')
  if (b.length === 1) return isLike(one)(b[0] ?? '')
  // The stars take everything between the two beginnings and the two ends.
  const [startA = '', startB = '', endA = '', endB = ''] = [a[0], b[0], a.at(-1), b.at(-1)]
  const startsAgree = startA.startsWith(startB) || startB.startsWith(startA)
  return startsAgree && (endA.endsWith(endB) || endB.endsWith(endA))
}
