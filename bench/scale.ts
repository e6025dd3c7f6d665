import { tmpdir } from 'node:os'

import { hold } from './contender.ts'
import { fakeCommand, fitResources } from './fake.ts'
import { median } from './figures.ts'
import { Inventory, type Item, keyHeaders, pagePath, pageSize } from './inventory.ts'
import { Line, toBytes } from './line.ts'
import { heapOptions, type Server, startServer } from './server.ts'
import { show, showMb, toTable } from './table.ts'
import { residentBytes } from './usage.ts'

/** Sandboxes that are made to see what one costs. */
const sandboxCount = 1000

/** Pages at each place of a list. */
const pagesAtPlace = 20

/** The times of the pages of a filter, one at a time over one connection, each asked once. */
interface FilterTimes {
  readonly filter: string
  readonly total: number
  /** The first request with this filter. */
  readonly firstMs: number
  readonly medianMs: number | undefined
  readonly maxMs: number
  readonly pages: number
}

/** The cost of a large inventory. */
export interface Scale {
  readonly resources: number
  /** Why the fake took no more; undefined where it took what was asked for first. */
  readonly refusal: string | undefined
  readonly startMs: number
  /** After the first answer. */
  readonly startBytes: number | undefined
  /** After all pages. */
  readonly pagedBytes: number | undefined
  readonly filters: readonly FilterTimes[]
  /** One sentence for each check that confirmed the totals. */
  readonly totals: readonly string[]
  readonly sandboxes: {
    readonly count: number
    readonly medianMs: number | undefined
    readonly maxMs: number
    /** For each sandbox; the journal has its request. */
    readonly heapBytes: number
    readonly residentBytes: number | undefined
  }
}

/** Filters that an item fits, the narrow ones last. */
function filtersOf({ type, provider, region, tags }: Item): readonly string[] {
  const [tag] = tags
  const tagged = tag === undefined ? [] : [`tag=${encodeURIComponent(`${tag.key}:${tag.value}`)}`]
  return [
    '',
    `type=${type}`,
    `provider=${provider}`,
    ...tagged,
    `type=${type}&provider=${provider}`,
    `provider=${provider}&region=${region}`,
    [`type=${type}&provider=${provider}&region=${region}`, ...tagged].join('&'),
  ]
}

/** Pages at the first, the middle and the last place of a list, as far as there are so many. */
function placesIn(pages: number): readonly number[] {
  const starts = [2, Math.max(2, Math.floor(pages / 2)), Math.max(2, pages - pagesAtPlace + 1)]
  const all = starts.flatMap((start) => Array.from({ length: pagesAtPlace }, (_, i) => start + i))
  return [...new Set(all)].filter((page) => page <= pages)
}

async function timeFilter(inventory: Inventory, line: Line, filter: string): Promise<FilterTimes> {
  const time = async (page: number): Promise<number> => {
    const request = toBytes('GET', pagePath(page, filter), keyHeaders)
    const startedMs = performance.now()
    const { status, body } = await line.ask(request)
    const ms = performance.now() - startedMs
    hold(status === 200, `page ${page} of ${filter}: status ${status}`, body)
    return ms
  }
  const firstMs = await time(1)
  const { total, pages } = await inventory.page(pagePath(1, filter), 1, pageSize)
  const times: number[] = []
  for (const page of placesIn(pages)) times.push(await time(page))
  return {
    filter: filter === '' ? 'none' : decodeURIComponent(filter),
    total,
    firstMs,
    medianMs: median(times),
    maxMs: Math.max(0, ...times),
    pages: times.length,
  }
}

/** Reads a whole list, and holds its total to the distinct items in it. */
async function countAll(inventory: Inventory, filter: string): Promise<string> {
  const ids = new Set<string>()
  const { pages, total } = await inventory.page(pagePath(1, filter, 100), 1, 100)
  for (let page = 1; page <= pages; page += 1) {
    const { items, text } = await inventory.page(pagePath(page, filter, 100), page, 100)
    for (const item of items) {
      hold(fits(item, filter), `an item that does not fit ${filter}`, text)
      ids.add(item.id)
    }
  }
  hold(ids.size === total, `total_items of ${filter}`, `${total}, but there are ${ids.size} items`)
  return `${decodeURIComponent(filter)}: all ${pages} pages of 100 have ${total} distinct items, each of which fits`
}

function fits(item: Item, filter: string): boolean {
  return [...new URLSearchParams(filter)].every(([name, value]) =>
    name === 'tag' ? item.tags.some((tag) => `${tag.key}:${tag.value}` === value) : item[name] === value,
  )
}

