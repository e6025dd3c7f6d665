import { type Address, documentPath } from '../http/address.ts'
import { type Answer, toResponse, uncached } from '../http/answer.ts'
import { readDashboard } from './dashboard.ts'
import { urlsOf } from './path.ts'

/**
 * The answer to a person who opens the address of the fake: the dashboard in a browser, a page of text elsewhere, and the
 * files of both. @returns undefined for another path
 */
export function pageAt({ url, headers }: Request, address: Address, version: string): Response | undefined {
  const { path, prefix, sandbox } = address
  if (path === '/favicon.ico' && sandbox === undefined) return new Response(null, { status: 204 })
  const isBrowser = headers.get('Accept')?.includes('text/html') === true
  const file = path !== '/' || isBrowser ? readDashboard()?.get(path) : undefined
  if (path !== '/') return file && toResponse(file)
  if (file === undefined) return toResponse(frontPage(new URL(url).origin + prefix, version, isBrowser))
  const Location = withSlash(url, address)
  if (Location === undefined) return toResponse(file)
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

/**
 * The page of text at `/`, for a person without a browser. It shows no key, because everybody who reaches the port may read it.
 * @param url of the fake, with the path that its app is mounted at and the prefix of the sandbox
 * @param isBrowser true if a browser would have got the dashboard, had it been built
 */
function frontPage(url: string, version: string, isBrowser: boolean): Answer {
  const { baseUrl, controlUrl } = urlsOf(url)
  const body = `cloudsec-fake ${version}: a fake of a JSON API. Its addresses:

  dashboard              ${isBrowser ? 'not built: npm run build makes it' : `${url}/ (in a browser)`}
  API                    ${baseUrl}
  its OpenAPI document   ${url}${documentPath}
  control plane          ${controlUrl}
  its OpenAPI document   ${controlUrl}${documentPath}

A request to the API needs a key: Authorization: Bearer KEY. GET on the control plane shows a key, and lists what you
can ask it. The guides are in the folder docs of the package.
`
  return { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8', Vary: 'Accept', ...uncached }, body }
}
