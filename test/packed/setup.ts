import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import type { TestProject } from 'vitest/node'

import { connect } from '../../src/index.ts'
import { packInto } from '../support/packed.ts'
import { sendJob } from '../support/send-job.ts'
import { installedIn, type NodeVersion, temporaryIn } from './installed.ts'
import wanted from './versions/package.json' with { type: 'json' }

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that the package is installed in. */
    readonly project: string
    /** The versions of Node that it is tested on. */
    readonly nodes: readonly NodeVersion[]
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const versionsFolder = fileURLToPath(new URL('versions', import.meta.url))

/** Runs npm in a folder. */
async function npm(folder: string, ...args: readonly string[]): Promise<void> {
  const options = ['--prefix', folder, '--prefer-offline', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', [...args, ...options], { cwd: folder })
}

/** Installs the package, as it is published, in an empty folder, and starts it once on each version of Node. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const project = await mkdtemp(join(tmpdir(), 'cloudsec-packed-'))
  const remove = async (): Promise<void> => await rm(project, { recursive: true })
  try {
    const [tarball] = await Promise.all([packInto(project), writeFile(join(project, 'package.json'), '{}')])
    await Promise.all([mkdir(temporaryIn(project)), mkdir(join(project, 'scenarios'))])
    await npm(project, 'install', tarball)
    await Promise.all(['vitest', 'msw', '@playwright'].map((peer) => link(project, peer)))
    const nodes = [{ version: process.versions.node, folder: dirname(process.execPath) }, ...(await installVersions())]
    await Promise.all(nodes.map((node) => startFirst(project, node)))
    provide('project', project)
    provide('nodes', nodes)
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

/** Gives the project a package that is optional there, from those that this one has installed. */
async function link(project: string, name: string): Promise<void> {
  await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name))
}

/** Installs what `versions/package.json` names, where it is not installed yet. @returns the versions of Node that this platform has */
async function installVersions(): Promise<readonly NodeVersion[]> {
  const platform = `${process.platform}-${process.arch}`
  const nodes = Object.entries(wanted.optionalDependencies).filter(([name]) => name.endsWith(`-${platform}`))
  if (nodes.length === 0) {
    process.stderr.write(`Only Node ${process.versions.node} is tested: npm has no other one for ${platform}.\n`)
  }
  const isThere = [...Object.entries(wanted.dependencies), ...nodes].map(async ([name, spec]) => {
    const manifest = await readFile(join(versionsFolder, 'node_modules', name, 'package.json'), 'utf8').catch(() => '')
    return manifest.includes(`"version": "${versionIn(spec)}"`)
  })
  if (!(await Promise.all(isThere)).every(Boolean)) await npm(versionsFolder, 'ci')
  return nodes.map(([name, spec]) => ({
    version: versionIn(spec),
    folder: join(versionsFolder, 'node_modules', name, 'bin'),
  }))
}

const versionIn = (spec: string): string => spec.slice(spec.lastIndexOf('@') + 1)

/** An address without a listener. */
const nobody = '127.0.0.1:9'

/** The time that a first start stays, in milliseconds: a program may wait until it has served for a while before it keeps something for later starts. */
const stayMs = 1500

/** Starts the program for the first time: it loads all that later starts load, and ends in order, so that Node keeps what it compiled. */
async function startFirst(project: string, node: NodeVersion): Promise<void> {
  const scenarios = join(project, 'scenarios')
  const { start } = installedIn(project, node)
  const program = start('--clock', 'frozen', '--watch', '--scenarios', scenarios)
  try {
    const fake = await connect(await program.ready)
    const notification = { email: 'dev@example.com', webhook_url: `http://${nobody}` }
    await sendJob(fake, { notification })
    await fake.clock.advance('1d')
    await Promise.all((['email', 'webhook'] as const).map((kind) => fake.outbox.next({ kind })))
    await sleep(stayMs)
  } finally {
    program.kill('SIGTERM')
  }
  const code = await program.ended
  if (code !== 0) throw new Error(`Node ${node.version}: ended with ${String(code)}: ${program.err()}`)
}
