import { type PageRequest, pageRequests } from './page-requests.ts'
import { defineVerdict, type Evidence, type Occurrence } from './verdict.ts'
import { named } from './words.ts'

/** One occurrence for each list that has requests of some kind. */
function select(
  evidence: Evidence,
  isSelected: (request: PageRequest) => boolean,
  describe: (first: PageRequest) => string,
): readonly Occurrence[] {
  return pageRequests(evidence).flatMap((list) => {
    const found = list.filter(isSelected)
    const [first] = found
    if (first === undefined) return []
    const more = found.length === 1 ? '' : ` It happened ${found.length} times with this list.`
    return [{ requests: found.map(({ entry }) => entry), detail: describe(first) + more }]
  })
}

export const builtPageLink = defineVerdict({
  id: 'built-page-link',
  severity: 'warning',
  title: 'A request asked for a page by a query that no next_page or prev_page of the list had offered.',
  advice: 'Follow next_page until it is absent, null or empty, and build no link by hand.',
  find: (evidence) =>
    select(
      evidence,
      ({ page, isOffered }) => page >= 2 && !isOffered,
      ({ entry }) => `No earlier answer had a link to ${named(entry)}.`,
    ),
})

export const askedBeyondEnd = defineVerdict({
  id: 'asked-beyond-end',
  severity: 'warning',
  title: 'A request asked for a page after the last, though total_pages had said where the list ends.',
  advice: 'Stop at the page that has no next_page, or at total_pages.',
  find: (evidence) =>
    select(
      evidence,
      ({ entry, page, isOffered, told }) =>
        told !== undefined && page > Math.max(1, told.pages) && !isOffered && evidence.comesAfter(entry, told.entry),
      ({ entry, told }) => `${named(entry)} came after an answer had said that total_pages is ${told?.pages}.`,
    ),
})
