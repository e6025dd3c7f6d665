import type { Assume } from '../assumptions/register.ts'
import { versionPath } from '../spec/version.ts'
import type { Asked } from './exchange.ts'

/** Header by which a request says what the client takes for the path of the base address; it belongs to the fake, not to the document. */
export const basePathHeader = 'X-Fake-Base-Path'

/**
 * The relative URL of another page of the list that was asked for (§2.1).
 * Links stay in the sandbox: they begin as the client wrote the base address, or as the header says that it did.
 * @param path the path of the operation, relative to the base address
 * @param filters the filters of the request as sent, each followed by `&`
 */
export function pageUrl(
  assume: Assume,
  { address, headers }: Pick<Asked, 'address' | 'headers'>,
  path: string,
  filters: string,
  page: number,
  limit: number,
): string {
  const kept = filters !== '' && assume('pageLinkFilters') === 'kept' ? filters : ''
  const query = `?${kept}page=${page}&limit=${limit}`
  switch (assume('pageLinkBase')) {
    case 'with_version':
      return (sentBasePath(headers) ?? address.prefix + versionPath) + path + query
    case 'from_base_url':
      return path + query
    case 'query_only':
      return query
  }
}

/** The path in the header, where it is one. @param headers names and values in turn */
function sentBasePath(headers: readonly string[]): string | undefined {
  const at = headers.findIndex((name, i) => i % 2 === 0 && name.toLowerCase() === basePathHeader.toLowerCase())
  const sent = at === -1 ? undefined : headers[at + 1]
  return sent === '' || sent?.startsWith('/') === true ? sent : undefined
}
