import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import * as z from 'zod/mini'

import type { NewMachine } from './new-machine.ts'

/** The last Verdaccio for Node 20. One of its packages needs a tag of node-fetch that some registries lack. */
const manifest = {
  private: true,
  dependencies: { verdaccio: '6.8.0' },
  overrides: { 'node-fetch': '2.7.0' },
}

/** It serves only the package; others come from npm's registry. */
const configuration = (uplink: string) => ({
  storage: './storage',
  log: { type: 'stdout', format: 'json', level: 'warn' },
  uplinks: { upstream: { url: uplink, timeout: '60s', max_fails: 10 } },
  packages: {
    'cloudsec-fake': { access: '$all', publish: '$all' },
    '**': { access: '$all', proxy: 'upstream' },
  },
})

/** A free port. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.int() }).parse(server.address())
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Reads an npm setting of this machine, such as `registry` or `cache`. */
const configured = (name: string): string =>
  execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', cwd: tmpdir() }).trim()

/** Installs a registry in a folder, and starts it on the loopback. */
export async function startRegistry(machine: NewMachine, folder: string, port: number): Promise<void> {
  const uplink = configured('registry')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await machine.run(
    ['npm', 'install', '--registry', uplink, '--cache', configured('cache'), '--prefer-offline'],
    folder,
  )
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(configuration(uplink)))
  const program = join(folder, 'node_modules/verdaccio/bin/verdaccio')
  const line = [process.execPath, program, '--config', 'config.yaml', '--listen', `127.0.0.1:${port}`]
  await machine.start(line, folder).printed(/http address/)
}
