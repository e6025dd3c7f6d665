import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Arguments } from './arguments.ts'
import type { Contender, Running } from './contender.ts'
import { fakeContender, fakeName, fitResources, kindFolder, RefusedError, startBare, startHono } from './fake.ts'
import { bareName, type Sample } from './figures.ts'
import { Inventory, type Item, pagePath } from './inventory.ts'
import { Line, toBytes } from './line.ts'
import type { LoadTool } from './load.ts'
import { type Entrant, Rounds } from './measure.ts'
import { peerContender, peers } from './peers.ts'
import { type Kind, type Requests, writeRequests } from './requests.ts'
import { checkTheCheck } from './self-check.ts'
import { residentBytes } from './usage.ts'

/** The plan of the loads. */
export interface LoadPlan extends Pick<
  Arguments,
  'kinds' | 'connections' | 'rounds' | 'seconds' | 'peerRounds' | 'earlier'
> {
  readonly tool: LoadTool
  /** Numbers of resources to be tried, the largest first. */
  readonly counts: readonly number[]
  /** A folder for what is sent and expected. */
  readonly folder: string
  readonly withPeers: boolean
  /** The suffix of the name of each row, by the number of resources. */
  readonly suffix: (count: number) => string
  readonly tell: (line: string) => void
}

/** The results of the loads. */
export interface Loads {
  readonly samples: readonly Sample[]
  readonly notes: readonly string[]
  /** Memory that was resident at the end, in bytes, by server. */
  readonly memory: Readonly<Record<string, number | undefined>>
}

/** Records that a peer serves. */
const peerItems = 1000

function write(folder: string, requests: ReadonlyMap<Kind, Requests>): void {
  mkdirSync(folder, { recursive: true })
  for (const [kind, of] of requests) writeRequests(kindFolder(folder, kind), of)
}

/** The requests to the bare server: the same, but its creates always have the same answer. */
function asBare(requests: ReadonlyMap<Kind, Requests>): ReadonlyMap<Kind, Requests> {
  return new Map([...requests].map(([kind, of]) => [kind, { ...of, parts: [] }]))
}

/** Names and lengths of the headers of an answer, without those of the rate limit, which vary. */
function shapeOf(head: string): string {
  const [status = '', ...lines] = head.trim().split('\r\n')
  const shapes = lines.map((line) => {
    const [name = ''] = line.toLowerCase().split(':')
    return name.startsWith('x-rate-limit') ? name : `${name} ${line.length}`
  })
  return [status, ...shapes.sort()].join('\n')
}

/** @throws Error where the bare server does not send what the fake sends */
async function requireSame(fake: Running, bareOrigin: string): Promise<void> {
  for (const [kind, { method, paths, headers, body }] of fake.requests) {
    const request = toBytes(method, paths[0] ?? '/', headers, body === '' ? undefined : body)
    const shapes: string[] = []
    for (const origin of [fake.server.origin, bareOrigin]) {
      const line = new Line(origin)
      shapes.push(shapeOf((await line.ask(request)).head))
      line.close()
    }
    if (shapes[0] !== shapes[1])
      throw new Error(`${kind}: the bare server sends other headers:\n${shapes.join('\n\n')}`)
  }
}

async function readItems(origin: string): Promise<readonly Item[]> {
  const inventory = new Inventory(origin)
  const items: Item[] = []
  for (let page = 1; items.length < peerItems; page += 1)
    items.push(...(await inventory.page(pagePath(page, '', 100), page, 100)).items)
  inventory.close()
  return items
}

interface Started {
  readonly contender: Contender
  readonly running: Running
}

async function startPeers(
  items: readonly Item[],
  notes: string[],
  { folder, tell }: LoadPlan,
): Promise<readonly Started[]> {
  const started: Started[] = []
  for (const peer of peers) {
    tell(`starting ${peer.name}@${peer.version}`)
    const contender = peerContender(peer, items, join(folder, 'served', peer.name))
    try {
      started.push({ contender, running: await contender.start() })
    } catch (error) {
      notes.push(`${peer.name}@${peer.version} is missing: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return started
}

async function startFitting(counts: readonly number[], kinds: readonly Kind[]) {
  let running: Running | undefined
  const { count } = await fitResources(counts, async (count) => {
    running = await fakeContender(count, kinds).start()
  })
  if (running === undefined) throw new Error('no fake')
  return { fake: running, count }
}

/** The same, where the fake takes so many resources; otherwise why it does not. */
export async function measureLoadsIfTaken(plan: LoadPlan): Promise<Loads> {
  try {
    return await measureLoads(plan)
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error
    return { samples: [], notes: [error.message], memory: {} }
  }
}

/**
 * Puts loads on the fake, the bare server with the same bytes, and the peers.
 * @param others is given the peers, before they end
 * @throws Error where an answer of the first two was wrong
 */
export async function measureLoads(plan: LoadPlan): Promise<Loads & { readonly peers: readonly Contender[] }> {
  const { kinds, counts, folder, tool, rounds, tell } = plan
  const notes: string[] = []
  tell('starting the fake, and reading what it answers')
  const { fake, count } = await startFitting(counts, kinds)
  const [fakeFolder, bareFolder] = [join(folder, 'fake'), join(folder, 'bare')]
  write(fakeFolder, fake.requests)
  write(bareFolder, asBare(fake.requests))
  const stops = [fake.server.stop]
  try {
    tell('checking the check')
    await checkTheCheck(
      tool,
      bareFolder,
      kinds,
      kinds.includes('create') ? kindFolder(fakeFolder, 'create') : undefined,
    )
    const server = await startBare(bareFolder)
    stops.push(server.stop)
    await requireSame(fake, server.origin)
    await fake.reset()
    const bare: Running = { server, requests: asBare(fake.requests), reset: () => Promise.resolve() }
    const started = plan.withPeers ? await startPeers(await readItems(fake.server.origin), notes, plan) : []
    for (const { running } of started) stops.push(() => running.server.stop())
    const entrants: Entrant[] = [
      { name: bareName, running: bare, folder: bareFolder, rounds, isHeld: true },
      { name: fakeName, running: fake, folder: fakeFolder, rounds, isHeld: true },
    ]
    if (plan.earlier === undefined) {
      const hono: Running = { ...bare, server: await startHono(bareFolder) }
      stops.push(hono.server.stop)
      entrants.splice(1, 0, { name: 'hono', running: hono, folder: bareFolder, rounds, isHeld: true })
    } else {
      const { name, start } = fakeContender(count, kinds, plan.earlier)
      const running = await start()
      stops.push(running.server.stop)
      const ownFolder = join(folder, 'earlier')
      write(ownFolder, running.requests)
      entrants.push({ name, running, folder: ownFolder, rounds, isHeld: true })
    }
    for (const { contender, running } of started) {
      const ownFolder = join(folder, contender.name)
      write(ownFolder, running.requests)
      entrants.push({ name: contender.name, running, folder: ownFolder, rounds: plan.peerRounds, isHeld: false })
    }
    const measured = new Rounds({ ...plan, suffix: plan.suffix(count) }, entrants)
    await measured.run()
    return {
      samples: measured.samples,
      notes: [...notes, ...measured.notes],
      memory: Object.fromEntries(
        entrants.map(({ name, running, isHeld }) => [
          `${name}, ${isHeld ? `${count} resources` : `${peerItems} records`}`,
          residentBytes(running.server.pid),
        ]),
      ),
      peers: started.map(({ contender }) => contender),
    }
  } finally {
    for (const stop of stops) await stop()
  }
}
