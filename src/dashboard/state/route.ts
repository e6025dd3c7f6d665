import { signal } from '@preact/signals'

/** The view that is open, and which of its items (`#/traffic/0-12`). */
export interface Route {
  readonly view: string
  readonly item: string | undefined
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
  const [, view = '', item] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(location.hash) ?? []
  return { view, item: item === undefined ? undefined : decoded(item) }
}

export const route = signal(readHash())

/** Asks before the open item is left; undefined where nothing would be lost. */
let guard: ((leave: () => void) => void) | undefined

addEventListener('hashchange', () => {
  if (guard === undefined) {
    route.value = readHash()
    return
  }
  const wanted = location.hash
  history.replaceState(null, '', hrefOf(route.value.view, route.value.item))
  guard(() => {
    guard = undefined
    location.hash = wanted
  })
})

/** The browser asks by itself before the page is left. */
const holdPage = (event: BeforeUnloadEvent): void => event.preventDefault()

/** Has a person asked before the open item is left. @param ask asks, and leaves if it may. @returns a function that ends it */
export function guardRoute(ask: (leave: () => void) => void): () => void {
  guard = ask
  addEventListener('beforeunload', holdPage)
  return () => {
    guard = undefined
    removeEventListener('beforeunload', holdPage)
  }
}

/** The address of a view, or of one of its items. */
export const hrefOf = (view: string, item?: string): string =>
  item === undefined ? `#/${view}` : `#/${view}/${item.split('/').map(encodeURIComponent).join('/')}`

/** Opens a view, or one of its items. */
export function go(view: string, item?: string): void {
  location.hash = hrefOf(view, item)
}

/** Opens another item in place of the one that is open: back leads to what was before both. */
export function goOn(view: string, item: string): void {
  location.replace(hrefOf(view, item))
}
