import { signal } from '@preact/signals'

/** The view that is open, and which of its items (`#/traffic/0-12`). */
export interface Route {
  readonly view: string
  readonly item: string | undefined
}

function readHash(): Route {
  const [, view = '', item] = /^#\/([a-z]+)(?:\/(.+))?$/.exec(location.hash) ?? []
  return { view, item: item === undefined ? undefined : decodeURIComponent(item) }
}

export const route = signal(readHash())

addEventListener('hashchange', () => {
  route.value = readHash()
})

/** The address of a view, or of one of its items. */
export const hrefOf = (view: string, item?: string): string =>
  item === undefined ? `#/${view}` : `#/${view}/${encodeURIComponent(item)}`

/** Opens a view, or one of its items. */
export function go(view: string, item?: string): void {
  location.hash = hrefOf(view, item)
}

/** Opens another item in place of the one that is open: back leads to what was before both. */
export function goOn(view: string, item: string): void {
  location.replace(hrefOf(view, item))
}
