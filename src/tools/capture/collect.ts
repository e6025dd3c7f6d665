import { maxPageSize } from '../../core/spec/limits.ts'
import {
  type ProbedOperation,
  type RecordedExchange,
  type SentRequest,
  textsOf,
  toSentRequest,
} from '../resolve/recorded-exchange.ts'
import type { CapturableArea } from './assemble.ts'

export interface CollectOptions {
  readonly areas: readonly CapturableArea[]
  /** Sends a request by GET. */
  readonly send: (request: SentRequest) => Promise<RecordedExchange>
  /** Reads only the lists, without single records. */
  readonly listsOnly: boolean
  /** Called if a list does not end where it should. */
  readonly say: (what: string) => void
  /** Called before each request: what is read, the requests sent so far, and the requests expected in all. */
  readonly progress: (what: string, done: number, of: number) => void
}

/** Enough pages for a million records. */
const maxPages = 10_000

/**
 * Reads every record that the lists show: all pages, then each record.
 * @throws Error for an answer that is not a page of the document
 */
export async function collect(options: CollectOptions): Promise<void> {
  const { areas, send, listsOnly, progress, say } = options
  const operations = areas.flatMap(({ list, get }) => [list, get])
  let [done, known] = [0, areas.length]
  const ask = async (
    what: string,
    operation: ProbedOperation,
    asked: { readonly query?: string; readonly id?: string },
  ) => {
    progress(what, done, known)
    const answer = await send(toSentRequest(operations, { operation: operation.id, ...asked }))
    done += 1
    return answer
  }
  const idsOf = async (area: CapturableArea): Promise<ReadonlySet<string>> => {
    const ids = new Set<string>()
    for (let page = 1; ; page += 1) {
      const answer = await ask(`the list of ${area.name}`, area.list, { query: `limit=${maxPageSize}&page=${page}` })
      requirePage(answer, area, page)
      const before = ids.size
      for (const id of textsOf(answer.items, 'id')) ids.add(id)
      const { total_items: named, total_pages: pages } = answer.page
      if (page === 1) known += requestsAfter(answer, listsOnly)
      // A page without new records is the last, whatever the service says.
      if (ids.size === before || page >= (pages ?? Infinity)) return ids
      if (ids.size < (named ?? Infinity) && page < maxPages) continue
      const why = page < maxPages ? `it names ${named} records` : `the limit is ${maxPages} pages`
      say(`the list of ${area.name} goes on after page ${page}, but is not read further: ${why}`)
      return ids
    }
  }
  const wanted: { readonly area: CapturableArea; readonly id: string }[] = []
  for (const area of areas) for (const id of await idsOf(area)) wanted.push({ area, id })
  if (listsOnly) return
  known = done + wanted.length
  for (const { area, id } of wanted) {
    const { code } = await ask(area.name, area.get, { id })
    if (code === 'authentication_error')
      throw new Error(`${area.get.id}: the service no longer accepts the API key (${code})`)
  }
}

const requestsAfter = ({ page, total }: RecordedExchange, listsOnly: boolean): number =>
  (page.total_pages ?? 1) - 1 + (listsOnly ? 0 : total)

/** Accepts a key without the permission for the area, which then has no records. */
function requirePage({ isServed, code, status }: RecordedExchange, { list }: CapturableArea, page: number): void {
  if (isServed || code === 'authorization_error') return
  throw new Error(
    `${list.id}, page ${page}: expected a page of the document, got status ${status} ${code ?? ''}`.trimEnd(),
  )
}
