import { documentPath } from '../http/address.ts'
import { type Answer, uncached } from '../http/answer.ts'
import { urlsOf } from './path.ts'

/**
 * The page of text at `/`, for a person without a browser: where to go on.
 * It shows no key, because everybody who reaches the port may read it.
 * @param url of the fake, with the path that its app is mounted at and the prefix of the sandbox
 * @param isBrowser true if a browser would have got the dashboard, had it been built
 */
export function frontPage(url: string, version: string, isBrowser: boolean): Answer {
  const { baseUrl, controlUrl } = urlsOf(url)
  const lines = [
    `cloudsec-fake ${version}: a fake of a JSON API. Its addresses:`,
    '',
    `  dashboard              ${isBrowser ? 'not built: npm run build makes it' : `${url}/ (in a browser)`}`,
    `  API                    ${baseUrl}`,
    `  its OpenAPI document   ${url}${documentPath}`,
    `  control plane          ${controlUrl}`,
    `  its OpenAPI document   ${controlUrl}${documentPath}`,
    '',
    'A request to the API needs a key: Authorization: Bearer KEY. GET on the control plane shows a key, and lists what you',
    'can ask it. The guides are in the folder docs of the package.',
    '',
  ]
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', Vary: 'Accept', ...uncached }
  return { status: 200, headers, body: lines.join('\n') }
}
