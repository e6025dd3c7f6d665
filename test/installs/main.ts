import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import pLimit from 'p-limit'

import { startFake } from '../../src/index.ts'
import { toTable } from '../../src/lib/table.ts'
import { run } from '../support/consumer.ts'
import { type Case, cases } from './cases.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a command to its end. @throws Error with its output if it fails */
async function must(folder: string, command: string, ...args: readonly string[]): Promise<void> {
  const { code, out, err } = await run(command, args, folder)
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}: ${out}${err}`)
}

/** The promises of a runner, each with a function that finds what is wrong with it. */
interface Seen {
  /** The output of each of two runs beside one fake, and their exit codes. */
  readonly runs: readonly { readonly code: number; readonly output: string }[]
  /** The sandboxes that are left. */
  readonly left: readonly string[]
}

const promises = {
  'has its name': ({ runs }: Seen) =>
    runs.every(({ output }) => /sandbox: passes-by-itself-[0-9a-f]{8}\b/.test(output)),
  'is reset': ({ runs }: Seen) => runs.every(({ output }) => output.includes('before: 0')),
  'is reported': ({ runs }: Seen) =>
    runs.every(
      ({ code, output }) =>
        code === 1 &&
        /requests \(sandbox fails-after-a-request-[0-9a-f]{8}\)/.test(output) &&
        /limit=7 +503 +service_unavailable +service-unavailable\[0\]/.test(output),
    ),
  'is given back': ({ left }: Seen) => left.length === 1 && left[0]?.startsWith('fails-after-a-request-') === true,
  'has options': ({ runs }: Seen) => runs.every(({ output }) => /^(?:# )? *options: frozen$/m.test(output)),
}

type Outcome = Readonly<Record<string, boolean>>

async function observe(folder: string, { command, environment, expected }: Case): Promise<readonly [Outcome, string]> {
  const [program = '', ...args] = command
  const once = async (more: Readonly<Record<string, string>>) => {
    const { code, out, err } = await run(program, args, folder, { NO_COLOR: '1', CI: '1', ...environment, ...more })
    return { code, output: out + err }
  }
  if (expected !== undefined) {
    const { code, output } = await once({})
    return [{ 'as expected': code === expected.code && expected.output.test(output) }, output]
  }
  const fake = await startFake()
  const variables = { CLOUDSEC_CONTROL_URL: fake.controlUrl }
  const runs = [await once(variables), await once(variables)]
  const left = (await fake.sandboxes.list()).map(({ name }) => name).filter((name) => name !== 'default')
  await fake.close()
  const seen = { runs, left }
  const outcome = Object.entries(promises).map(([name, holds]) => [name, holds(seen)])
  return [Object.fromEntries(outcome), [...runs.map(({ output }) => output), `left: ${left.join()}`].join('\n')]
}

async function tryCase(parent: string, tarball: string, position: number): Promise<readonly string[]> {
  const one = cases[position]
  if (one === undefined) throw new Error('no such case')
  const folder = join(parent, String(position))
  await mkdir(folder)
  const type =
    one.environment === undefined && !one.files.some((file) => /^(?:vitest|playwright)/.test(file))
      ? 'commonjs'
      : 'module'
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type }))
  await Promise.all(one.files.map((file) => copyFile(new URL(`suites/${file}`, import.meta.url), join(folder, file))))
  await must(folder, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball, ...one.packages)
  await must(folder, join(folder, 'node_modules/.bin/cloudsec-fake'), '--version')
  const [outcome, output] = await observe(folder, one)
  const broken = Object.keys(outcome).filter((name) => outcome[name] !== true)
  if (broken.length > 0) process.stderr.write(`${one.packages[0]} ${one.files.join(' ')}\n${output}\n`)
  return [
    one.packages[0] ?? `node ${process.versions.node}`,
    one.files.at(-1) ?? '',
    broken.length === 0 ? `ok: ${Object.keys(outcome).join(', ')}` : `FAILS: ${broken.join(', ')}`,
  ]
}

const only = process.argv[2] ?? ''
const parent = await mkdtemp(join(tmpdir(), 'cloudsec-installs-'))
try {
  await must(root, 'npm', 'pack', '--pack-destination', parent)
  const [tarball = ''] = await readdir(parent)
  const limit = pLimit(2)
  const wanted = [...cases.keys()].filter((position) => JSON.stringify(cases[position]).includes(only))
  const rows = await Promise.all(
    wanted.map((position) => limit(async () => await tryCase(parent, join(parent, tarball), position))),
  )
  process.stdout.write(`${toTable([['BESIDE', 'RUNS', 'RESULT'], ...rows])}\n`)
  if (rows.some(([, , result = '']) => !result.startsWith('ok'))) process.exitCode = 1
} finally {
  await rm(parent, { recursive: true })
}
