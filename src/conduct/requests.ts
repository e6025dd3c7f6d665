import type { JournalEntry } from '../journal/entry.ts'
import { grouped } from '../lib/grouped.ts'
import { named } from './occurrences.ts'
import { sentHeader } from './reading.ts'
import { defineVerdict } from './verdict.ts'

/** A browser sends it by itself. It is here only if the fake does not let the page in. */
const isPreflight = (entry: JournalEntry): boolean =>
  entry.method === 'OPTIONS' && sentHeader(entry, 'Access-Control-Request-Method') !== ''

export const matchedNoOperation = defineVerdict({
  id: 'matched-no-operation',
  severity: 'warning',
  title: 'A request matched no operation of the API.',
  advice: 'Ask only the paths and methods that the document names.',
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
  title: 'A receiver answered with success to a webhook that had a wrong signature.',
  advice: 'Verify the signature of every webhook over the bytes of its body, and answer 4xx where it is wrong.',
  find: ({ deliveries }) =>
    deliveries.flatMap(({ id, event, attempts }) => {
      // With 202, a receiver may only queue it, and verify it later.
      const taken = attempts.find(
        ({ status, tampered }) => tampered === true && status !== null && status < 300 && status !== 202,
      )
      if (taken === undefined) return []
      const detail = `The receiver answered ${taken.status} to ${event} (delivery ${id}), the signature of which was wrong.`
      return [{ requests: [], detail }]
    }),
})
