import { signal } from '@preact/signals'

/** Choices that an address has (`?kind=error`). One that is empty is left out. */
export type Query = Readonly<Record<string, string | undefined>>

/** The view that is open, and which of its items (`#/traffic/0-12`). */
interface Route {
  readonly view: string
  readonly item: string | undefined
  readonly query: Query
}

/** Decodes a part of an address; one that is malformed stays as it is. */
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

/** Has the page show what its address names now: one that is replaced tells nobody. */
export function readRoute(): void {
  const { view, item, query } = route.peek()
  if (location.hash !== hrefOf(view, item, query)) route.value = readHash()
}

/** Asks before the open item is left; undefined where nothing would be lost. */
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

/** The browser asks by itself before the page is left. */
const holdPage = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Has a person asked before the open item is left. @param ask asks, and leaves if it may */
export function guardRoute(ask: (leave: () => void) => void): void {
  guard = ask
  addEventListener('beforeunload', holdPage)
}

export function unguardRoute(): void {
  guard = undefined
  removeEventListener('beforeunload', holdPage)
}

/** The address of a view, or of one of its items. */
export function hrefOf(view: string, item?: string, query: Query = {}): string {
  const given = Object.entries(query).flatMap(([name, value = '']) => (value === '' ? [] : [[name, value]]))
  const path = item === undefined ? `#/${view}` : `#/${view}/${item.split('/').map(encodeURIComponent).join('/')}`
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}

/**
 * One choice of the open view, which stands in the address: `const [tab, setTab] = useQuery('tab', 'why')`. The default is left
 * out of the address, and another choice makes no step in the history. A link to another item names what it keeps by `kept`.
 */
export function useQuery(name: string, usual = ''): readonly [value: string, set: (value: string) => void] {
  const set = (value: string): void => setQuery({ [name]: value === usual ? undefined : value })
  return [route.value.query[name] ?? usual, set]
}

/** Makes several choices of the open view at once. One that is undefined is left out. */
export function setQuery(changed: Query): void {
  const { view, item, query } = route.peek()
  // First here: a browser may put off a change of the address that follows on many others.
  route.value = { view, item, query: { ...query, ...changed } }
  history.replaceState(null, '', hrefOf(view, item, route.value.query))
}

/** Choices of the open view, for a link to another of its items: `hrefOf('keys', id, kept('search'))`. */
export const kept = (...names: readonly string[]): Query =>
  Object.fromEntries(names.map((name) => [name, route.value.query[name]]))

/**
 * Opens a view, or one of its items; at once, so that the next key finds it open.
 * @param isInPlace true for an item in place of the one that is open: back leads to what was before both
 */
export function go(view: string, item?: string, query?: Query, isInPlace = false): void {
  location[isInPlace ? 'replace' : 'assign'](hrefOf(view, item, query))
  if (guard === undefined) readRoute()
}
