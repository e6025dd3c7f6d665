import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { describe, expect, it } from 'vitest'

import dashboard from '../../dashboard/package.json' with { type: 'json' }
import manifest from '../../package.json' with { type: 'json' }
import { memoize } from '../../src/core/lib/lazily.ts'
import { command } from '../support/command.ts'
import { anchorsOf, inCode, pages, root, skill, withoutBlocks } from './page.ts'

/** Documents outside `docs/`. */
const others = [
  'AGENTS.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'docs/llms.txt',
  skill.path,
  ...['bench', 'examples', 'kits/pytest', 'scenarios'].map((folder) => `${folder}/README.md`),
].map((path) => ({ path, text: readFileSync(root + path, 'utf8') }))

/** True if the package contains a file, by the patterns of its manifest. */
function isPacked(path: string): boolean {
  const patterns = ['package.json', 'README.md', 'LICENSE', ...manifest.files]
  const matches = (pattern: string): boolean => {
    const form = pattern
      .replaceAll('.', String.raw`\.`)
      .replaceAll('**/', '(?:.+/)?')
      .replaceAll(/\*(?!\?|\/\))/g, '[^/]*')
    return new RegExp(`^${form}(?:/|$)`).test(path)
  }
  const isLeftOut = patterns.some((pattern) => pattern.startsWith('!') && matches(pattern.slice(1)))
  return !isLeftOut && patterns.some(matches)
}

const linked = [...pages, ...others].flatMap(({ path, text }) =>
  [...withoutBlocks(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ path, target })),
)

describe('links', () => {
  const inside = linked.filter(({ target }) => !target.startsWith('https://'))

  it('lead to files that are there, and from pages of the package to files of the package', () => {
    expect(inside.length).toBeGreaterThan(100)
    for (const { path, target } of inside) {
      const [file = '', anchor] = target.split('#')
      const to = file === '' ? path : normalize(join(dirname(path), file))
      expect(existsSync(root + to), `${path}: ${target}`).toBe(true)
      if (isPacked(path)) expect(isPacked(to), `${path}: ${target} is in the package`).toBe(true)
      if (anchor !== undefined)
        expect(anchorsOf(readFileSync(root + to, 'utf8')), `${path}: ${target}`).toContain(anchor)
    }
  })

  it('lead to files of the repository where the package has none', () => {
    const files = `${manifest.homepage.replace('#readme', '')}/blob/main/`
    const there = linked.flatMap(({ target }) => (target.startsWith(files) ? [target.slice(files.length)] : []))
    expect(there).toContain('AGENTS.md')
    for (const file of there) expect([file, existsSync(root + file), isPacked(file)]).toEqual([file, true, false])
  })

  it('lead from the README to the list of pages, and from there and from the list for agents to each page once', () => {
    const targetsOf = (file: string): string[] =>
      inside.flatMap(({ path, target }) => (path === file ? [target] : [])).toSorted()
    expect(targetsOf('README.md')).toContain('docs/README.md')
    const names = pages.map(({ path }) => path.replace('docs/', '')).filter((name) => name !== 'README.md')
    expect(targetsOf('docs/README.md')).toEqual(names.toSorted())
    expect(targetsOf('docs/llms.txt')).toEqual(['../skills/cloudsec-fake/SKILL.md', ...names].toSorted())
  })
})

describe('files that are named for contributors', () => {
  const named = others
    .filter(({ path }) => path === 'AGENTS.md' || path === 'ARCHITECTURE.md')
    .flatMap(({ path, text }) =>
      inCode(withoutBlocks(text))
        .filter((piece) => /^[\w-]+\/[\w/.-]+$/.test(piece))
        .map((piece) => ({ path, piece })),
    )

  it('are there', () => {
    expect(named.length).toBeGreaterThan(60)
    const isThere = (piece: string): boolean =>
      ['', 'src/', 'src/core/'].some((folder) => existsSync(root + folder + piece))
    // A path with the name of an area, an operation or a file left open, what a build writes, and what is no path.
    const isOther = (piece: string): boolean =>
      /AREA|OPERATION|NOUN|NAME|^dist\/|^application\/json$|^zod\/mini$/.test(piece)
    expect(named.filter(({ piece }) => !isOther(piece) && !isThere(piece))).toEqual([])
  })
})

