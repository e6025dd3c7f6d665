import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import * as z from 'zod/mini'

import { type Contender, hold, type Running } from './contender.ts'
import { jobBody, jsonHeaders } from './fake.ts'
import { install } from './install.ts'
import { type Item, pageSize } from './inventory.ts'
import { mockoonFile, recordsFile } from './peer-files.ts'
import { benchFile, freePort } from './places.ts'
import { type Kind, partsOf, type Requests } from './requests.ts'
import { type Server, startServer } from './server.ts'

/** The usual setup of a peer. */
interface Peer {
  readonly name: string
  readonly version: string
  /** The file that it serves. */
  readonly file: (items: readonly Item[]) => string
  /** @param installed the folder of the package */
  readonly command: (installed: string, file: string, port: number) => readonly string[]
  /** The path of a page. @param filter values by field */
  readonly page: (page: number, filter: Readonly<Record<string, string>>) => string
}

const toQuery = (pairs: Readonly<Record<string, string>>): string => new URLSearchParams(pairs).toString()

/** The peers, in versions that run on Node 20. */
export const peers: readonly Peer[] = [
  {
    name: 'json-server',
    version: '0.17.4',
    file: recordsFile,
    command: (installed, file, port) => [
      join(installed, 'lib/cli/bin.js'),
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--quiet',
      file,
    ],
    page: (page, filter) => `/resources?${toQuery({ ...filter, _page: String(page), _limit: String(pageSize) })}`,
  },
  {
    name: '@mockoon/cli',
    version: '9.9.0',
    file: mockoonFile,
    command: (installed, file, port) => [
      join(installed, 'bin/run.js'),
      'start',
      '--data',
      file,
      '--port',
      String(port),
      '--disable-log-to-file',
    ],
    page: (page, filter) => {
      const equal = Object.fromEntries(Object.entries(filter).map(([name, value]) => [`${name}_eq`, value]))
      return `/resources?${toQuery({ ...equal, page: String(page), limit: String(pageSize) })}`
    },
  },
  {
    name: 'mockttp',
    version: '4.0.1',
    file: recordsFile,
    command: (installed, file, port) => [benchFile('mockttp.mjs'), installed, file, String(port)],
    page: (page, filter) => `/resources?${toQuery({ ...filter, page: String(page), limit: String(pageSize) })}`,
  },
]

const pageShape = z.array(z.looseObject({ id: z.string(), type: z.string(), provider: z.string() }))

async function ask(url: string, expected: number, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, init)
  const text = await response.text()
  hold(response.status === expected, `${init.method ?? 'GET'} ${url}: status ${response.status}`, text)
  return text
}

async function reads(origin: string, paths: readonly string[], check: (text: string, at: number) => boolean) {
  const bodies: string[] = []
  for (const [at, path] of paths.entries()) {
    const text = await ask(origin + path, 200)
    hold(check(text, at), `GET ${path}`, text)
    bodies.push(text)
  }
  return { method: 'GET', paths, headers: {}, body: '', status: 200, bodies, parts: [], answerHeaders: {} } as const
}

/** The requests of each kind that a peer can be asked. */
async function collect(peer: Peer, origin: string, items: readonly Item[]): Promise<ReadonlyMap<Kind, Requests>> {
  const pages = Array.from({ length: Math.floor(items.length / pageSize) }, (_, i) => peer.page(i + 1, {}))
  const isPage = (text: string): boolean => pageShape.parse(JSON.parse(text)).length === pageSize
  const filters = [...new Map(items.map((item) => [`${item.type} ${item.provider}`, item])).values()]
  const isFiltered = (text: string, at: number): boolean => {
    const found = pageShape.parse(JSON.parse(text))
    const fits = ({ type, provider }: { type: string; provider: string }): boolean =>
      type === filters[at]?.type && provider === filters[at].provider
    return found.length > 0 && found.every(fits)
  }
  const isRecord = (text: string, at: number): boolean => text.includes(items[at]?.id ?? '\0')
  const filtered = filters.map(({ type, provider }) => peer.page(1, { type, provider }))
  const created = await ask(`${origin}/jobs`, 201, { method: 'POST', headers: jsonHeaders, body: jobBody })
  const creating: Requests = {
    method: 'POST',
    paths: ['/jobs'],
    headers: jsonHeaders,
    body: jobBody,
    status: 201,
    bodies: [created],
    parts: partsOf(created),
    answerHeaders: {},
  }
  const gets = items.map(({ id }) => `/resources/${id}`)
  return new Map<Kind, Requests>([
    ['list', await reads(origin, pages.slice(0, 10), isPage)],
    ['pages', await reads(origin, pages, isPage)],
    ['filtered', await reads(origin, filtered, isFiltered)],
    ['get', await reads(origin, gets, isRecord)],
    ['create', creating],
  ])
}

/** A peer with some records, in its usual configuration. It is installed by name where it is not. @param folder for what it serves */
export function peerContender(peer: Peer, items: readonly Item[], folder: string): Contender {
  const launch = async (): Promise<Server> => {
    const installed = await install(peer)
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'served.json')
    writeFileSync(file, peer.file(items))
    const port = await freePort()
    return startServer({
      command: peer.command(installed, file, port),
      folder,
      url: `http://127.0.0.1:${port}${peer.page(1, {})}`,
    })
  }
  const start = async (): Promise<Running> => {
    let server = await launch()
    const requests = await collect(peer, server.origin, items)
    const reset = async (): Promise<void> => {
      await server.stop()
      server = await launch()
    }
    return {
      get server() {
        return server
      },
      requests,
      reset,
    }
  }
  return { name: peer.name, launch, start }
}
