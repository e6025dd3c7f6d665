import type { CoverageCell } from '../../../control/endpoints/reports.ts'

/** The row of the faults, which are the same for all operations. */
export const anyOperation = 'any'

/** A scenario that makes a cell happen once, as JSON; undefined where no rule can. @param operation may be `anyOperation` */
export function scenarioFor(operation: string, { kind, name }: CoverageCell): string | undefined {
  if (kind !== 'error' && kind !== 'fault') return undefined
  const effect = name === 'delay' ? '{ "delay": "2s" }' : `{ "${kind}": "${name}" }`
  const when = operation === anyOperation ? '' : `\n      "when": { "operation": "${operation}" },`
  const words = `${operation}-${name}`.replaceAll('_', '-').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
  return `{
  "name": "${words.toLowerCase().slice(0, 63)}",
  "rules": [
    {${when}
      "count": { "first": 1 },
      "then": ${effect}
    }
  ]
}`
}

const pages: Readonly<Record<string, string>> = {
  only: 'Ask for a list that fits on one page: with a larger limit, or with a filter that few records fit.',
  first: 'Ask for a list that has more records than its limit.',
  middle: 'Follow the link to the next page of a list that has at least three pages.',
  last: 'Follow the links from page to page to the end of the list.',
  beyond: 'Ask for a page after the last one, as a client does that counts pages by itself.',
  empty: 'Ask for a list with a filter that no record fits.',
}

/** Says how a client meets a cell that no rule makes happen. */
export function wayTo({ kind, name }: CoverageCell): string {
  if (kind === 'state') return `Read a record while it is ${name}: create one, and move the clock until it gets there.`
  if (kind === 'page') return pages[name] ?? `Ask for a list until its page is “${name}”.`
  return 'Send a request that the operation serves, from your client or from this page.'
}