/** Holds the total of all to the sum of the totals of the values of one field. */
async function addUp(inventory: Inventory, field: 'type' | 'provider', total: number): Promise<string> {
  const values = new Set<string>()
  for (let page = 1; page <= 5; page += 1)
    for (const item of (await inventory.page(pagePath(page, '', 100), page, 100)).items) values.add(item[field])
  let sum = 0
  for (const value of values) sum += (await inventory.page(pagePath(1, `${field}=${value}`), 1, pageSize)).total
  hold(sum === total, `the totals by ${field}`, `they add up to ${sum}, the total is ${total}`)
  return `the totals of the ${values.size} values of ${field} add up to ${total}`
}

async function costOfSandboxes(server: Server, line: Line): Promise<Scale['sandboxes']> {
  const ask = (name: string) => line.ask(toBytes('GET', `/@${name}${pagePath(1)}`, keyHeaders))
  const [before, residentBefore] = [await server.heap(), residentBytes(server.pid)]
  const times: number[] = []
  for (let i = 0; i < sandboxCount; i += 1) {
    const startedMs = performance.now()
    const { status, body } = await ask(`bench-${i}`)
    times.push(performance.now() - startedMs)
    hold(status === 200, `the first request in a sandbox: status ${status}`, body)
  }
  const [after, residentAfter] = [await server.heap(), residentBytes(server.pid)]
  const kept = (heap: typeof before): number => heap.heapUsed + heap.external
  return {
    count: sandboxCount,
    medianMs: median(times),
    maxMs: Math.max(...times),
    heapBytes: (kept(after) - kept(before)) / sandboxCount,
    residentBytes:
      residentBefore === undefined || residentAfter === undefined
        ? undefined
        : (residentAfter - residentBefore) / sandboxCount,
  }
}

async function measure(server: Server, startMs: number, fit: Pick<Scale, 'resources' | 'refusal'>): Promise<Scale> {
  const startBytes = residentBytes(server.pid)
  const inventory = new Inventory(server.origin)
  const line = new Line(server.origin)
  const { items, total } = await inventory.page(pagePath(1), 1, pageSize)
  hold(total === fit.resources, 'total_items of all', String(total))
  const [item] = items
  if (item === undefined) throw new Error('an inventory without items')
  const filters: FilterTimes[] = []
  for (const filter of filtersOf(item)) filters.push(await timeFilter(inventory, line, filter))
  const totals = [
    await countAll(inventory, filtersOf(item).at(-1) ?? ''),
    await addUp(inventory, 'type', total),
    await addUp(inventory, 'provider', total),
  ]
  const pagedBytes = residentBytes(server.pid)
  const sandboxes = await costOfSandboxes(server, line)
  line.close()
  inventory.close()
  return { ...fit, startMs, startBytes, pagedBytes, filters, totals, sandboxes }
}

/** Measures a fake with as many resources of some numbers as it takes. @param counts the largest first */
export async function measureScale(counts: readonly number[]): Promise<Scale> {
  let startMs = 0
  let server: Server | undefined
  const fit = await fitResources(counts, async (count) => {
    const options = ['--resources', String(count), '--max-sandboxes', String(sandboxCount + 1)]
    const startedMs = performance.now()
    server = await startServer({
      command: [...fakeCommand, ...options],
      folder: tmpdir(),
      nodeOptions: heapOptions,
      pinned: false,
    })
    const line = new Line(server.origin)
    const { status, body } = await line.ask(toBytes('GET', pagePath(1), keyHeaders))
    startMs = performance.now() - startedMs
    line.close()
    hold(status === 200, `the first answer: status ${status}`, body)
  })
  if (server === undefined) throw new Error('no server')
  try {
    return await measure(server, startMs, { resources: fit.count, refusal: fit.refusal })
  } finally {
    await server.stop()
  }
}

/** The figures of a large inventory, as Markdown. */
export function toScaleText(scale: Scale): string {
  const { resources, refusal, startMs, startBytes, pagedBytes, filters, totals, sandboxes } = scale
  const head = ['filter', 'total', 'first page, first time, ms', 'pages, median ms', 'max ms', 'pages']
  const rows = filters.map(({ filter, total, firstMs, medianMs, maxMs, pages }) => [
    filter,
    String(total),
    show(firstMs, 2),
    show(medianMs, 2),
    show(maxMs, 2),
    String(pages),
  ])
  return [
    `${resources} resources${refusal === undefined ? '' : ` (no more: ${refusal})`}: first 200 after ${show(startMs)} ms, ${showMb(startBytes)} MB resident then, ${showMb(pagedBytes)} MB after the pages below.`,
    toTable(head, rows),
    totals.map((line) => `- ${line}.`).join('\n'),
    `The first request in each of ${sandboxes.count} new sandboxes: median ${show(sandboxes.medianMs, 2)} ms, at most ${show(sandboxes.maxMs, 2)} ms; each keeps ${show(sandboxes.heapBytes / 1000, 1)} KB of heap, its request in the journal included, and ${show(sandboxes.residentBytes === undefined ? undefined : sandboxes.residentBytes / 1000, 1)} KB resident.`,
  ].join('\n\n')
}
