import { join } from 'node:path'

import type { Arguments } from './arguments.ts'
import { type Answer, ask } from './ask.ts'
import { earlierName, fakeName, kindFolder, type Running, startBare, startFake, startHono } from './fake.ts'
import { bareName, type Sample } from './figures.ts'
import { type Contender, type Plan, Rounds } from './measure.ts'
import { type Kind, type Requests, writeRequests } from './requests.ts'
import { verifyChecker } from './self-check.ts'
import { hasCommand } from './server.ts'

/** The plan of the loads. */
interface LoadPlan extends Plan, Pick<Arguments, 'earlier'> {
  /** A folder for what is sent and expected. */
  readonly folder: string
}

function write(folder: string, requests: ReadonlyMap<Kind, Requests>): void {
  for (const [kind, of] of requests) writeRequests(kindFolder(folder, kind), of)
}

/** The requests to the bare server: the same, but its creates always have the same answer. */
function asBare(requests: ReadonlyMap<Kind, Requests>): ReadonlyMap<Kind, Requests> {
  return new Map([...requests].map(([kind, of]) => [kind, { ...of, parts: [] }]))
}

/** The status of an answer, and names and lengths of its headers, without those of the rate limit, which vary. */
function shapeOf({ status, headers }: Answer): string {
  const shapes = headers.map(([name, value]) => {
    const lower = name.toLowerCase()
    return lower.startsWith('x-rate-limit') ? lower : `${lower} ${value.length}`
  })
  return [status, ...shapes.toSorted()].join('\n')
}

/** @throws Error where the bare server does not send what the fake sends */
async function requireSame(fake: Running, bareOrigin: string): Promise<void> {
  for (const [kind, { paths, ...request }] of fake.requests) {
    const [own, bare] = [
      await ask(fake.server.origin, paths[0] ?? '/', request),
      await ask(bareOrigin, paths[0] ?? '/', request),
    ]
    if (shapeOf(own) === shapeOf(bare)) continue
    throw new Error(`${kind}: the bare server sends other headers:\n${shapeOf(own)}\n\n${shapeOf(bare)}`)
  }
}

/**
 * Puts loads on the fake, the bare server with the same bytes, and Hono or an earlier build of the fake.
 * @throws Error where an answer was wrong
 */
export async function measureLoads(plan: LoadPlan): Promise<readonly Sample[]> {
  const { kinds, folder, earlier, tell } = plan
  if (!hasCommand('wrk')) throw new Error('wrk makes the load, and is not installed: apt-get install wrk')
  tell('starting the fake, and reading what it answers')
  const fake = await startFake(kinds)
  const [fakeFolder, bareFolder, earlierFolder] = [join(folder, 'fake'), join(folder, 'bare'), join(folder, 'earlier')]
  write(fakeFolder, fake.requests)
  write(bareFolder, asBare(fake.requests))
  const stops = [fake.server.stop]
  try {
    tell('checking the check')
    await verifyChecker(bareFolder, kinds, kinds.includes('create') ? kindFolder(fakeFolder, 'create') : undefined)
    const server = await startBare(bareFolder)
    stops.push(server.stop)
    await requireSame(fake, server.origin)
    await fake.reset()
    const bare: Running = { server, requests: asBare(fake.requests), reset: () => Promise.resolve() }
    const entrants: Contender[] = [
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
    return measured.samples
  } finally {
    for (const stop of stops) await stop()
  }
}
