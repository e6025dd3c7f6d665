// Speed of the fake beside bare node:http and Hono: `npm run bench [-- OPTIONS]`; `-- --help` lists them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'

import { type Arguments, readArguments, usage } from './arguments.ts'
import { earlierName, fakeName } from './fake.ts'
import { toCells } from './figures.ts'
import { measureLoads } from './loads.ts'
import { version } from './places.ts'
import { type Results, slowerRows, toMarkdown } from './report.ts'
import { isPinned } from './server.ts'
import { measureStarts } from './start.ts'

const startedMs = performance.now()

const tell = (line: string): void => {
  process.stderr.write(`${String(Math.round((performance.now() - startedMs) / 1000)).padStart(4)} s  ${line}\n`)
}

async function measure(args: Arguments, folder: string): Promise<Results> {
  const { kinds, withStart, rounds, seconds, starts, earlier } = args
  const samples = kinds.length === 0 ? [] : await measureLoads({ ...args, folder: join(folder, 'loads'), tell })
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
  const started = withStart ? await measureStarts(join(folder, 'start'), starts, earlier) : []
  return { setting, samples: [...samples, ...started] }
}

const args = readArguments(process.argv.slice(2))
if (args === undefined) {
  process.stdout.write(usage)
} else {
  const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-run-'))
  try {
    const results = await measure(args, folder)
    const markdown = toMarkdown(results)
    mkdirSync(args.out, { recursive: true })
    writeFileSync(join(args.out, 'bench.md'), markdown)
    writeFileSync(
      join(args.out, 'bench.json'),
      JSON.stringify({ ...results, cells: toCells(results.samples) }, undefined, 2),
    )
    process.stdout.write(markdown)
    const slower = args.earlier === undefined ? [] : slowerRows(results.samples, fakeName, earlierName)
    for (const row of slower) process.stdout.write(`slower: ${row}\n`)
    if (slower.length > 0) process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true })
  }
}
