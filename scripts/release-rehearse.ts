// Rehearses a release: publishes the package to a registry on this machine, and uses it as users do. PACKED names the
// packed package. It prints a table of steps with their seconds.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import manifest from '../package.json' with { type: 'json' }
import { toTable } from '../src/core/lib/table.ts'
import { createNewMachine } from '../test/support/new-machine.ts'
import { packInto } from '../test/support/packed.ts'
import { freePort, startRegistry } from '../test/support/registry.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'cloudsec-release-'))
const port = await freePort()
const machine = await createNewMachine(folder, `127.0.0.1:${port}`)
const rows = [['STEP', 'SECONDS', 'RESULT']]

/** Adds a row about a step. @returns its result */
async function step(name: string, work: () => Promise<string>): Promise<string> {
  const start = performance.now()
  let result = 'FAILED'
  try {
    result = await work()
  } finally {
    rows.push([name, ((performance.now() - start) / 1000).toFixed(1), result])
  }
  return result
}

/** Starts the program with npx, sends it a request, and stops it. */
async function serve(cwd: string, ...npx: readonly string[]): Promise<string> {
  const { printed, end } = machine.start(['npx', ...npx, 'start', '--port', '0', '--print-url'], cwd)
  const url = await printed(/http:\S+\/v1/)
  const { status } = await fetch(`${url}/cloud/resources`, { headers: { Authorization: 'Bearer csf_full_access' } })
  await end()
  if (status !== 200) throw new Error(`the request was answered with ${status}`)
  return `started, answered ${status}, stopped`
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? ''
const spec = `${manifest.name}@${manifest.version}`

async function rehearse(): Promise<void> {
  const tarball = await step('pack the package', async () => await packInto(folder))
  await step('start a registry', async () => {
    await startRegistry(machine, join(folder, 'registry'), port)
    return 'on the loopback'
  })
  await step('npm publish', async () =>
    lastLine(await machine.run(['npm', 'publish', tarball, '--provenance=false'], folder)),
  )
  const [empty, project] = [join(folder, 'empty'), join(folder, 'project')]
  await mkdir(empty)
  await step('npx in an empty folder', async () => await serve(empty, '--yes', spec))
  await step('npx again, from its cache', async () => await serve(empty, '--yes', '--offline', spec))
  await mkdir(join(project, 'tmp'), { recursive: true })
  await step('npm install', async () => {
    await writeFile(join(project, 'package.json'), '{ "private": true }')
    return lastLine(await machine.run(['npm', 'install', '--save-dev', spec], project))
  })
  const installed = ['--no', '--', manifest.name]
  await cp(join(root, 'test/upgrade'), project, { recursive: true })
  const read = join(project, 'read')
  await step('check files of 0.1.0', async () => lastLine(await machine.run(['npx', ...installed, 'check'], read)))
  await step('start with files of 0.1.0', async () => await serve(read, ...installed))
  await step('check forms of 0.1.0 that are refused', async () => {
    const line = ['npx', ...installed, 'check', '--fixtures', 'fixtures', '--scenarios', 'scenarios']
    return lastLine(await machine.run(line, join(project, 'refused'), {}, 1))
  })
  await step('run what the pages print', async () => {
    const line = 'npx vitest run --project programs --testTimeout 1500000 test/docs/examples.test.ts'.split(' ')
    return (/Tests .*/.exec(await machine.run(line, root, { INSTALLED: project, NO_COLOR: '1' })) ?? ['no test'])[0]
  })
}

process.once('SIGINT', () => void machine.end())
try {
  await rehearse()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
} finally {
  process.stdout.write(`${toTable(rows)}\n`)
  await machine.end()
  await rm(folder, { recursive: true, maxRetries: 9 })
}
