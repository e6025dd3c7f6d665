import {
  type ProbedOperation,
  type RecordedExchange,
  type SentRequest,
  textsOf,
  toSent,
} from '../resolve/recorded-exchange.ts'
import { maxPageSize } from '../spec/limits.ts'

/** The operations by which the records of an area are read. */
export interface ReadArea {
  readonly name: string
  readonly list: ProbedOperation
  readonly get: ProbedOperation
}

export interface CollectOptions {
  readonly areas: readonly ReadArea[]
  /** Sends a request by GET. */
  readonly send: (request: SentRequest) => Promise<RecordedExchange>
  /** Read the lists, and no single records. */
  readonly listsOnly: boolean
  /** Told before each request: what is read, the requests so far, and all that are known to come. */
  readonly progress: (what: string, done: number, of: number) => void
}

/**
 * Reads every record that the lists show: all pages, then each record.
 * @throws Error for an answer that is not a page of the document
 */
export async function collect(options: CollectOptions): Promise<void> {
  const { areas, send, listsOnly, progress } = options
  const operations = areas.flatMap(({ list, get }) => [list, get])
  let [done, known] = [0, areas.length]
  const ask = async (
    what: string,
    operation: ProbedOperation,
    asked: { readonly query?: string; readonly id?: string },
  ) => {
    progress(what, done, known)
    const answer = await send(toSent(operations, { operation: operation.id, ...asked }))
    done += 1
    return answer
  }
  const wanted: (readonly [area: ReadArea, id: string])[] = []
  for (const area of areas) {
    const ids = new Set<string>()
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = `limit=${maxPageSize}&page=${page}`
      const answer = await ask(`the list of ${area.name}`, area.list, { query })
      requirePage(answer, area, page)
      const before = ids.size
      for (const id of textsOf(answer.items, 'id')) ids.add(id)
      if (page === 1) known += (answer.page.total_pages ?? 1) - 1 + (listsOnly ? 0 : answer.total)
      // A page of nothing new is the last one, whatever the service says.
      pages = ids.size === before ? page : (answer.page.total_pages ?? page + 1)
    }
    wanted.push(...[...ids].map((id) => [area, id] as const))
  }
  if (listsOnly) return
  known = done + wanted.length
  for (const [{ name, get }, id] of wanted) {
    const { code } = await ask(name, get, { id })
    if (code === 'authentication_error') throw new Error(`${get.id}: the service refuses the API key by now (${code})`)
  }
}

/** A key may lack the permission for an area, which then has no records. */
function requirePage({ isServed, code, status }: RecordedExchange, { list }: ReadArea, page: number): void {
  if (isServed || code === 'authorization_error') return
  throw new Error(
    `${list.id}, page ${page}: expected a page of the document, got status ${status} ${code ?? ''}`.trimEnd(),
  )
}
