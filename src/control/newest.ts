import { readCount } from './read-count.ts'

/** The newest items of a list. @param limit their number, as a query has it (all) @throws InputError */
export function newest<T>(items: readonly T[], limit: string | undefined): readonly T[] {
  const count = readCount('limit', limit, 1)
  return count === undefined ? items : items.slice(-count)
}
