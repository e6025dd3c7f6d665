import { documentPath } from '../http/address.ts'
import { uncached } from '../http/answer.ts'
import { urlsOf } from './path.ts'

/**
 * The page at `/`, for a person who opens the address of the fake: where to go on.
 * It shows no key, because everybody who reaches the port may read it. @param url of the fake, and the path that its app is mounted at
 */
export function frontPage(url: string, version: string): Response {
  const { baseUrl, controlUrl } = urlsOf(url)
  const lines = [
    `cloudsec-fake ${version}: a fake of a JSON API. There is no page here, but these addresses:`,
    '',
    `  API                    ${baseUrl}`,
    `  its OpenAPI document   ${url}${documentPath}`,
    `  control plane          ${controlUrl}`,
    `  its OpenAPI document   ${controlUrl}${documentPath}`,
    '',
    'A request to the API needs a key: Authorization: Bearer KEY. GET on the control plane shows a key, and lists what you',
    'can ask it. The guides are in the folder docs of the package.',
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', ...uncached },
  })
}
