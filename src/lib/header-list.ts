/** Headers as pairs of a name and a value. */
export function toPairs(headers: readonly string[]): [string, string][] {
  return headers.flatMap((name, i) => (i % 2 === 0 ? [[name, headers[i + 1] ?? '']] : []))
}
