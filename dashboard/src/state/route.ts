import { signal } from '@preact/signals'

/** Query parameters in the hash (`?kind=error`). An empty parameter is left out. */
export type Query = Readonly<Record<string, string | undefined>>

/** The open view and item (`#/traffic/0-12`). */
interface Route {
  readonly view: string
  readonly item: string | undefined
  readonly query: Query
}

/** Decodes a part of a URL; a malformed part stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readHash(): Route {
  const [, view = location.hash, item = '', query] = /^#\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(location.hash) ?? []
  return {
    view,
    item: item === '' ? undefined : decoded(item),
    query: Object.fromEntries(new URLSearchParams(query)),
  }
}

export const route = signal(readHash())

/** Shows what the URL names now, because `history.replaceState` fires no event. */
export function readRoute(): void {
  const { view, item, query } = route.peek()
  if (location.hash !== hrefOf(view, item, query)) route.value = readHash()
}

/** Asks before the open item is left; undefined if nothing would be lost. */
let guard: ((leave: () => void) => void) | undefined

addEventListener('hashchange', () => {
  if (guard === undefined) {
    readRoute()
    return
  }
  const wanted = location.hash
  const { view, item, query } = route.value
  history.replaceState(null, '', hrefOf(view, item, query))
  guard(() => {
    guard = undefined
    location.hash = wanted
  })
})

/** Makes the browser ask before the page is left. */
const holdPage = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Asks before the open item is left. @param ask asks, and calls `leave` on consent */
export function blockNavigation(ask: (leave: () => void) => void): void {
  guard = ask
  addEventListener('beforeunload', holdPage)
}

export function unblockNavigation(): void {
  guard = undefined
  removeEventListener('beforeunload', holdPage)
}

/** The hash of a view, or of one of its items. */
export function hrefOf(view: string, item?: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value = '']) => (value === '' ? [] : [[name, value]]))
  const path = item === undefined ? `#/${view}` : `#/${view}/${item.split('/').map(encodeURIComponent).join('/')}`
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}

/**
 * A query parameter of the open view: `const [tab, setTab] = useQuery('tab', 'why')`. The default is left out of the
 * URL, and a change adds no history entry. A link to another item lists the parameters to keep with `kept`.
 */
export function useQuery(name: string, defaultValue = ''): readonly [value: string, set: (value: string) => void] {
  const set = (value: string): void => setQuery({ [name]: value === defaultValue ? undefined : value })
  return [route.value.query[name] ?? defaultValue, set]
}

/** Sets several query parameters of the open view at once. Undefined removes one. */
export function setQuery(changed: Query): void {
  const { view, item, query } = route.peek()
  // Set first, because a browser may delay a change of the URL that follows many others.
  route.value = { view, item, query: { ...query, ...changed } }
  history.replaceState(null, '', hrefOf(view, item, route.value.query))
}

/** Query parameters of the open view, for a link to another item: `hrefOf('keys', id, kept('search'))`. */
export const kept = (...names: readonly string[]): Query =>
  Object.fromEntries(names.map((name) => [name, route.value.query[name]]))

/**
 * Opens a view or an item, synchronously, so that the next key reaches it.
 * @param isInPlace replaces the history entry of the open item
 */
export function go(view: string, item?: string, query?: Query, isInPlace = false): void {
  location[isInPlace ? 'replace' : 'assign'](hrefOf(view, item, query))
  if (guard === undefined) readRoute()
}
