// nginx and four instances against one instance: `npm run bench:fleet [-- SECONDS]`. It needs nginx and wrk.
// Requests a second and processor time; 2,000 sandboxes with every answer compared; an instance that is killed and comes back.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { connect } from '../src/index.ts'
import { type Fleet, startFleet } from '../test/system/support/fleet.ts'
import { run } from './commands.ts'
import { median } from './figures.ts'
import { measureCosts } from './fleet-costs.ts'
import { killOne } from './fleet-kill.ts'
import { type Player, playAlone, playStep, type Script, scriptLength } from './fleet-script.ts'
import { keyHeaders } from './inventory.ts'
import { Line } from './line.ts'
import { benchFile } from './places.ts'
import { show, toTable } from './table.ts'
import { cpuMicros } from './usage.ts'

const [seconds = 5] = process.argv.slice(2).map(Number)
const sandboxCount = 2000
/** Steps before the instance is killed; the others come after it. */
const stepsBefore = 50
const connections = 32
const rounds = 3
const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-'))
const flags = ['--max-sandboxes', '10000', '--quota', '1000000000']
const stateOf = (number: number): readonly string[] => ['--state', join(folder, `state-${number}.json`)]

interface Loaded {
  readonly perSecond: number
  /** Processor time for a request, of the instances and of the balancer. */
  readonly instanceMicros: number
  readonly balancerMicros: number
}

/** Puts a load on an address, and counts what the processes took. */
async function load(
  name: string,
  url: string,
  instances: readonly number[],
  balancer: readonly number[],
): Promise<Loaded> {
  const taken = (pids: readonly number[]): number => pids.reduce((sum, pid) => sum + (cpuMicros(pid) ?? 0), 0)
  const before = [taken(instances), taken(balancer)] as const
  const line = [
    'wrk',
    '-t',
    '1',
    '-c',
    String(connections),
    '-d',
    `${seconds}s`,
    '-s',
    benchFile('fleet.lua'),
    url,
    '--',
    name,
    '400',
  ]
  const printed = (await run(line)).trim().split('\n').at(-1) ?? ''
  const { requests, seconds: took, wrong } = JSON.parse(printed)
  if (wrong > 0) throw new Error(`${wrong} of ${requests} answers are not 200`)
  return {
    perSecond: requests / took,
    instanceMicros: (taken(instances) - before[0]) / requests,
    balancerMicros: (taken(balancer) - before[1]) / requests,
  }
}

async function compareSpeed(fleet: Fleet): Promise<string> {
  const [one = ''] = fleet.instances
  const all = fleet.instances.map((each) => fleet.pidOf(each))
  const results: (readonly [Loaded, Loaded])[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const alone = await load('alone', one, [fleet.pidOf(one)], [])
    const together = await load('load', fleet.url, all, [fleet.pidOf(fleet.url)])
    // In the first round, the programs are still being compiled.
    if (round > 0) results.push([alone, together])
  }
  const rows = ['one instance', 'nginx and four instances'].map((name, i) => {
    const loads = results.map((pair) => pair[i === 0 ? 0 : 1])
    return [
      name,
      show(median(loads.map(({ perSecond }) => perSecond))),
      show(median(loads.map(({ instanceMicros }) => instanceMicros)), 1),
      show(median(loads.map(({ balancerMicros }) => balancerMicros)), 1),
    ]
  })
  return toTable(
    [
      'load of lists of 20 in 400 sandboxes',
      'requests a second',
      'instances, CPU µs a request',
      'nginx, CPU µs a request',
    ],
    rows,
  )
}

/** Names each sandbox in one of four ways. */
async function playersOf(fleet: Fleet, scripts: readonly Script[]): Promise<readonly Player[]> {
  const fake = await connect(fleet.url)
  const players: Player[] = []
  for (let i = 0; i < sandboxCount; i += 1) {
    const name = `play-${i}`
    const script = scripts[i % scripts.length]
    if (script === undefined) throw new Error('no script')
    const secret = i % 4 === 3 ? (await fake.sandbox(name).keys.create({ name: 'k' })).secret : ''
    const ways: readonly Omit<Player, 'script'>[] = [
      { prefix: `/@${name}`, headers: keyHeaders },
      { prefix: '', headers: { ...keyHeaders, 'X-Fake-Sandbox': name } },
      { prefix: '', headers: { ...keyHeaders, baggage: `cloudsec-sandbox=${name}` } },
      { prefix: '', headers: { Authorization: `Bearer ${secret}` } },
    ]
    const way = ways[i % ways.length]
    if (way !== undefined) players.push({ script, ...way })
  }
  return players
}

/** Plays steps of all players, the same step of each before the next one. @returns what was wrong */
async function play(fleet: Fleet, players: readonly Player[], from: number, to: number): Promise<readonly string[]> {
  const wrong: string[] = []
  const worker = async (number: number): Promise<void> => {
    const line = new Line(fleet.url)
    for (let step = from; step < to; step += 1)
      for (let i = number; i < players.length; i += connections) {
        const player = players[i]
        const fault = player === undefined ? undefined : await playStep(line, player, step)
        if (fault !== undefined) wrong.push(fault)
      }
    line.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, number) => worker(number)))
  return wrong
}

/** Does some work with a fleet, and ends it. */
async function withFleet<T>(flagsOf: (number: number) => readonly string[], work: (fleet: Fleet) => Promise<T>) {
  const fleet = await startFleet('nginx', flagsOf)
  try {
    return await work(fleet)
  } finally {
    await fleet.close()
  }
}

/** Compares every answer, before and after an instance is killed. @returns lines of a report */
async function compareAnswers(fleet: Fleet): Promise<readonly string[]> {
  const players = await playersOf(fleet, await playAlone())
  const before = await play(fleet, players, 0, stepsBefore)
  // The state is written within a second.
  await wait(3000)
  const killed = await killOne(fleet)
  const after = await play(fleet, players, stepsBefore, scriptLength)
  process.exitCode = before.length + after.length === 0 ? 0 : 1
  process.stderr.write([...before, ...after].slice(0, 1).join(''))
  return [
    `${sandboxCount} sandboxes × ${stepsBefore} requests: ${before.length} wrong answers.`,
    ...killed,
    `${sandboxCount} sandboxes × ${scriptLength - stepsBefore} more requests after that: ${after.length} wrong answers.`,
  ]
}

try {
  const lines = [await withFleet(() => flags, compareSpeed)]
  lines.push(...(await withFleet((number) => [...flags, ...stateOf(number)], compareAnswers)))
  lines.push(await measureCosts())
  process.stdout.write(`${lines.join('\n\n')}\n`)
} finally {
  rmSync(folder, { recursive: true })
}
