import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

import type { Arguments } from './arguments.ts'
import { hasCommand } from './commands.ts'
import { earlierName, fakeName, kindFolder, type Running, startBare, startFake, startHono } from './fake.ts'
import { bareName, type Sample } from './figures.ts'
import { Line, toBytes } from './line.ts'
import { type Entrant, Rounds } from './measure.ts'
import { type Kind, type Requests, writeRequests } from './requests.ts'
import { checkTheCheck } from './self-check.ts'
import { residentBytes } from './usage.ts'

/** The plan of the loads. */
export interface LoadPlan extends Pick<Arguments, 'kinds' | 'connections' | 'rounds' | 'seconds' | 'earlier'> {
  /** The folder for requests and expected answers. */
  readonly folder: string
  readonly tell: (line: string) => void
}

/** The results of the loads. */
export interface Loads {
  readonly samples: readonly Sample[]
  /** Resident memory at the end, in bytes, by server. */
  readonly memory: Readonly<Record<string, number | undefined>>
}

function write(folder: string, requests: ReadonlyMap<Kind, Requests>): void {
  mkdirSync(folder, { recursive: true })
  for (const [kind, of] of requests) writeRequests(kindFolder(folder, kind), of)
}

/** The requests to the bare server, whose creates always have the same answer. */
function asBare(requests: ReadonlyMap<Kind, Requests>): ReadonlyMap<Kind, Requests> {
  return new Map([...requests].map(([kind, of]) => [kind, { ...of, parts: [] }]))
}

/** Names and lengths of the headers of an answer. The lengths of rate limit headers vary, so they are left out. */
function shapeOf(head: string): string {
  const [status = '', ...lines] = head.trim().split('\r\n')
  const shapes = lines.map((line) => {
    const [name = ''] = line.toLowerCase().split(':')
    return name.startsWith('x-rate-limit') ? name : `${name} ${line.length}`
  })
  return [status, ...shapes.sort()].join('\n')
}

/** @throws Error if the bare server sends other headers than the fake */
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

/**
 * Runs loads on the fake, the bare server with the same bytes, and Hono or an earlier build of the fake.
 * @throws Error for a wrong answer
 */
export async function measureLoads(plan: LoadPlan): Promise<Loads> {
  const { kinds, folder, earlier, tell } = plan
  if (!hasCommand('wrk')) throw new Error('wrk makes the load, and is not installed: apt-get install wrk')
  tell('starting the fake, and recording its answers')
  const fake = await startFake(kinds)
  const [fakeFolder, bareFolder, earlierFolder] = [join(folder, 'fake'), join(folder, 'bare'), join(folder, 'earlier')]
  write(fakeFolder, fake.requests)
  write(bareFolder, asBare(fake.requests))
  const stops = [fake.server.stop]
  try {
    tell('checking the check')
    await checkTheCheck(bareFolder, kinds, kinds.includes('create') ? kindFolder(fakeFolder, 'create') : undefined)
    const server = await startBare(bareFolder)
    stops.push(server.stop)
    await requireSame(fake, server.origin)
    await fake.reset()
    const bare: Running = { server, requests: asBare(fake.requests), reset: () => Promise.resolve() }
    const entrants: Entrant[] = [
      { name: bareName, running: bare, folder: bareFolder },
      { name: fakeName, running: fake, folder: fakeFolder },
    ]
    if (earlier === undefined) {
      const hono: Running = { ...bare, server: await startHono(bareFolder) }
      stops.push(hono.server.stop)
      entrants.splice(1, 0, { name: 'hono', running: hono, folder: bareFolder })
    } else {
      const running = await startFake(kinds, earlier)
      stops.push(running.server.stop)
      write(earlierFolder, running.requests)
      entrants.push({ name: earlierName, running, folder: earlierFolder })
    }
    const measured = new Rounds(plan, entrants)
    await measured.run()
    const memory = entrants.map(({ name, running }) => [name, residentBytes(running.server.pid)] as const)
    return { samples: measured.samples, memory: Object.fromEntries(memory) }
  } finally {
    for (const stop of stops) await stop()
  }
}
