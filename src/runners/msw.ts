import { http, type HttpHandler, HttpResponse } from 'msw'

import type { SandboxClient, Fake } from '../core/app/client.ts'
import { basePathHeader } from '../core/http/headers.ts'
import { InputError, quote } from '../core/lib/input-error.ts'
import { versionPath } from '../core/spec/version.ts'

/**
 * Creates MSW handlers that answer every request below a base URL with a fake in this process. Network faults of
 * scenarios reach the client too.
 * @param baseUrl the base URL that the client uses (`https://api.example.com/v1`)
 * @param client the sandbox that answers (`default`)
 * @throws InputError unless `baseUrl` is an http or https URL without a query
 * @example
 * ```ts
 * const fake = await createFake()
 * const server = setupServer(...handlers('https://api.example.com/v1', fake))
 * ```
 */
export function handlers(
  baseUrl: string,
  fake: Pick<Fake, 'fetch' | 'baseUrl'>,
  client: Pick<SandboxClient, 'baseUrl'> = fake,
): HttpHandler[] {
  const base = readBase(baseUrl)
  const below = new RegExp(`^${escape(base.origin + base.path)}/`)
  return [
    http.all(below, async ({ request }) => {
      const rest = request.url.slice(base.origin.length + base.path.length)
      const asked = new Request(client.baseUrl + rest, request)
      // Links to other pages must lead back to this base URL.
      asked.headers.set(basePathHeader, base.path)
      try {
        return await fake.fetch(asked)
      } catch {
        return HttpResponse.error()
      }
    }),
  ]
}

function readBase(text: string): { readonly origin: string; readonly path: string } {
  const { protocol, origin, pathname, search, hash } = new URL(URL.canParse(text) ? text : 'none:')
  if (/^https?:$/.test(protocol) && search === '' && hash === '') return { origin, path: pathname.replace(/\/+$/, '') }
  const reason = `expected an address such as https://api.example.com${versionPath}, got ${quote(text)}`
  throw new InputError(reason, { field: 'baseUrl' })
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
