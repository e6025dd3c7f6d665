export function headerPairs(sent: readonly string[]): [name: string, value: string][] {
  return sent.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, sent[at + 1] ?? '']] : []))
}

/** The values of all headers with a name, in any case. @param sent alternating names and values */
export function headerValues(sent: readonly string[], name: string): readonly string[] {
  const wanted = name.toLowerCase()
  const isWanted = (other = ''): boolean => other.length === wanted.length && other.toLowerCase() === wanted
  return sent.filter((_, at) => at % 2 === 1 && isWanted(sent[at - 1]))
}

/** The value of a response header, its name in any case; undefined if there is none. */
export function headerIn(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  const wanted = name.toLowerCase()
  // Comparing lengths first is faster.
  const sent = Object.keys(headers).find((other) => other.length === name.length && other.toLowerCase() === wanted)
  return sent === undefined ? undefined : headers[sent]
}
