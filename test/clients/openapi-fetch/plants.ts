import type { Ways } from './ways.ts'

/** Faults to plant: each replaces one decision of the sound client. */
export const plants: Readonly<Record<string, Partial<Ways>>> = {
  'goes-by-the-http-status': { isError: (_status, httpStatus) => httpStatus >= 400 },
  'needs-201-for-an-assessment': { isCreated: (httpStatus) => httpStatus === 201 },
  'waits-in-the-list': { pollsList: () => true },
  'switches-over-the-typed-states': {
    isFinal: ({ status }) => {
      if (status === 'pending' || status === 'running') return false
      if (status === 'completed' || status === 'failed') return true
      throw new Error(`no such state: ${status}`)
    },
  },
  'counts-the-pages': {
    nextPage: ({ current_page, total_pages }) => (current_page <= total_pages ? current_page + 1 : undefined),
  },
}
