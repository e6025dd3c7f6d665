import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Answer, ask } from './ask.ts'
import { hold, type Item, keyHeaders, pagePath, readBody, readPage, resourcesPath } from './inventory.ts'
import { benchFile, program } from './places.ts'
import { type Kind, partsOf, type Requests } from './requests.ts'
import { type Server, startServer } from './server.ts'

/** The name of the fake in the tables. */
export const fakeName = 'cloudsec-fake'

/** Name of an earlier build in the tables. */
export const earlierName = `${fakeName}, earlier build`

/** The command that starts a build of the fake on a free port, with a quota that no load reaches. @param file the program */
export const commandOf = (file: string): readonly string[] => [
  file,
  ...'start --port 0 --print-url --quota 1000000000'.split(' '),
]

const parameters = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-30T00:00:00Z', log_types: ['firewall'] }
const data_source = { type: 'security_logs', parameters }

/** A job as it is created, as JSON text. */
const jobBody: string = JSON.stringify({
  name: 'Load',
  data_source,
  analysis_type: 'security_event_correlation',
  output_format: 'json',
})

/** The path of the analysis jobs in the sandbox `default`. */
const jobsPath = '/v1/data/analysis/jobs'

/** The headers of a request with a body. */
const jsonHeaders = { 'Content-Type': 'application/json' } as const

/** Resources of the fake: enough to ask for each page once in a long while. */
const resourceCount = 32_000

/** Pages that are asked again and again. */
const readyPages = 10

/** Records that are asked for by their id. */
const idCount = 1000

/** The headers that Node does not write by itself. */
function ownHeaders({ headers }: Answer): Record<string, string> {
  const byNode = new Set(['date', 'connection', 'keep-alive', 'content-length'])
  return Object.fromEntries(headers.filter(([name]) => !byNode.has(name.toLowerCase())))
}

/** The requests for some paths. All their answers have the headers of the first one. */
export async function requestsFor(
  origin: string,
  paths: readonly string[],
  bodies: readonly string[],
): Promise<Requests> {
  const answer = await ask(origin, paths[0] ?? '/', { headers: keyHeaders })
  const sent = { method: 'GET', body: '', headers: keyHeaders, paths } as const
  return { ...sent, bodies, status: answer.status, parts: [], answerHeaders: ownHeaders(answer) }
}

async function creating(origin: string): Promise<Requests> {
  const sent = { method: 'POST', body: jobBody, headers: { ...keyHeaders, ...jsonHeaders } } as const
  const answer = await ask(origin, jobsPath, sent)
  const { status, text } = answer
  hold(status === 201, `POST ${jobsPath}: status ${status}`, text)
  return { ...sent, paths: [jobsPath], status, bodies: [text], parts: partsOf(text), answerHeaders: ownHeaders(answer) }
}

/** The filters by type and provider that some items show. */
function filtersOf(items: readonly Item[]): readonly string[] {
  return [...new Set(items.map(({ type, provider }) => `type=${type}&provider=${provider}`))].sort()
}

async function textsOf(origin: string, paths: readonly string[]): Promise<readonly string[]> {
  const texts: string[] = []
  for (const path of paths) texts.push(await readBody(origin, path))
  return texts
}

/** The requests for the first page of some filters. @throws Error where an item does not fit its filter */
async function filtered(origin: string, filters: readonly string[]): Promise<Requests> {
  const texts: string[] = []
  for (const filter of filters) {
    const { text, items } = await readPage(origin, pagePath(1, filter), 1)
    const isRight = items.every(({ type, provider }) => filter === `type=${type}&provider=${provider}`)
    hold(isRight, `GET ${filter}: not filtered`, text)
    texts.push(text)
  }
  const paths = filters.map((filter) => pagePath(1, filter))
  return await requestsFor(origin, paths, texts)
}

async function collect(origin: string, wanted: readonly Kind[]): Promise<ReadonlyMap<Kind, Requests>> {
  const { pages } = await readPage(origin, pagePath(1), 1)
  const items: Item[] = []
  for (let page = 1; items.length < idCount && page <= pages; page += 1) {
    items.push(...(await readPage(origin, pagePath(page), page)).items)
  }
  const reading = async (paths: readonly string[]) => await requestsFor(origin, paths, await textsOf(origin, paths))
  const readers: Readonly<Record<Kind, () => Promise<Requests>>> = {
    list: async () => await reading(Array.from({ length: readyPages }, (_, i) => pagePath(i + 1))),
    pages: async () => await reading(Array.from({ length: pages - 1 }, (_, i) => pagePath(i + 1))),
    filtered: async () => await filtered(origin, filtersOf(items)),
    get: async () => await reading(items.map(({ id }) => `${resourcesPath}/${id}`)),
    create: async () => await creating(origin),
  }
  const collected = new Map<Kind, Requests>()
  for (const kind of wanted) collected.set(kind, await readers[kind]())
  return collected
}

/** Puts the sandbox `default` back to its start. */
async function resetFake(origin: string): Promise<void> {
  const { status, text } = await ask(origin, '/_control/reset', { method: 'POST', headers: jsonHeaders, body: '{}' })
  hold(status === 200, 'POST /_control/reset', text)
}

/** A server that runs, with the requests that it can be asked and what it has to answer. */
export interface Running {
  readonly server: Server
  readonly requests: ReadonlyMap<Kind, Requests>
  /** Takes away what creates left. */
  readonly reset: () => Promise<void>
}

/** Starts the fake with a generated inventory, and finds out what it answers. @param file the program of an earlier build */
export async function startFake(wanted: readonly Kind[], file = program): Promise<Running> {
  const command = [...commandOf(file), '--resources', String(resourceCount)]
  const server = await startServer({ command, folder: tmpdir() })
  const requests = await collect(server.origin, wanted)
  const reset = (): Promise<void> => resetFake(server.origin)
  await reset()
  return { server, requests, reset }
}

/** The bare server, which sends the answers in a folder. @param spoil each so many answers have a wrong byte; 0 for none */
export function startBare(folder: string, spoil = 0): Promise<Server> {
  return startServer({ command: [benchFile('bare.mjs'), folder, String(spoil)], folder: tmpdir() })
}

/** Hono with one ready Response for each of the answers in a folder. */
export function startHono(folder: string): Promise<Server> {
  return startServer({ command: [benchFile('hono.mjs'), folder], folder: tmpdir() })
}

/** The requests of a kind, where the files for them are: `FOLDER/KIND`. */
export function kindFolder(folder: string, kind: Kind): string {
  return join(folder, kind)
}
