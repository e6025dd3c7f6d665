import type { CoverageCell } from '../../../control/endpoints/reports.ts'
import { anyOperation } from './choices.ts'

/** The effect of a rule that makes an error or a fault happen, as JSON; undefined for any other cell. */
function effectOf({ kind, name }: CoverageCell): string | undefined {
  if (kind === 'fault' && name === 'delay') return '{ "delay": "2s" }'
  return kind === 'error' || kind === 'fault' ? `{ "${kind}": "${name}" }` : undefined
}

/** Writes a name in the form of a scenario's name (`getJob`, `rate_limit`: `get-job`, `rate-limit`). */
const hyphenated = (name: string): string =>
  name
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()

/** A scenario that makes a cell happen once; undefined where no rule can. @param operation may be `anyOperation` */
export function scenarioFor(operation: string, cell: CoverageCell): string | undefined {
  const effect = effectOf(cell)
  if (effect === undefined) return undefined
  const when = operation === anyOperation ? '' : `\n      "when": { "operation": "${operation}" },`
  const name = hyphenated(`${operation}-${cell.name}`).slice(0, 63)
  return `{
  "name": "${name}",
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
  if (kind === 'state')
    return `Read a record while it is ${name}. Move the clock until a record gets there, or create one in this state.`
  if (kind === 'page') return pages[name] ?? `Ask for a list until its page is “${name}”.`
  return 'Send a request that the operation serves, from your client or from this page.'
}
