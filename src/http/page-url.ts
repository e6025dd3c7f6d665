import type { Assume } from '../assumptions/register.ts'
import { versionPath } from '../spec/version.ts'
import type { Address } from './address.ts'

/**
 * The relative URL of another page of the list that was asked for (§2.1).
 * Links stay in the sandbox: they begin as the client wrote the base address.
 * @param path the path of the operation, relative to the base address
 * @param filters the filters of the request as sent, each followed by `&`
 */
export function pageUrl(
  assume: Assume,
  { prefix }: Address,
  path: string,
  filters: string,
  page: number,
  limit: number,
): string {
  const kept = filters !== '' && assume('pageLinkFilters') === 'kept' ? filters : ''
  const query = `?${kept}page=${page}&limit=${limit}`
  switch (assume('pageLinkBase')) {
    case 'with_version':
      return prefix + versionPath + path + query
    case 'from_base_url':
      return path + query
    case 'query_only':
      return query
  }
}