describe('packages that are named for contributors', () => {
  const all = [manifest.dependencies, manifest.devDependencies, manifest.peerDependencies, dashboard.devDependencies]
  const installed = all.flatMap((list) => Object.keys(list))

  it.each([
    ['ARCHITECTURE.md', /\*\*(.+?)\*\*/g, 20],
    ['rolldown.config.ts', /new Set\(\[(.*'.*)\]\)/g, 3],
  ])('are installed: %s', (file, lists, least) => {
    const text = readFileSync(root + file, 'utf8').replace(/^[^]*^## Packages$/m, '')
    const names = [...text.matchAll(lists)]
      .flatMap(([, list = '']) => list.split(', '))
      .map((name) => name.replaceAll(/^'|'$|\\$| \(.*\)$/g, ''))
      .filter((name) => !/^\.\.\.|^(?:MIT|ISC|BSD|Apache)/.test(name))
    expect(names.length).toBeGreaterThanOrEqual(least)
    const isInstalled = (name: string): boolean =>
      installed.some((other) => (name.endsWith('/') ? other.startsWith(name) : other === name))
    expect(names.filter((name) => !isInstalled(name))).toEqual([])
  })
})

describe('commands', () => {
  /** Every piece of code of every page, and of the skill. */
  const code = [...pages, skill].flatMap(({ path, text, blocks }) =>
    [...blocks.map((block) => block.code), ...inCode(withoutBlocks(text))].map((piece) => ({ path, piece })),
  )

  /** The arguments of each call of the program, up to `--`. */
  const calls = code.flatMap(({ path, piece }) =>
    [...piece.matchAll(/(?:npx --no -- |\.bin\/|^)cloudsec-fake((?: +[^\s;|&>)"']+)*)/gm)].map(([, words = '']) => ({
      path,
      words: (words.split(' -- ')[0] ?? '').replaceAll('\\', '').split(/\s+/).slice(1),
    })),
  )

  it('are commands of the program, with flags that they have', async () => {
    // The banner begins with the name and the version.
    const real = calls.filter(({ words: [first = ''] }) => !/^\d/.test(first))
    expect(real.length).toBeGreaterThan(50)
    for (const { path, words } of real) {
      const text = await helpOf(words)
      const flags = words.filter((word) => word.startsWith('--') && word !== '--help')
      for (const flag of flags) expect(text, `${path}: ${words.join(' ')}`).toContain(`${flag.replace(/=.*/, '')} `)
    }
  })

  it('have flags in the text that some command has', async () => {
    const { out } = await command(['--help'])
    const names = [...out.matchAll(/^ {2}(\w+) \[/gm)].map(([, name = '']) => name)
    // The commands of a group that have flags, where that is not `list` alone.
    const others: Readonly<Record<string, readonly string[]>> = {
      scenario: ['on'],
      clock: ['run'],
      snapshot: ['save'],
      requests: ['list', 'verify', 'coverage'],
      tls: ['show'],
    }
    const lines = names.flatMap((name) => (others[name] ?? ['']).map((other) => [name, other]))
    const helps = await Promise.all(lines.filter(([name]) => name !== 'help').map(helpOf))
    const flags = pages.flatMap(({ text }) =>
      inCode(withoutBlocks(text))
        // Those of pytest are the options of the kit.
        .filter((piece) => /^--(?!cloudsec-)\w/.test(piece)),
    )
    expect(flags.length).toBeGreaterThan(50)
    for (const flag of flags) expect(helps.join('\n')).toContain(`${flag.split(/[ =]/)[0]} `)
  })

  it('are scripts of this package, where npm runs them', () => {
    const left = new Set(['node_modules', 'dist', 'CHANGELOG.md'])
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.md') && !file.split('/').some((part) => left.has(part)),
    )
    expect(files).toEqual(expect.arrayContaining(['CONTRIBUTING.md', 'test/clients/README.md']))
    // `my-tests` is one of the reader's own.
    const known = new Set([...Object.keys(manifest.scripts), 'my-tests'])
    const named = files.flatMap((file) =>
      [...readFileSync(root + file, 'utf8').matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => ({
        file,
        name,
      })),
    )
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ name }) => !known.has(name))).toEqual([])
  })
})

/** The help of the command that a line calls; without one, of `start`. */
async function helpOf(words: readonly string[]): Promise<string> {
  const [first = 'start', second = ''] = words[0]?.startsWith('-') === true ? [] : words
  if (!groups.has(first)) return await help(first)
  // A group without a command runs `list`.
  return await help(`${first} ${/^[a-z]+$/.test(second) ? second : 'list'}`)
}

/** The help of a command, which must exist. */
const help = memoize(async (line: string): Promise<string> => {
  const { out } = await command([...line.split(' '), '--help'])
  if (!out.startsWith(`Usage: cloudsec-fake ${line} `)) throw new Error(`${line}: no such command`)
  return out
})

/** Commands with subcommands that a page calls without one. */
const groups = new Set('scenario assumptions clock keys requests outbox sandboxes tls snapshot'.split(' '))

describe('sizes', () => {
  const bytesOf = (path: string): number => Buffer.byteLength(readFileSync(root + path))
  const inDocs = pages.map(({ path }) => path).filter((path) => path !== 'README.md')

  it('are 21 pages and their list, of 195 KB in all, each small enough to read to its end', () => {
    expect(inDocs.length).toBeLessThanOrEqual(22)
    expect(inDocs.map(bytesOf).reduce((sum, size) => sum + size)).toBeLessThanOrEqual(195_000)
    expect(bytesOf('README.md')).toBeLessThanOrEqual(10_240)
    expect(bytesOf('ARCHITECTURE.md')).toBeLessThanOrEqual(12_288)
    expect(skill.text.split('\n').length).toBeLessThanOrEqual(150)
    for (const path of inDocs) if (path !== 'docs/assumptions.md') expect(bytesOf(path), path).toBeLessThan(20_480)
  })

  it('are at most 120 columns for prose', () => {
    for (const { path, text } of pages.filter((shown) => shown.path !== 'docs/assumptions.md')) {
      const long = withoutBlocks(text).match(/^(?!\|).{121,}$/gm)
      expect(long, path).toBeNull()
    }
  })
})
