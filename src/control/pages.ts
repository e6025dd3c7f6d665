import type { Address } from '../http/address.ts'
import { toResponse, uncached } from '../http/answer.ts'
import { readDashboard } from './dashboard.ts'
import { frontPage } from './front-page.ts'

/**
 * The answer to a person who opens the address of the fake: the dashboard in a browser, a page of text elsewhere, and the
 * files of both. @returns undefined for another path
 */
export function pageAt({ url, headers }: Request, address: Address, version: string): Response | undefined {
  const { path, prefix, sandbox } = address
  if (path === '/favicon.ico' && sandbox === undefined) return new Response(null, { status: 204 })
  if (path !== '/') {
    const file = readDashboard()?.get(path)
    return file && toResponse(file)
  }
  const isBrowser = headers.get('Accept')?.includes('text/html') === true
  const page = isBrowser ? readDashboard()?.get(path) : undefined
  if (page === undefined) return toResponse(frontPage(new URL(url).origin + prefix, version, isBrowser))
  const Location = withSlash(url, address)
  if (Location === undefined) return toResponse(page)
  return new Response(null, { status: 302, headers: { Location, Vary: 'Accept', ...uncached } })
}

/**
 * The address with a slash at its end, which the relative addresses of the dashboard need; undefined where it has one.
 * It is relative, because a proxy may serve the fake below a path of its own.
 */
function withSlash(url: string, { query }: Address): string | undefined {
  const [path = ''] = url.split(/[?#]/, 1)
  const last = path.slice(path.lastIndexOf('/') + 1)
  return last === '' ? undefined : `./${last}/${query && `?${query}`}`
}
