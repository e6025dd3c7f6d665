import { memoize } from './lazily.ts'

/** The names of the parameters of a path (`/jobs/{id}/cancel`: `id`). */
export type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never

const parameter = /\{(\w+)\}/g

export function parameterNames(path: string): readonly string[] {
  return [...path.matchAll(parameter)].map(([, name = '']) => name)
}

/** Encodes a text as a part of a URL. A lone surrogate becomes a replacement character. */
export const encodePart = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'))

/** True for a text that can be sent as one segment of a path, and decoded again. */
export const isSegment = (text: string): boolean => !/^\.{0,2}$|\p{Surrogate}/u.test(text)

export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replaceAll(parameter, (_, name: string) => encodePart(values[name] ?? ''))
}

/** A path as Hono declares it (`/jobs/:id/cancel`). */
export function toRoutePath(path: string): string {
  return path.replaceAll(parameter, ':$1')
}

/**
 * Matches the end of a path with a template such as `/jobs/{id}/cancel`. A parameter matches one non-empty segment.
 * @returns the parameters, and the part of the path before the template; it is empty if the whole path matches
 */
export function matchPath(template: string, path: string) {
  const found = patternOf(template).exec(path)
  return found === null ? undefined : { before: found[1] ?? '', parameters: { ...found.groups } }
}

const patternOf = memoize((template: string) => {
  const pattern = template.replaceAll(/\{(\w+)\}|[^\w/]/g, (text, name: string | undefined) =>
    name === undefined ? `\\${text}` : `(?<${name}>[^/]+)`,
  )
  return new RegExp(`^(.*)${pattern}$`, 's')
}, 256)

interface Route {
  readonly method: string
  readonly path: string
}

export function methodsAt(path: string, routes: readonly Route[]): readonly string[] {
  const found = routes.filter((route) => matchPath(route.path, path)?.before === '')
  return [...new Set(found.map(({ method }) => method))]
}

export function describeRoutes(routes: readonly Route[], prefix: string): readonly string[] {
  return routes.map(({ method, path }) => `${method} ${prefix}${path}`)
}
