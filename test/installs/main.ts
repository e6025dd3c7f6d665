/** Installs the packed package in empty folders beside each runner that it has a helper for, and prints a table of what works there. */

import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import pLimit from 'p-limit'

import { toTable } from '../../src/core/lib/table.ts'
import { run } from '../support/consumer.ts'
import { type Case, cases } from './cases.ts'
import { observe } from './observe.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function npm(folder: string, ...args: readonly string[]): Promise<void> {
  const { code, out, err } = await run('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund'], folder)
  if (code !== 0) throw new Error(`npm ${args.join(' ')}: ${out}${err}`)
}

/** The folders of installs, by what is in them: cases that differ only in their command share one. */
const folders = new Map<string, Promise<string>>()

async function install(tarball: string, one: Case): Promise<string> {
  const folder = await mkdtemp(join(parent, 'case-'))
  const texts = { 'package.json': JSON.stringify({ private: true, type: one.type }), ...one.texts }
  await Promise.all([
    ...Object.entries(texts).map(([name, text]) => writeFile(join(folder, name), text)),
    ...one.files.map((name) => copyFile(new URL(`suites/${name}`, import.meta.url), join(folder, name))),
  ])
  await npm(folder, 'install', tarball, ...one.packages)
  return folder
}

/** @returns a row of the table */
async function tryCase(tarball: string, one: Case): Promise<readonly [name: string, result: string]> {
  const key = JSON.stringify([one.packages, one.type, one.files, one.texts])
  const folder = folders.get(key) ?? install(tarball, one)
  folders.set(key, folder)
  const { held, broken, output } = await observe(await folder, one)
  if (broken.length === 0) return [one.name, held.join(', ')]
  process.stderr.write(`${one.name}\n${output}\n`)
  return [one.name, `FAILS: ${broken.join(', ')}`]
}

const parent = await mkdtemp(join(tmpdir(), 'cloudsec-installs-'))
try {
  await npm(root, 'pack', '--pack-destination', parent)
  const [tarball = ''] = await readdir(parent)
  const limit = pLimit(2)
  const wanted = cases.filter(({ name }) => name.includes(process.argv[2] ?? ''))
  const rows = await Promise.all(wanted.map((one) => limit(async () => await tryCase(join(parent, tarball), one))))
  process.stdout.write(`${toTable([['BESIDE', 'WORKS'], ...rows])}\n`)
  if (rows.some(([, result]) => result.startsWith('FAILS'))) process.exitCode = 1
} finally {
  await rm(parent, { recursive: true })
}
