import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { builtPackage } from '../support/built.ts'
import { run } from '../support/consumer.ts'
import { serveListener } from '../support/other-server.ts'
import { root } from './page.ts'

/** What has the text of a command that somebody may run. */
const places = 'README.md CHANGELOG.md AGENTS.md ARCHITECTURE.md CONTRIBUTING.md Dockerfile package.json'
const folders = 'docs skills examples src action deploy scenarios schemas fixtures bench test/clients'

const files = [
  ...places.split(' '),
  ...folders.split(' ').flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:webp|pyc|class)$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`.replace(root, '')),
  ),
].map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))

/** Ways to run a package that fetch it where it is not installed, up to the name of this one. */
const fetching = /(?:npx|npm (?:exec|x)|bunx|(?:pnpm|yarn) dlx|pnpx)(?:\s+-\S*)*\s+cloudsec-fake(?![\w-])/g

/** Ways to install a package by its name. */
const installing =
  /npm (?:install|i|add)(?:\s+-\S*)*\s+cloudsec-fake(?![\w-])|(?:pnpm|yarn|bun) add(?:\s+-\S*)*\s+cloudsec-fake/g

describe('printed commands', () => {
  it('run the package that is installed, and fetch nothing', () => {
    const calls = files.flatMap(({ path, text }) =>
      [...text.matchAll(fetching)].map(([call]) => ({ path, call: call.replace(/\s+/g, ' ') })),
    )
    expect(calls.length).toBeGreaterThan(100)
    expect(calls.filter(({ call }) => call !== 'npx --no -- cloudsec-fake')).toEqual([])
  })

  it('install it by its name in one place, which says from when on', () => {
    const installs = files.flatMap(({ path, text }) =>
      [...text.matchAll(installing)].map(({ index }) => ({ path, before: text.slice(0, index).split(/[.\n]/).at(-1) })),
    )
    expect(installs).toEqual([{ path: 'README.md', before: 'Once it is published, `' }])
  })

  it.each([
    'npx cloudsec-fake start',
    'npx -y cloudsec-fake start',
    'npx --yes=false cloudsec-fake',
    'npx --no cloudsec-fake --port 0',
    'npx -p cloudsec-fake sh',
    'npm exec cloudsec-fake',
    'npm exec --yes -- cloudsec-fake',
    'bunx cloudsec-fake',
    'pnpm dlx cloudsec-fake',
    'yarn dlx cloudsec-fake',
    'npx\ncloudsec-fake',
  ])('would be refused: %s', (call) => {
    expect(call.match(fetching)).toHaveLength(1)
  })
})

describe('npx --no -- cloudsec-fake', () => {
  /** Runs npx in a new folder, with a registry that has a package of a stranger under the name. */
  async function npx(args: readonly string[], main?: string) {
    const folder = await mkdtemp(join(tmpdir(), 'cloudsec-npx-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const bin = join(folder, 'node_modules/.bin')
    await mkdir(bin, { recursive: true })
    if (main !== undefined) await symlink(main, join(bin, 'cloudsec-fake'))
    const registry = await serveListener((_, response) => {
      const version = {
        name: 'cloudsec-fake',
        version: '9.9.9',
        bin: 'main.js',
        dist: { tarball: 'http://127.0.0.1:9/' },
      }
      const stranger = { name: 'cloudsec-fake', 'dist-tags': { latest: '9.9.9' }, versions: { '9.9.9': version } }
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(stranger))
    })
    const settings = { HOME: folder, npm_config_registry: registry, npm_config_fetch_retries: '0' }
    return await run('npx', args, folder, settings)
  }

  it('runs the package that is installed, with all flags', async () => {
    const { main } = await builtPackage()
    const { code, out, err } = await npx(['--no', '--', 'cloudsec-fake', '--port', '70000', '--clock', 'frozen'], main)
    expect([code, out, err]).toEqual([2, '', expect.stringMatching(/^cloudsec-fake: --port: .* 70000\n$/)])
  })

  it('fetches nothing where there is none, and does not ask', async () => {
    const { code, out, err } = await npx(['--no', '--', 'cloudsec-fake', 'start', '--port', '0'])
    expect([code, out]).toEqual([1, ''])
    expect(err).toContain('npx canceled due to missing packages and no YES option: ["cloudsec-fake@9.9.9"]')
  })

  it('differs in that from npx alone', async () => {
    expect((await npx(['cloudsec-fake', 'start'])).err).toContain('will be installed: cloudsec-fake@9.9.9')
  })
})
