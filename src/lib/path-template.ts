/** The names of the parameters of a path (`/jobs/{id}/cancel`: `id`). */
export type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

const parameter = /\{(\w+)\}/g

/** The names of the parameters of a path, in order. */
export function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(parameter)].map(([, name = '']) => name)
}

/** A path with values in the place of its parameters, percent-encoded. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(parameter, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

/** A path as Hono declares it (`/jobs/:id/cancel`). */
export function toRoutePath(path: string): string {
  return path.replaceAll(parameter, ':$1')
}
