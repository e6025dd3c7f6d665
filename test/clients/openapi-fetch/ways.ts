import type { Assessment, Item } from '../suite/service.ts'

/** The decisions of the client that a plant replaces. */
export const sound = {
  /** An answer is an error if its envelope says so. */
  isError: (status: string, _httpStatus: number): boolean => status === 'error',

  isCreated: (_httpStatus: number): boolean => true,

  /** Milliseconds before the next try, where the service does not say. */
  pause: (attempt: number): number => 30 * 2 ** attempt,

  /** The number of the next page; undefined after the last. */
  nextPage: ({ next_page }: Pages): number | undefined =>
    next_page ? Number(/[?&]page=(\d+)/.exec(next_page)?.[1]) : undefined,

  /** True for a result: an assessment that has not completed has none, or one with nothing in it. */
  isAssessed: (record: Item): record is Assessment =>
    'summary' in record && Object.values(Object(record.summary)).some((count) => count !== 0),

  /** The number of polls until the record of an assessment is read; the list is read until then. */
  pollsList: (): boolean => false,

  isFinal: (job: { readonly status: string; readonly completed_at?: string | null }): boolean =>
    ['completed', 'succeeded', 'failed'].includes(job.status) ||
    Object.entries(job).some(([name, value]) => name.startsWith('completed_') && value !== null),
}

/** The pagination object. */
export interface Pages {
  readonly total_items: number
  readonly total_pages: number
  readonly current_page: number
  readonly next_page?: string | null
}

/** The decisions of a client. */
export type Ways = typeof sound
