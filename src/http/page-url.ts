import type { Assume } from '../assumptions/register.ts'
import { versionPath } from '../spec/version.ts'
import type { RequestContext } from './request-context.ts'

/** A request names the path of its base address in this header. The header belongs to the fake, not to the document. */
export const basePathHeader = 'X-Fake-Base-Path'

/**
 * The relative URL of another page of a list (§2.1).
 * Links stay in the sandbox: they begin with the base address of the request, or with the path in the header.
 * @param path the path of the operation, relative to the base address
 * @param filters the filters of the request as sent, each followed by `&`
 */
export function pageUrl(
  assume: Assume,
  { address, headers }: Pick<RequestContext, 'address' | 'headers'>,
  path: string,
  filters: string,
  page: number,
  limit: number,
): string {
  const kept = filters !== '' && assume('pageLinkFilters') === 'kept' ? filters : ''
  const query = `?${kept}page=${page}&limit=${limit}`
  switch (assume('pageLinkBase')) {
    case 'with_version':
      return (isPath(headers.basePath) ? headers.basePath : address.prefix + versionPath) + path + query
    case 'from_base_url':
      return path + query
    case 'query_only':
      return query
  }
}

const isPath = (sent: string | null): sent is string => sent === '' || sent?.startsWith('/') === true
