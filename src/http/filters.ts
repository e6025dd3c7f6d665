import type { ApiError } from '../spec/api-error.ts'
import type { Collection } from '../store/collection.ts'
import type { Term } from '../store/dataset-index.ts'

/**
 * The filter of a list by one value of a field: none where the query does not have it.
 * @param choice returns the register's choice for a value that no record has: called only for such a value
 * @param wrong returns the error
 * @throws ApiError invalid_request
 */
export function toFilters<R extends object>(
  collection: Collection<R>,
  field: string,
  value: string | undefined,
  choice: () => 'empty' | 'reject',
  wrong: () => ApiError,
): Term[] {
  if (value === undefined) return []
  if (!collection.occurs(field, value) && choice() === 'reject') throw wrong()
  return [{ field, anyOf: [value] }]
}
