import module from 'node:module'
import { tmpdir } from 'node:os'

import { earlierName, fakeCommand, fakeName, kindFolder, requestsFor } from './fake.ts'
import { bareName, median } from './figures.ts'
import { Inventory, keyHeaders, pagePath, pageSize } from './inventory.ts'
import { Line, toBytes } from './line.ts'
import { benchFile, program } from './places.ts'
import { writeRequests } from './requests.ts'
import { startServer } from './server.ts'
import { show, showMb, toTable } from './table.ts'
import { cpuMicros, residentBytes } from './usage.ts'

/** One start, to the first 200. */
interface Start {
  readonly name: string
  readonly ms: number
  readonly cpuMs: number | undefined
  readonly bytes: number | undefined
}

/** Starts of one server. */
export interface Starts {
  readonly name: string
  readonly count: number
  /** Median of the time from the spawn to the first 200. */
  readonly ms: number | undefined
  readonly cpuMs: number | undefined
  /** Median of the ratios to the bare server in the same round. */
  readonly timesBare: number | undefined
  readonly cpuTimesBare: number | undefined
  /** Resident memory after the first answer. */
  readonly bytes: number | undefined
}

/** The fake without cached compiled code. */
const firstName = `${fakeName}, the first time`
const firstVariables = { NODE_DISABLE_COMPILE_CACHE: '1' }

/** True if Node caches compiled code for later starts. */
const keepsCode = 'enableCompileCache' in module

async function timed(
  name: string,
  command: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Start> {
  const startedMs = performance.now()
  const server = await startServer({ command, folder: tmpdir(), pinned: false, variables })
  try {
    const line = new Line(server.origin)
    const { status } = await line.ask(toBytes('GET', pagePath(1), keyHeaders))
    const ms = performance.now() - startedMs
    const cpu = cpuMicros(server.pid)
    const bytes = residentBytes(server.pid)
    line.close()
    if (status !== 200) throw new Error(`${name}: the first answer has the status ${status}`)
    return { name, ms, cpuMs: cpu === undefined ? undefined : cpu / 1000, bytes }
  } finally {
    await server.stop()
  }
}

const isKnown = (value: number | undefined): value is number => value !== undefined

function summarise(name: string, starts: readonly Start[], bare: readonly Start[]): Starts {
  const ratios = (read: (start: Start) => number | undefined): readonly number[] =>
    starts.flatMap((start, round) => {
      const own = read(start)
      const other = bare[round] === undefined ? undefined : read(bare[round])
      return own === undefined || other === undefined ? [] : [own / other]
    })
  return {
    name,
    count: starts.length,
    ms: median(starts.map(({ ms }) => ms)),
    cpuMs: median(starts.map(({ cpuMs }) => cpuMs).filter(isKnown)),
    timesBare: median(ratios(({ ms }) => ms)),
    cpuTimesBare: median(ratios(({ cpuMs }) => cpuMs)),
    bytes: median(starts.map(({ bytes }) => bytes).filter(isKnown)),
  }
}

/** Writes the answer of the bare server: the page that is requested from the fake. */
async function writeStartPage(folder: string): Promise<void> {
  const fake = await startServer({ command: fakeCommand, folder: tmpdir() })
  try {
    const inventory = new Inventory(fake.origin)
    const { text } = await inventory.page(pagePath(1), 1, pageSize)
    inventory.close()
    const requests = await requestsFor(fake.origin, [pagePath(1)], [text])
    writeRequests(kindFolder(folder, 'list'), requests)
  } finally {
    await fake.stop()
  }
}

/**
 * Times starts from the spawn to the first 200, of the bare server and the fake in turn, none tied to a core. If Node
 * caches compiled code, the fake is also started without it. The first round is discarded.
 * @param folder for the answer of the bare server
 * @param earlier the program of an earlier build
 */
export async function measureStarts(folder: string, rounds: number, earlier?: string): Promise<readonly Starts[]> {
  await writeStartPage(folder)
  const bareCommand = [benchFile('bare.mjs'), folder]
  const startCommand = (file: string): readonly string[] => [file, 'start', '--port', '0', '--print-url']
  const [bare, first, later, before]: [Start[], Start[], Start[], Start[]] = [[], [], [], []]
  await timed(bareName, bareCommand)
  await timed(fakeName, startCommand(program))
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await timed(bareName, bareCommand))
    if (keepsCode) first.push(await timed(firstName, startCommand(program), firstVariables))
    later.push(await timed(fakeName, startCommand(program)))
    if (earlier !== undefined) before.push(await timed(earlierName, startCommand(earlier)))
  }
  const ofFirst = keepsCode ? [summarise(firstName, first, bare)] : []
  const ofEarlier = earlier === undefined ? [] : [summarise(earlierName, before, bare)]
  return [summarise(bareName, bare, bare), ...ofFirst, summarise(fakeName, later, bare), ...ofEarlier]
}

/** The table of starts. */
export function toStartTable(starts: readonly Starts[]): string {
  const head = ['start to the first 200', 'ms', 'times bare', 'CPU ms', 'times bare by CPU', 'MB resident', 'starts']
  return toTable(
    head,
    starts.map(({ name, count, ms, cpuMs, timesBare, cpuTimesBare, bytes }) => [
      name,
      show(ms),
      show(timesBare, 2),
      show(cpuMs),
      show(cpuTimesBare, 2),
      showMb(bytes),
      String(count),
    ]),
  )
}
