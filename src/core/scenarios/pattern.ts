import { versionPath } from '../spec/version.ts'

/** Splits a pattern at its stars; `\*` is a literal star. */
const splitAtStars = (pattern: string): readonly string[] =>
  pattern.split(/(?<!\\)\*/).map((part) => part.replaceAll('\\*', '*'))

/** Returns a test for a pattern, in which `*` stands for any text. It takes linear time. */
export function isLike(pattern: string): (text: string) => boolean {
  const [first = '', ...rest] = splitAtStars(pattern)
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

/** A path relative to the base address if it is below it (`/cloud/resources`). */
export function relativePath(path: string): string {
  return path.startsWith(`${versionPath}/`) ? path.slice(versionPath.length) : path
}

/** Converts a path to a pattern relative to the base: without `/v1`, and with a star for `{id}` or `:id`. */
export function pathPattern(written: string): string {
  return relativePath(written).replaceAll(/\{\w+\}|(?<=\/):\w+/g, '*')
}

export function canBothMatch(one: string, other: string): boolean {
  const [a, b] = [splitAtStars(one), splitAtStars(other)]
  if (a.length === 1) return isLike(other)(a[0] ?? '')
  if (b.length === 1) return isLike(one)(b[0] ?? '')
  // The stars match everything between the beginnings and the ends.
  const [startA = '', startB = '', endA = '', endB = ''] = [a[0], b[0], a.at(-1), b.at(-1)]
  const startsAgree = startA.startsWith(startB) || startB.startsWith(startA)
  return startsAgree && (endA.endsWith(endB) || endB.endsWith(endA))
}
