import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { hold, Inventory, type Item, keyHeaders, pagePath, resourcesPath } from './inventory.ts'
import { Line, toBytes } from './line.ts'
import { benchFile, program } from './places.ts'
import { type Kind, partsOf, type Requests } from './requests.ts'
import { type Server, startServer } from './server.ts'

/** The name of the fake in the tables. */
export const fakeName = 'cloudsec-fake'

/** Name of an earlier build in the tables. */
export const earlierName = `${fakeName}, earlier build`

/** The command that starts a build of the fake on a free port, with a quota that no load reaches. @param file the program */
const commandOf = (file: string): readonly string[] => [
  file,
  'start',
  '--port',
  '0',
  '--print-url',
  '--quota',
  '1000000000',
]

/** The command that starts the fake. */
export const fakeCommand: readonly string[] = commandOf(program)

/** The body that creates a job, as JSON text. */
export const jobBody: string = JSON.stringify({
  name: 'Load',
  data_source: {
    type: 'security_logs',
    parameters: {
      start_date: '2026-06-01T00:00:00Z',
      end_date: '2026-06-30T00:00:00Z',
      log_types: ['firewall'],
    },
  },
  analysis_type: 'security_event_correlation',
  output_format: 'json',
})

/** The path of the analysis jobs in the sandbox `default`. */
const jobsPath = '/v1/data/analysis/jobs'

/** The headers of a request with a body. */
export const jsonHeaders = { 'Content-Type': 'application/json' } as const

/** The number of resources: enough to request a page only once in a long while. */
const resourceCount = 32_000

/** The number of pages that are requested repeatedly. */
const readyPages = 10

/** The number of records that are requested by id. */
const idCount = 1000

/** The maximum number of pages: the load keeps 6.5 KB of each to compare with. */
const maxPages = 20_000

/** The headers of a response head that Node does not write by itself. */
function ownHeaders(head: string): Record<string, string> {
  const byNode = new Set(['date', 'connection', 'keep-alive', 'content-length'])
  const lines = head.trim().split('\r\n').slice(1)
  const pairs = lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const)
  return Object.fromEntries(pairs.filter(([name]) => !byNode.has(name.toLowerCase())))
}

type Sample = Pick<Requests, 'method' | 'body' | 'headers'>

const reading: Sample = { method: 'GET', body: '', headers: keyHeaders }

/** The requests for some paths. All answers have the headers of the first. */
export async function requestsFor(
  origin: string,
  paths: readonly string[],
  bodies: readonly string[],
): Promise<Requests> {
  const line = new Line(origin)
  const { status, head } = await line.ask(toBytes('GET', paths[0] ?? '/', keyHeaders))
  line.close()
  return { ...reading, paths, bodies, status, parts: [], answerHeaders: ownHeaders(head) }
}

async function creating(origin: string): Promise<Requests> {
  const line = new Line(origin)
  const headers = { ...keyHeaders, ...jsonHeaders }
  const { status, head, body } = await line.ask(toBytes('POST', jobsPath, headers, jobBody))
  line.close()
  const text = body.toString()
  hold(status === 201, `POST ${jobsPath}: status ${status}`, text)
  return {
    method: 'POST',
    body: jobBody,
    headers,
    paths: [jobsPath],
    status,
    bodies: [text],
    parts: partsOf(text),
    answerHeaders: ownHeaders(head),
  }
}

/** Pages spread evenly over a list, each once, without the last. */
function spread(pages: number): readonly number[] {
  const count = Math.min(maxPages, pages - 1)
  return Array.from({ length: count }, (_, i) => 1 + Math.floor((i * (pages - 1)) / count))
}

/** The filters by type and provider of some items. */
function filtersOf(items: readonly Item[]): readonly string[] {
  return [...new Set(items.map(({ type, provider }) => `type=${type}&provider=${provider}`))].sort()
}

async function collect(origin: string, wanted: readonly Kind[]): Promise<ReadonlyMap<Kind, Requests>> {
  const inventory = new Inventory(origin)
  const first = await inventory.page(pagePath(1), 1, 20)
  const items: Item[] = []
  const ready: string[] = []
  for (let page = 1; items.length < idCount && page <= first.pages; page += 1) {
    const read = await inventory.page(pagePath(page), page, 20)
    items.push(...read.items)
    if (page <= readyPages) ready.push(read.text)
  }
  const collected = new Map<Kind, Requests>()
  const add = async (kind: Kind, read: () => Promise<Requests>): Promise<void> => {
    if (wanted.includes(kind)) collected.set(kind, await read())
  }
  const readyPaths = ready.map((_, i) => pagePath(i + 1))
  await add('list', () => requestsFor(origin, readyPaths, ready))
  await add('pages', async () => {
    const pages = spread(first.pages)
    const texts: string[] = []
    for (const page of pages) texts.push((await inventory.page(pagePath(page), page, 20)).text)
    return requestsFor(
      origin,
      pages.map((page) => pagePath(page)),
      texts,
    )
  })
  await add('filtered', async () => {
    const paths = filtersOf(items).map((filter) => pagePath(1, filter))
    const texts: string[] = []
    for (const path of paths) {
      const { text, items: found } = await inventory.page(path, 1, 20)
      hold(
        found.every(({ type, provider }) => path.includes(`type=${type}&provider=${provider}&`)),
        `GET ${path}: not filtered`,
        text,
      )
      texts.push(text)
    }
    return requestsFor(origin, paths, texts)
  })
  await add('get', async () => {
    const paths = items.map(({ id }) => `${resourcesPath}/${id}`)
    const texts: string[] = []
    for (const path of paths) texts.push(await inventory.get(path))
    return requestsFor(origin, paths, texts)
  })
  await add('create', () => creating(origin))
  inventory.close()
  return collected
}

/** Resets the sandbox `default`. */
async function resetFake(origin: string): Promise<void> {
  const response = await fetch(`${origin}/_control/reset`, { method: 'POST', headers: jsonHeaders, body: '{}' })
  hold(response.ok, 'POST /_control/reset', await response.text())
}

/** A running server, with its requests and their expected answers. */
export interface Running {
  readonly server: Server
  readonly requests: ReadonlyMap<Kind, Requests>
  /** Removes what creates left. */
  readonly reset: () => Promise<void>
}

/** Starts the fake with a generated inventory, and records its answers. @param file the program of another build */
export async function startFake(wanted: readonly Kind[], file = program): Promise<Running> {
  const command = [...commandOf(file), '--resources', String(resourceCount)]
  const server = await startServer({ command, folder: tmpdir() })
  const requests = await collect(server.origin, wanted)
  const reset = (): Promise<void> => resetFake(server.origin)
  await reset()
  return { server, requests, reset }
}

/** Starts the bare server, which sends the answers in a folder. @param spoil every n-th answer has a wrong byte; 0 for none */
export function startBare(folder: string, spoil = 0): Promise<Server> {
  return startServer({ command: [benchFile('bare.mjs'), folder, String(spoil)], folder: tmpdir() })
}

/** Starts Hono with one ready Response for each answer in a folder. */
export function startHono(folder: string): Promise<Server> {
  return startServer({ command: [benchFile('hono.mjs'), folder], folder: tmpdir() })
}

/** The folder with the requests of a kind: `FOLDER/KIND`. */
export function kindFolder(folder: string, kind: Kind): string {
  return join(folder, kind)
}
