import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { inject } from 'vitest'

import manifest from '../../../package.json' with { type: 'json' }
import type { Ran } from '../../support/consumer.ts'
import { oncePerRun } from '../../support/once-per-run.ts'
import { type Containers, containersIn } from './containers.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The image that the Dockerfile makes of the packed package, and the programs that know it. */
export interface Image extends Containers {
  readonly name: string
  /** The folder with the Dockerfile and the package. */
  readonly context: string
  /** Builds an image of such a folder. */
  readonly build: (context: string, tag: string) => Promise<Ran>
}

/** The version of Node in it, which npm has too. */
export const [, nodeOfImage = ''] = /node:([\d.]+)-slim$/m.exec(readFileSync(join(root, 'Dockerfile'), 'utf8')) ?? []

const name = `localhost/${manifest.name}:${manifest.version}`

/** The image. The first test that asks for it builds it, for all workers of the run. */
export async function buildImage(): Promise<Image> {
  const folder = join(inject('buildFolder'), 'containers')
  const containers = await containersIn(folder)
  const files = await oncePerRun('image', async () => await buildIn(folder, containers))
  const build: Image['build'] = async (context, tag) => await buildFrom(files, containers, context, tag)
  return { ...containers, name, context: join(files, 'context'), build }
}

/**
 * Builds it by the Dockerfile as it is. Its base stands in for that of `node`, since tests reach no registry of images: it is
 * Node of npm, and the programs of this machine. Its npm asks nobody either: it finds all packages in the cache.
 * @returns the folder of its files
 */
async function buildIn(parent: string, containers: Containers): Promise<string> {
  // A failed attempt leaves its files behind.
  const folder = await mkdtemp(join(parent, 'build-'))
  const context = join(folder, 'context')
  await mkdir(context)
  await Promise.all([fetchNode(folder), fillCache(folder, context), makeBase(folder, containers)])
  for (const file of ['Dockerfile', '.dockerignore']) await copyFile(join(root, file), join(context, file))
  const { code, err } = await buildFrom(folder, containers, context, name)
  if (code !== 0) throw new Error(err)
  return folder
}

async function buildFrom(folder: string, { run }: Containers, context: string, tag: string): Promise<Ran> {
  const cache = await npm(folder, 'config', 'get', 'cache')
  const mounts = ['/usr:/usr:ro', `${folder}/node:/opt:ro`, `${cache}:/cache`].map((mount) => `--volume=${mount}`)
  const flags = ['--isolation=chroot', '--format=docker', '--quiet', `--build-arg=NODE_IMAGE=${baseName}`]
  const labels = [`--build-arg=VERSION=${manifest.version}`, '--build-arg=REVISION=0123abc']
  await writeFile(join(folder, 'npmrc'), 'offline=true\ncache=/cache\n')
  const secret = `--secret=id=npmrc,src=${folder}/npmrc`
  return await run('buildah', 'build', ...flags, ...labels, ...mounts, secret, `--tag=${tag}`, context)
}

const baseName = 'localhost/base'

const base = `FROM scratch
COPY . /
ENV PATH=/opt:/usr/bin
`

async function makeBase(folder: string, containers: Containers): Promise<void> {
  const files = join(folder, 'base')
  for (const own of ['usr', 'opt', 'cache', 'tmp', 'etc', 'root']) await mkdir(join(files, own), { recursive: true })
  for (const link of ['bin', 'lib', 'lib64', 'sbin']) await symlink(`usr/${link}`, join(files, link))
  await writeFile(join(folder, 'Basefile'), base)
  const args = ['build', '--quiet', `--file=${folder}/Basefile`, `--tag=${baseName}`, files]
  const { code, err } = await containers.run('buildah', ...args)
  if (code !== 0) throw new Error(err)
}

const execute = promisify(execFile)

async function npm(folder: string, ...args: readonly string[]): Promise<string> {
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--silent']
  return (await execute('npm', [...args, ...options], { cwd: folder })).stdout.trim()
}

/** Makes a folder `node` that has only this Node. */
async function fetchNode(folder: string): Promise<void> {
  const packed = await npm(folder, 'pack', `node-${process.platform}-${process.arch}@${nodeOfImage}`)
  const node = join(folder, 'node')
  await mkdir(node)
  await execute('tar', ['-xzf', packed, '-C', node, '--strip-components=2', 'package/bin/node'], { cwd: folder })
}

/** Installs the package outside the image first: the cache of npm then has all that it needs. */
async function fillCache(folder: string, context: string): Promise<void> {
  const tarball = await packInto(context)
  await npm(folder, 'install', '--prefix', join(folder, 'installed'), '--ignore-scripts', '--global', tarball)
}

/** Packs what is built, unless PACKED names it packed. @returns its path */
async function packInto(context: string): Promise<string> {
  const tarball = join(context, `${manifest.name}-${manifest.version}.tgz`)
  const named = process.env['PACKED']
  if (named === undefined) await npm(root, 'pack', '--ignore-scripts', '--pack-destination', context)
  else await copyFile(join(root, named), tarball)
  return tarball
}
