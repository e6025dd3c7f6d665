export function recordOf<Name extends string, T>(
  names: readonly Name[],
  toValue: (name: Name) => T,
): Readonly<Record<Name, T>>
export function recordOf(names: readonly string[], toValue: (name: string) => unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, toValue(name)]))
}
