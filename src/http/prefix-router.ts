import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'

/** The prefix of the paths of the sandbox in the path, as Hono declares it. */
export const sandboxPrefix = '/:sandbox{@[^/]+}'

/**
 * Routes a path below the prefix of a sandbox as the path without it: every route of a fake is below both prefixes. So the
 * fast router of Hono can be used, which takes no parameter beside the first segments of other routes. Routes that are added to
 * the app later may need the other one.
 */
export class PrefixRouter<T> implements Router<T> {
  readonly name = 'PrefixRouter'
  readonly #router = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] })

  add(method: string, path: string, handler: T): void {
    if (!path.startsWith(sandboxPrefix)) this.#router.add(method, path, handler)
  }

  match(method: string, path: string): Result<T> {
    const end = path.startsWith('/@') ? path.indexOf('/', 2) : 0
    return this.#router.match(method, end > 2 ? path.slice(end) : path)
  }
}
