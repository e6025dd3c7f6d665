// Speed of the fake beside bare node:http and its peers: `npm run bench [-- OPTIONS]`; `-- --help` lists them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Arguments, readArguments, usage } from './arguments.ts'
import { earlierName, fakeName } from './fake.ts'
import { prepareLoadTool } from './load.ts'
import { type LoadPlan, measureLoads, measureLoadsIfTaken } from './loads.ts'
import { peers } from './peers.ts'
import { version } from './places.ts'
import { cellsOf, type Results, slowerRows, toMarkdown } from './report.ts'
import { measureScale } from './scale.ts'
import { isPinned } from './server.ts'
import { measureStarts, writeStartPage } from './start.ts'

/** Sizes of the inventory that has each page asked once in a long while, and of the large one. */
const [walkedCounts, largeCounts] = [[32_000], [1_000_000]]

const startedMs = performance.now()

const tell = (line: string): void => {
  process.stderr.write(`${String(Math.round((performance.now() - startedMs) / 1000)).padStart(4)} s  ${line}\n`)
}

async function measure(args: Arguments, folder: string): Promise<Results> {
  const tool = await prepareLoadTool()
  const plan: LoadPlan = {
    ...args,
    tool,
    folder: join(folder, 'walked'),
    counts: walkedCounts,
    suffix: () => '',
    tell,
  }
  const main = args.kinds.length === 0 ? undefined : await measureLoads(plan)
  const large = args.kinds.includes('pages')
    ? await measureLoadsIfTaken({
        ...plan,
        kinds: ['pages'],
        connections: args.connections.filter((count) => count === 16),
        folder: join(folder, 'large'),
        counts: largeCounts,
        withPeers: false,
        suffix: (count) => `, of ${count} resources`,
      })
    : undefined
  if (args.withStart) tell('starts')
  const starts = args.withStart
    ? await measureStarts(await writeStartPage(join(folder, 'start')), args.starts, main?.peers ?? [], args.earlier)
    : []
  if (args.withScale) tell('a large inventory')
  const scale = args.withScale ? await measureScale(largeCounts) : undefined
  const setting = {
    'cloudsec-fake': version,
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    load: tool.name,
    'server and load on a core each': isPinned,
    rounds: args.rounds,
    'seconds a round': args.seconds,
    peers: peers.map(({ name, version }) => `${name} ${version}`).join(', '),
  }
  return { setting, loads: [main, large].filter((loads) => loads !== undefined), starts, scale }
}

const args = readArguments(process.argv.slice(2))
if (args === undefined) {
  process.stdout.write(usage)
} else {
  const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-run-'))
  try {
    const results = await measure(args, folder)
    const markdown = toMarkdown(results, fakeName)
    mkdirSync(args.out, { recursive: true })
    writeFileSync(join(args.out, 'bench.md'), markdown)
    writeFileSync(join(args.out, 'bench.json'), JSON.stringify({ ...results, cells: cellsOf(results) }, undefined, 2))
    process.stdout.write(markdown)
    const slower = args.earlier === undefined ? [] : slowerRows(results, fakeName, earlierName)
    for (const row of slower) process.stdout.write(`slower: ${row}\n`)
    if (slower.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}
