import type { Operation } from '../http/operation.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { shownQuery, shownRequestBody } from '../journal/redact.ts'
import { grouped } from '../lib/grouped.ts'
import { isSuccess } from './answers.ts'
import { sentHeader } from './same-request.ts'
import { defineVerdict } from './verdict.ts'
import { named } from './words.ts'

/** A browser sends it by itself. It is here only if the fake lets the page in no more. */
const isPreflight = (entry: JournalEntry): boolean =>
  entry.method === 'OPTIONS' && sentHeader(entry, 'Access-Control-Request-Method') !== ''

export const matchedNoOperation = defineVerdict({
  id: 'matched-no-operation',
  severity: 'warning',
  title: 'A request matched no operation of the API.',
  advice: 'Ask only the paths and methods that the document names.',
  find: ({ entries }) => {
    const unmatched = entries.filter((entry) => entry.operation === undefined && !isPreflight(entry))
    return [...grouped(unmatched, ({ method, path }) => `${method} ${path}`).values()].flatMap((requests) => {
      const [first] = requests
      if (first === undefined) return []
      const near = first.nearest.length === 0 ? '' : ` Nearest: ${first.nearest.join(', ')}.`
      return [{ requests, detail: `No operation matches ${named(first)}.${near}` }]
    })
  },
})

/** The names of parameters and fields that a request was served without, as far as the journal has them. */
function ignoredIn(operation: Operation, entry: JournalEntry): readonly string[] {
  const used = new Set(entry.used.ids())
  const names: string[] = []
  if (used.has('unknownQuery')) {
    const sent = new URLSearchParams(shownQuery(entry)).keys()
    names.push(...[...sent].filter((name) => !Object.hasOwn(operation.queryParameters, name)))
  }
  if (used.has('unknownBodyFields')) {
    const issues = operation.body?.schema.safeParse(shownRequestBody(entry)).error?.issues ?? []
    names.push(...issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? toPaths(issue) : [])))
  }
  return [...new Set(names)]
}

const toPaths = ({ path, keys }: { readonly path: readonly PropertyKey[]; readonly keys: readonly string[] }) =>
  keys.map((key) => [...path, key].map(String).join('.'))

export const sentIgnoredFields = defineVerdict({
  id: 'sent-ignored-fields',
  severity: 'warning',
  title: 'A request was served, but fields or parameters of it were ignored.',
  advice: 'Send only fields and parameters that the document names: another version of the service may refuse them.',
  find: ({ entries, operations }) => {
    const found = entries.flatMap((entry): { readonly entry: JournalEntry; readonly names: string }[] => {
      const operation = operations.get(entry.operation ?? '')
      const names = operation === undefined || !isSuccess(entry) ? [] : ignoredIn(operation, entry)
      return names.length === 0 ? [] : [{ entry, names: names.join(', ') }]
    })
    return [...grouped(found, ({ entry, names }) => `${entry.operation} ${names}`).values()].flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const detail = `${named(first.entry)} was served, but ${first.names} did not count.`
      return [{ requests: group.map(({ entry }) => entry), detail }]
    })
  },
})
