// A long mixed load, with sandboxes that come and go, and the memory of the fake at each tenth of it:
// `npm run bench:soak [-- --requests N] [--out FOLDER]`. Exits with 1 if memory has grown or an answer was wrong.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { run } from './commands.ts'
import { fakeCommand } from './fake.ts'
import { Inventory, pagePath, pageSize, resourcesPath } from './inventory.ts'
import { resultsFolder } from './places.ts'
import { createRandom } from './random.ts'
import { heapOptions, isPinned, type Server, startServer } from './server.ts'
import { hasGrown, type Tenth, toleranceText, toSoakTable } from './soak-level.ts'
import { type Crowd, type Known, type Life, SoakUser } from './soak-user.ts'
import { show } from './table.ts'
import { cpuMicros, residentBytes } from './usage.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000000' },
    out: { type: 'string', default: resultsFolder },
  },
})
const total = Number(values.requests)
// The journal has to be full by the end of the first tenth.
if (!Number.isInteger(total) || total < 100_000 || total % 100 !== 0)
  throw new Error('--requests: expected hundreds, from 100000')

/** Requests of a tenth. */
const tenth = total / 10

/** The users: one resets the sandbox `default`, some keep their sandbox long, some only briefly. */
const lives: readonly Life[] = [
  { isDefault: true, requests: 5000 },
  ...Array.from({ length: 11 }, () => ({ isDefault: false, requests: 2000 })),
  ...Array.from({ length: 4 }, () => ({ isDefault: false, requests: 25 })),
]

/** The number of resources. */
const resources = 20_000

/** The memory samples in each tenth. */
const samplesInTenth = 5

async function learn(origin: string): Promise<Known> {
  const inventory = new Inventory(origin)
  const { items, pages } = await inventory.page(pagePath(1), 1, pageSize)
  const ids = items.map(({ id }) => id)
  const bodies: string[] = []
  for (const id of ids) bodies.push(await inventory.get(`${resourcesPath}/${id}`))
  inventory.close()
  const filters = items.map(({ type, provider, region }) => `type=${type}&provider=${provider}&region=${region}`)
  return { ids, bodies, filters: [...new Set(filters)], pages }
}

/** Samples the memory of a server during the soak. */
class Watch {
  readonly tenths: Tenth[] = []
  readonly counts = new Map<string, number>()
  readonly #server: Server
  #made = 0
  #heap: number[] = []
  #resident: number[] = []
  #looking: Promise<void> = Promise.resolve()
  #sinceMs = performance.now()

  constructor(server: Server) {
    this.#server = server
  }

  /** Counts a request. @returns false if enough were made */
  next(name: string): boolean {
    if (this.#made >= total) return false
    this.#made += 1
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
    const made = this.#made
    if (made % (tenth / samplesInTenth) === 0) this.#looking = this.#looking.then(() => this.#look(made))
    return true
  }

  /** Waits for the last look. */
  async settled(): Promise<void> {
    await this.#looking
  }

  async #look(made: number): Promise<void> {
    this.#resident.push(residentBytes(this.#server.pid) ?? 0)
    const { heapUsed, external } = await this.#server.heap()
    this.#heap.push(heapUsed + external)
    if (this.#heap.length < samplesInTenth) return
    const nowMs = performance.now()
    const perSecond = tenth / ((nowMs - this.#sinceMs) / 1000)
    this.tenths.push({ requests: made, perSecond, resident: this.#resident, heap: this.#heap })
    this.#sinceMs = nowMs
    this.#resident = []
    this.#heap = []
    process.stderr.write(`${made} requests, ${Math.round(perSecond)} a second\n`)
  }
}

async function soak(server: Server): Promise<Watch> {
  const watch = new Watch(server)
  const random = createRandom(1)
  let names = 0
  const crowd: Crowd = {
    origin: server.origin,
    known: await learn(server.origin),
    random,
    newName: () => `soak-${(names += 1)}`,
    next: (name) => watch.next(name),
  }
  await Promise.all(lives.map((life) => new SoakUser(crowd, life).run()))
  await watch.settled()
  return watch
}

const options = ['--resources', String(resources)]
const server = await startServer({ command: [...fakeCommand, ...options], folder: tmpdir(), nodeOptions: heapOptions })
try {
  if (isPinned) await run(['taskset', '-a', '-c', '-p', '1', String(process.pid)])
  const startedMs = performance.now()
  const before = process.cpuUsage()
  const { tenths, counts } = await soak(server)
  const seconds = (performance.now() - startedMs) / 1000
  const cpu = cpuMicros(server.pid)
  const { user, system } = process.cpuUsage(before)
  const counted = [...counts].map(([name, count]) => `${name} ${count}`).join(', ')
  const markdown = [
    `${total} requests in ${Math.round(seconds)} s, every answer as expected (${counted}).`,
    `Processor time for a request: ${show(cpu === undefined ? undefined : cpu / total, 1)} µs of the server, ${show((user + system) / total, 1)} µs of the load.`,
    toSoakTable(tenths),
    toleranceText(tenths),
  ].join('\n\n')
  mkdirSync(values.out, { recursive: true })
  writeFileSync(join(values.out, 'soak.md'), `${markdown}\n`)
  writeFileSync(
    join(values.out, 'soak.json'),
    JSON.stringify({ total, seconds, tenths, counts: Object.fromEntries(counts) }, undefined, 2),
  )
  process.stdout.write(`${markdown}\n`)
  process.exitCode = hasGrown(tenths) ? 1 : 0
} finally {
  await server.stop()
}
