import { remembered } from './lazily.ts'

/** A path that ends in a template. */
export interface PathMatch {
  /** The part of the path before the template; empty where the whole path matches. */
  readonly before: string
  /** The parameters by name, percent-encoded as in the path. */
  readonly parameters: Readonly<Record<string, string>>
}

/** Matches the end of a path with a template such as `/jobs/{id}/cancel`. A parameter stands for one segment that is not empty. */
export function matchPath(template: string, path: string): PathMatch | undefined {
  const found = patternOf(template).exec(path)
  return found === null ? undefined : { before: found[1] ?? '', parameters: { ...found.groups } }
}

const patternOf = remembered((template: string) => {
  const pattern = template.replaceAll(/\{(\w+)\}|[^\w/]/g, (text, name: string | undefined) =>
    name === undefined ? `\\${text}` : `(?<${name}>[^/]+)`,
  )
  return new RegExp(`^(.*)${pattern}$`, 's')
}, 256)

/** A method, and a path as a template. */
interface Route {
  readonly method: string
  readonly path: string
}

/** The methods of the routes that have a path. */
export function methodsAt(path: string, routes: readonly Route[]): readonly string[] {
  const found = routes.filter((route) => matchPath(route.path, path)?.before === '')
  return [...new Set(found.map(({ method }) => method))]
}

/** Writes each route as `GET /path`, for suggestions. @param prefix precedes each path */
export function describeRoutes(routes: readonly Route[], prefix: string): readonly string[] {
  return routes.map(({ method, path }) => `${method} ${prefix}${path}`)
}
