import type { App } from './routes.ts'

type Router = App['router']

/** The prefix of the paths of the sandbox in the path, as Hono declares it. */
export const sandboxPrefix = '/:sandbox{@[^/]+}'

/**
 * Routes a path below the prefix of a sandbox as the path without it: every route of a fake is below both prefixes. So Hono can
 * take its fast router, which knows no parameter beside the first segments of other routes.
 */
export class PrefixRouter implements Router {
  readonly name = 'PrefixRouter'
  readonly #inner: Router

  constructor(inner: Router) {
    this.#inner = inner
  }

  add(...route: Parameters<Router['add']>): void {
    const [, path] = route
    if (!path.startsWith(sandboxPrefix)) this.#inner.add(...route)
  }

  match(method: string, path: string): ReturnType<Router['match']> {
    const end = path.startsWith('/@') ? path.indexOf('/', 2) : 0
    return this.#inner.match(method, end > 2 ? path.slice(end) : path)
  }
}
