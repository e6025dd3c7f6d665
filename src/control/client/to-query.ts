/** Values as the query of a path, with its question mark, in the order of their names; what is undefined is left out. */
export function toQuery(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const sorted = given.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.length === 0 ? '' : `?${new URLSearchParams(sorted).toString()}`
}
