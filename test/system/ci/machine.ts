import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { root } from '../../docs/page.ts'

/** A command that has ended. */
export interface Ran {
  readonly code: number | null
  /** Its output, stderr included. */
  readonly out: string
}

/** A machine of a CI service with a checked-out project that has the package installed. */
export interface Machine {
  /** The folder of the project. */
  readonly project: string
  /** A folder for the files of the service. */
  readonly temp: string
  /** Runs bash until it has ended and nothing holds its output, as the services do. */
  readonly bash: (args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) => Promise<Ran>
  /** Ends everything that was started, and removes the files. */
  readonly remove: () => Promise<void>
}

/** The commands that would need a network do nothing, an install gives the packages of the project, and npx looks nowhere but in the project. */
const programs = {
  npm: `#!/bin/sh
[ "$1" = ci ] && exit
[ "$1" = install ] && mkdir -p "$3" && echo "$*" && exec ln -s "$PWD/node_modules" "$3/node_modules"
PATH=\${PATH#*${delimiter}} exec npm "$@"
`,
  npx: '#!/bin/sh\n[ "$1 $2" = "--no --" ] && shift 2\nPATH=$PWD/node_modules/.bin:$PATH exec "$@"\n',
}

const client = `
import assert from 'node:assert'
import { it } from 'node:test'

const { CLOUDSEC_BASE_URL: url, CLOUDSEC_API_KEY: key, CLIENT_PATH: path = '/cloud/resources' } = process.env
it('lists the resources', async () => {
  const { status } = await fetch(url + path, { headers: { Authorization: 'Bearer ' + key } })
  assert.equal(status, 200)
})
`

/** Makes a machine with a project of one test. @param files further files of the project */
export async function createMachine(files: Readonly<Record<string, string>> = {}): Promise<Machine> {
  const own = await mkdtemp(join(tmpdir(), 'cloudsec-ci-'))
  const [project, temp, bin] = [join(own, 'project'), join(own, 'temp'), join(own, 'bin')]
  const modules = join(project, 'node_modules')
  const folders = [temp, bin, join(modules, '.bin'), ...Object.keys(files).map((name) => dirname(join(project, name)))]
  await Promise.all(folders.map(async (path) => await mkdir(path, { recursive: true })))
  const all = { 'package.json': '{ "scripts": { "test": "node --test" } }', 'client.test.mjs': client, ...files }
  await Promise.all([
    symlink(root, join(modules, 'cloudsec-fake')),
    symlink('../cloudsec-fake/dist/cli/main.cjs', join(modules, '.bin/cloudsec-fake')),
    ...Object.entries(all).map(async ([name, text]) => await writeFile(join(project, name), text, { mode: 0o755 })),
    ...Object.entries(programs).map(async ([name, text]) => await writeFile(join(bin, name), text, { mode: 0o755 })),
  ])
  const groups: number[] = []
  return {
    project,
    temp,
    bash: async (args, cwd, env) => {
      const { PATH = '', HOME = '' } = process.env
      const variables = { PATH: `${bin}${delimiter}${PATH}`, HOME, ...env }
      const child = spawn('bash', args, { cwd, env: variables, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
      if (child.pid !== undefined) groups.push(child.pid)
      let out = ''
      for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (out += text))
      return await new Promise((resolve) => child.on('close', (code) => resolve({ code, out })))
    },
    remove: async () => {
      groups.forEach(endGroup)
      await rm(own, { recursive: true })
    },
  }
}

/** Ends what a command has left running. */
function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL')
  } catch {
    // Nothing is left of it.
  }
}
