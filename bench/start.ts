import module from 'node:module'
import { tmpdir } from 'node:os'

import { ask } from './ask.ts'
import { commandOf, earlierName, fakeName, kindFolder, requestsFor } from './fake.ts'
import { bareName, type Sample } from './figures.ts'
import { keyHeaders, pagePath, readPage } from './inventory.ts'
import { benchFile, program } from './places.ts'
import { writeRequests } from './requests.ts'
import { startServer } from './server.ts'
import { cpuMicros } from './usage.ts'

/** The start of a server, from the spawn to its first 200. */
interface Entrant {
  readonly name: string
  readonly command: readonly string[]
  readonly variables?: Readonly<Record<string, string>>
}

async function timed({ name, command, variables = {} }: Entrant, round: number): Promise<Sample> {
  const startedMs = performance.now()
  const server = await startServer({ command, folder: tmpdir(), pinned: false, variables })
  try {
    const { status } = await ask(server.origin, pagePath(1), { headers: keyHeaders })
    const perSecond = 1000 / (performance.now() - startedMs)
    const cpu = cpuMicros(server.pid)
    if (status !== 200) throw new Error(`${name}: the first answer has the status ${status}`)
    const start = { row: 'start to the first 200', connections: 1, contender: name, round, requests: 1, loadShare: 0 }
    return { ...start, perSecond, cpuMicros: cpu, userMicros: undefined }
  } finally {
    await server.stop()
  }
}

/** Writes what the bare server sends at its start: the page that the fake is asked for. */
async function writeStartPage(folder: string): Promise<void> {
  const fake = await startServer({ command: commandOf(program), folder: tmpdir() })
  try {
    const { text } = await readPage(fake.origin, pagePath(1), 1)
    writeRequests(kindFolder(folder, 'list'), await requestsFor(fake.origin, [pagePath(1)], [text]))
  } finally {
    await fake.stop()
  }
}

/**
 * Times starts of the bare server and the fake in turn, none tied to a core. Where Node keeps compiled code, the fake is
 * also started without it. A first round is thrown away.
 * @param folder for what the bare server sends, one page of a list
 * @param earlier the program of an earlier build (none)
 */
export async function measureStarts(folder: string, rounds: number, earlier?: string): Promise<readonly Sample[]> {
  await writeStartPage(folder)
  const first = { name: `${fakeName}, the first time`, variables: { NODE_DISABLE_COMPILE_CACHE: '1' } }
  const entrants: readonly Entrant[] = [
    { name: bareName, command: [benchFile('bare.mjs'), folder] },
    ...('enableCompileCache' in module ? [{ ...first, command: commandOf(program) }] : []),
    { name: fakeName, command: commandOf(program) },
    ...(earlier === undefined ? [] : [{ name: earlierName, command: commandOf(earlier) }]),
  ]
  const samples: Sample[] = []
  for (let round = -1; round < rounds; round += 1) {
    for (const entrant of entrants) samples.push(await timed(entrant, round))
  }
  return samples.filter(({ round }) => round >= 0)
}
