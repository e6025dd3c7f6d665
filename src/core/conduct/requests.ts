import type { JournalEntry } from '../journal/entry.ts'
import { grouped } from '../lib/grouped.ts'
import { named } from './occurrences.ts'
import { sentHeader } from './reading.ts'
import { defineVerdict } from './verdict.ts'

/** True for a CORS preflight. Browsers send it by themselves; it is recorded only if the fake does not admit the page. */
const isPreflight = (entry: JournalEntry): boolean =>
  entry.method === 'OPTIONS' && sentHeader(entry, 'Access-Control-Request-Method') !== ''

export const matchedNoOperation = defineVerdict({
  id: 'matched-no-operation',
  severity: 'warning',
  title: 'A request matched no operation of the API.',
  advice: 'Request only documented paths and methods.',
  find: ({ entries }) => {
    const unmatched = entries.filter((entry) => entry.operation === undefined && !isPreflight(entry))
    return [...grouped(unmatched, ({ method, path }) => `${method} ${path}`).values()].map((requests) => {
      const [first] = requests
      const near = first.nearest.length === 0 ? '' : ` Nearest: ${first.nearest.join(', ')}.`
      return { requests, detail: `No operation matches ${named(first)}.${near}` }
    })
  },
})

export const tookTamperedWebhook = defineVerdict({
  id: 'took-tampered-webhook',
  severity: 'error',
  title: 'A receiver accepted a webhook with a wrong signature.',
  advice: 'Verify the signature of every webhook over the raw body, and answer 4xx if it is wrong.',
  find: ({ deliveries }) =>
    deliveries.flatMap(({ id, event, attempts }) => {
      // With 202, a receiver may only queue it, and verify it later.
      const taken = attempts.find(
        ({ status, tampered }) => tampered === true && status !== null && status < 300 && status !== 202,
      )
      if (taken === undefined) return []
      const detail = `The receiver answered ${taken.status} to ${event} (delivery ${id}), whose signature was wrong.`
      return [{ requests: [], detail }]
    }),
})
