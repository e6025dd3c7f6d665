// Speed of the fake beside bare node:http and Hono: `npm run bench [-- OPTIONS]`; `-- --help` lists them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Arguments, readArguments, usage } from './arguments.ts'
import { earlierName, fakeName } from './fake.ts'
import { measureLoads } from './loads.ts'
import { version } from './places.ts'
import { cellsOf, type Results, slowerRows, toMarkdown } from './report.ts'
import { isPinned } from './server.ts'
import { measureStarts } from './start.ts'

const startedMs = performance.now()

const tell = (line: string): void => {
  process.stderr.write(`${String(Math.round((performance.now() - startedMs) / 1000)).padStart(4)} s  ${line}\n`)
}

async function measure(args: Arguments, folder: string): Promise<Results> {
  const { kinds, withStart, rounds, seconds, starts, earlier } = args
  const loads = kinds.length === 0 ? undefined : await measureLoads({ ...args, folder: join(folder, 'loads'), tell })
  if (withStart) tell('starts')
  const setting = {
    'cloudsec-fake': version,
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    'server and load on a core each': isPinned,
    rounds,
    'seconds a round': seconds,
  }
  return { setting, loads, starts: withStart ? await measureStarts(join(folder, 'start'), starts, earlier) : [] }
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
