import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import manifest from '../dashboard/package.json' with { type: 'json' }
import { assumptionIds } from '../src/core/assumptions/register.ts'

type Sources = ReadonlyMap<string, string>

const root = fileURLToPath(new URL('..', import.meta.url))

const filesIn = (folder: string): readonly string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file))

const read = (files: readonly string[]): Sources =>
  new Map(files.map((file) => [file, readFileSync(`${root}${file}`, 'utf8')]))

/** The wings of the fake. */
const sources = read(filesIn('src'))

/** The page, which is a program of its own. */
const page = read(filesIn('dashboard/src'))

const core = `lib spec assumptions random time store auth faults scenarios journal notifications sandbox state http
  openapi api coverage conduct control app server`

const tools = 'resolve drift capture sweep replay explore'

/** Every folder by its path below src, from bottom to top. */
const folders: readonly string[] = [
  ...core.split(/\s+/).map((name) => `core/${name}`),
  'index.ts',
  ...tools.split(' ').map((name) => `tools/${name}`),
  'runners',
  'mcp',
  'cli',
]

const runnerPackages = ['vitest', '@playwright/test', '@jest/globals', 'msw']

/** The packages that only one folder imports, in addition to zod and Node's own. */
const packages: Readonly<Record<string, readonly string[]>> = {
  'core/lib': ['leven'],
  'core/random': ['@faker-js/faker'],
  'core/notifications': [
    ...['base64', 'mail-composer', 'qp'].map((name) => `nodemailer/lib/${name}`),
    'p-limit',
    'tinyqueue',
  ],
  'core/http': ['hono', 'hono/proxy', 'hono/route', '@hono/node-server', '@hono/node-server/utils/response'],
  'core/control': ['hono'],
  'core/server': ['@hono/node-server'],
  'tools/sweep': ['@rgrove/parse-xml', 'cross-spawn', 'p-limit'],
  runners: runnerPackages,
  mcp: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'],
  cli: ['commander', 'chokidar', 'cross-spawn'],
}

const index = 'src/index.ts'

/** The wing of a file: core, tools, a program, or index.ts. */
const wingOf = (file: string): string => file.split('/')[1] ?? ''

/** The folder of a file as it is in `folders`. */
const folderOf = (file: string): string => /^src\/((?:core\/|tools\/)?[^/]+)/.exec(file)?.[1] ?? ''

const levelOf = (file: string): number => folders.indexOf(folderOf(file))

const appLevel = levelOf('src/core/app')

interface Import {
  readonly target: string
  readonly isOfTypes: boolean
}

function importsOf(text: string): readonly Import[] {
  const form = /\b(?:(import|export) (type )?(?:\w+|\*|\{[^}]*\}|\* as \w+) from|import\(|import)\s*'([^'\n]+)'/g
  return [...text.matchAll(form)].map(([, , type, target = '']) => ({ target, isOfTypes: type !== undefined }))
}

const runnerEntries = new Set(
  ['jest', 'msw', 'node-test', 'playwright', 'vitest'].map((name) => `src/runners/${name}.ts`),
)

/** What tools share with the fake: the vocabulary, and the document and its dates as data. */
const shared = new Set(['core/lib', 'core/assumptions', 'core/spec', 'core/time'])

/** What a tool imports from outside the tools. */
function isAllowedInTool(file: string, path: string, isOfTypes: boolean): boolean {
  if (path === index || shared.has(folderOf(path))) return true
  if (isOfTypes && path.startsWith('src/core/control/client/')) return true
  // Pseudonyms are drawn.
  return path === 'src/core/random/draw.ts' && folderOf(file) === 'tools/capture'
}

const isPackageOf = (file: string, target: string): boolean => packages[folderOf(file)]?.includes(target) === true

function isAllowed(file: string, { target, isOfTypes }: Import): boolean {
  if (target.startsWith('node:') || target === 'zod/mini') return true
  if (!target.startsWith('.')) return isPackageOf(file, target)
  const path = join(dirname(file), target)
  const [from, to] = [levelOf(file), levelOf(path)]
  if (from === -1 || to === -1 || to > from) return false
  if (wingOf(file) === 'core') return maySeeArea(file, path)
  if (wingOf(file) === 'tools') return wingOf(path) === 'tools' || isAllowedInTool(file, path, isOfTypes)
  // Each entry of the package loads a runner that most programs do not have.
  return wingOf(path) !== 'runners' || (wingOf(file) === 'runners' && !runnerEntries.has(path))
}

const areaOf = (file: string): string | undefined => /^src\/core\/api\/(\w+)\//.exec(file)?.[1]

/** An area is known to itself and to the folders from `app/` up. Assessments are about resources. */
function maySeeArea(file: string, path: string): boolean {
  const [own, area] = [areaOf(file), areaOf(path)]
  return (
    area === undefined || area === own || (area === 'resources' && own === 'assessments') || levelOf(file) >= appLevel
  )
}

/** Of the fake, the page takes the types of the control plane. */
function isAllowedInPage(file: string, { target, isOfTypes }: Import): boolean {
  if (!target.startsWith('.')) {
    const names = Object.keys(manifest.devDependencies).filter((name) => name !== 'vite')
    return names.some((name) => target === name || target.startsWith(`${name}/`))
  }
  const path = join(dirname(file), target)
  return path.startsWith('dashboard/src/') || (isOfTypes && path.startsWith('src/core/control/'))
}

/** Imports that run the wrong way, as `file -> target`. */
const wrongImports = (files: Sources, rule = isAllowed): readonly string[] =>
  [...files].flatMap(([file, text]) =>
    importsOf(text)
      .filter((one) => !rule(file, one))
      .map(({ target }) => `${file} -> ${target}`),
  )

describe('imports point only downward', () => {
  it('in every file of src', () => {
    expect(sources.size).toBeGreaterThan(50)
    expect(wrongImports(sources)).toEqual([])
  })

  it('in every file of the page, which takes types alone', () => {
    expect(page.size).toBeGreaterThan(50)
    expect(wrongImports(page, isAllowedInPage)).toEqual([])
  })

  it('in no circle of files of core/http, of types either', () => {
    const below = (file: string): readonly string[] =>
      importsOf(sources.get(file) ?? '')
        .map(({ target }) => join(dirname(file), target))
        .filter((path) => folderOf(path) === 'core/http')
    const reached = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
      for (const path of below(file)) if (!seen.has(path)) reached(path, seen.add(path))
      return seen
    }
    const files = [...sources.keys()].filter((file) => folderOf(file) === 'core/http')
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter((file) => reached(file).has(file))).toEqual([])
  })

  it.each([
    ['core/spec/limits.ts', "import '../time/clock.ts'"],
    ['core/http/serve.ts', "import type { Job } from '../api/jobs/job.ts'"],
    ['core/api/jobs/job.ts', "import { a } from '../resources/resource.ts'"],
    ['core/app/options.ts', "import type { A } from '../../tools/sweep/engine.ts'"],
    ['core/app/options.ts', "import { A } from '../../index.ts'"],
    ['core/auth/quota.ts', "import { Hono } from 'hono'"],
    ['core/auth/quota.ts', "import { a } from '../../elsewhere/a.ts'"],
    ['core/lib/log.ts', "await import('../app/create-fake.ts')"],
    ['index.ts', "export { a } from './runners/open-fake.ts'"],
    ['tools/resolve/har.ts', "import type { A } from '../capture/capture.ts'"],
    ['tools/resolve/har.ts', "import type { A } from '../../core/http/operation.ts'"],
    ['tools/resolve/har.ts', "import { connect } from '../../core/control/client/connect.ts'"],
    ['tools/resolve/har.ts', "import { draw } from '../../core/random/draw.ts'"],
    ['tools/resolve/har.ts', "import { a } from '../../cli/io.ts'"],
    ['mcp/serve.ts', "import { a } from '../cli/io.ts'"],
    ['cli/run.ts', "import { a } from '../runners/vitest.ts'"],
    ['cli/run.ts', "import * as z from 'zod'"],
    ['cli/run.ts', "import '../../dashboard/src/main.tsx'"],
    ['runners/vitest.ts', "import { a } from './msw.ts'"],
  ])('src/%s must not have %s', (file, text) => {
    expect(wrongImports(new Map([[`src/${file}`, text]]))).toHaveLength(1)
  })

  it.each([
    ["import type { A } from '../../src/core/control/path.ts'", 0],
    ["export type {\n  A,\n  B,\n} from '../../src/core/control/path.ts'", 0],
    ["import { h } from 'preact/hooks'", 0],
    ["import type { A } from '../../src/core/lib/lazily.ts'", 1],
    ["import { type A } from '../../src/core/control/path.ts'", 1],
    ["const { b } = await import('../../src/core/control/path.ts')", 1],
    ["import { join } from 'node:path'", 1],
    ["import { build } from 'vite'", 1],
  ])('the page takes types alone, and those of the control plane: %s', (text, wrong) => {
    expect(wrongImports(new Map([['dashboard/src/main.tsx', text]]), isAllowedInPage)).toHaveLength(wrong)
  })
})

describe('tests lie where their subject does', () => {
  const tests = filesIn('test').filter((file) => file.endsWith('.test.ts'))
  const foldersOf = (files: readonly string[], of: RegExp) =>
    new Set(files.flatMap((file) => of.exec(file)?.[1] ?? []).filter((name) => !['core', 'tools'].includes(name)))

  it('each folder of src has tests in the folder of its name, but spec, which is data', () => {
    const named = foldersOf([...sources.keys()], /^src\/((?:core\/|tools\/)?[\w-]+)\//)
    const tested = foldersOf(tests, /^test\/((?:core\/|tools\/)?[\w-]+)\//)
    expect([...named].filter((name) => !tested.has(name))).toEqual(['core/spec'])
    const strangers = [...tested].filter((name) => /^(?:core|tools)\//.test(name) && !named.has(name))
    expect(strangers).toEqual([])
  })

  it('only what is about no folder of src lies above', () => {
    const above = tests.flatMap((file) => /^test\/([^/]+)\.test\.ts$/.exec(file)?.[1] ?? [])
    const known = 'architecture bench built client deploy examples linear-texts release upgrade'.split(' ')
    expect(above.filter((name) => !known.includes(name))).toEqual([])
  })
})

/** Clumsy references: name the thing. The number may only fall. */
const clumsy = /\b(?:one that|those that|that of|those of)\b/g
const allowedClumsy = 15

it('texts of src name what they are about', () => {
  const found = [...sources].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, at) => [...line.matchAll(clumsy)].map(([words]) => `${file}:${at + 1} ${words}`)),
  )
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(allowedClumsy)
})

/** Files in which a pattern occurs outside comments and outside the prose of the register. */
function filesWith(pattern: RegExp, files: Sources = sources): readonly string[] {
  return [...files]
    .filter(([file, text]) => !file.startsWith('src/core/assumptions/rows/') && pattern.test(withoutComments(text)))
    .map(([file]) => file.replace('src/', ''))
    .toSorted()
}

const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')

/** The names of the areas, plural and singular, as a word or as a part of an identifier. `resource` has other meanings too. */
const areaNames = /(?<![a-z])(?:assessments?|resources|jobs?)(?![a-z])|(?:Assessment|Job)s?(?![a-z])|Resources(?![a-z])/

/** The files of core that may name the areas below `app/`, and why. */
const namingAreas: readonly RegExp[] = [
  /^core\/api\//,
  // The rows of the register are about the areas of this document.
  /^core\/assumptions\/(?:rows\/|register\.ts)/,
  // A delivery of the outbox has a field `job`.
  /^core\/control\/(?:endpoints|handlers)\/outbox\.ts$/,
]

describe('the areas', () => {
  const named = (files: Sources): readonly string[] =>
    filesWith(areaNames, files)
      .filter((file) => levelOf(`src/${file}`) < appLevel)
      .filter((file) => !namingAreas.some((known) => known.test(file)))

  it('are named in core only in their own folders, and from app/ up', () => {
    expect(named(sources)).toEqual([])
  })

  it.each(["'jobs'", '{ assessments: 1 }', 'recordsOf.resources', 'jobIdOf()', 'createdJobs', 'listResources'])(
    '%s names one',
    (text) => {
      expect(named(new Map([['src/core/scenarios/planted.ts', `const a = ${text}`]]))).toHaveLength(1)
    },
  )
})

it('the packages of a test runner are each imported only by their own entry, so that no other is needed', () => {
  const importers = runnerPackages.map((target) => filesWith(new RegExp(`from '${target}'`)))
  expect(importers).toEqual(['vitest', 'playwright', 'jest', 'msw'].map((name) => [`runners/${name}.ts`]))
})

/** What a test of a user loads: there, jsdom, happy-dom, mocks and fake timers replace what is global. */
function loadedByTests(files: Sources): Sources {
  const loaded = new Map<string, string>()
  const load = (file: string): void => {
    const text = files.get(file)
    if (text === undefined || loaded.has(file)) return
    loaded.set(file, text)
    for (const { target, isOfTypes } of importsOf(text)) if (!isOfTypes) load(join(dirname(file), target))
  }
  for (const entry of [index, ...runnerEntries]) load(entry)
  return loaded
}

/** Means that tests replace, as they are taken from the global scope when they are used. */
const replaced =
  /(?<![.\w])(?:(?:set|clear)(?:Timeout|Interval|Immediate)|queueMicrotask|fetch)\(|(?<![.\w])(?:performance|process|AbortSignal)\.(?:now|nextTick|timeout|any|abort)\b|(?:new|instanceof) Abort/

describe('what tests replace comes from Node, once', () => {
  const planted = 'src/core/app/create-core.ts'

  it('in everything that they load', () => {
    const loaded = loadedByTests(sources)
    expect([loaded.has('src/core/server/listen.ts'), loaded.has('src/cli/run.ts')]).toEqual([true, false])
    expect(filesWith(replaced, loaded)).toEqual(['core/lib/abort-with.ts'])
  })

  it.each([
    'setTimeout(end, 5)',
    'void setImmediate(end)',
    'new AbortController()',
    'AbortSignal.timeout(5)',
    'event.target instanceof AbortSignal',
    'await fetch(url)',
    'performance.now()',
    'new Promise(process.nextTick)',
  ])('%s is found', (text) => {
    const files = new Map([...sources, [planted, `${sources.get(planted)}\n${text}\n`]])
    expect(filesWith(replaced, loadedByTests(files))).toContain(planted.replace('src/', ''))
  })
})

it('only what draws records and pseudonyms has faker', () => {
  expect(filesWith(/'@faker-js\/faker'/)).toEqual(['core/random/draw.ts'])
  const factories = ['assessments', 'jobs', 'resources'].map((area) => `core/api/${area}/factory.ts`)
  const drawing = ['core/api/deployments.ts', ...factories, 'tools/capture/pseudonyms.ts', 'tools/capture/words.ts']
  expect(filesWith(/\/draw\.ts'/)).toEqual(drawing.toSorted())
  // It is loaded with the first draw.
  expect(filesWith(/from '[^']*\/(?:factory|pseudonyms)\.ts'/)).toEqual([
    'tools/capture/assemble.ts',
    'tools/capture/capture.ts',
  ])
})

describe('a fact stands once', () => {
  it.each([
    ['a rate-limit header', /X-Rate-Limit/i, ['core/spec/headers.ts']],
    [
      'the status of an error',
      /\b(?:400|401|403|404|405|422|429|503)\b/,
      ['core/assumptions/error-statuses.ts', 'core/control/problem.ts'],
    ],
    [
      'the link to the next page',
      /next_page/,
      ['core/spec/envelope.ts', 'core/store/pagination.ts', 'tools/resolve/probes/pages.ts'],
    ],
    ['the version segment', /\/v1\b/, ['core/spec/version.ts']],
    ['time', /\bDate\.now\b|\bnew Date\(\)/, ['core/time/clock.ts']],
    [
      'randomness',
      /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/,
      ['core/control/guard.ts', 'core/server/tls/authority.ts'],
    ],
    ['timers', /\bset(?:Timeout|Interval|Immediate)\b/, ['cli/main.ts', 'core/time/clock.ts']],
    ['the way to a real service', /'hono\/proxy'/, ['core/http/upstream.ts']],
    ['the envelope', /"status":"success"|status: 'error'/, ['core/http/answer.ts', 'core/http/errors.ts']],
  ])('%s', (_, pattern, files) => {
    expect(filesWith(pattern)).toEqual(files)
  })

  it('an error: five classes, and kinds are fields of them', () => {
    const declared = [...sources.values()].flatMap((text) => [...text.matchAll(/class (\w+) extends \w*Error\b/g)])
    const known = ['ApiError', 'ControlError', 'InputError', 'Problem', 'VerificationError']
    expect(declared.map(([, name = '']) => name).toSorted()).toEqual(known)
  })

  it('the sizes of a page', () => {
    const pages = filesWith(/\b(?:20|100)\b/).filter((file) =>
      /^core\/(?:assumptions|auth|http|journal|notifications|sandbox|scenarios|spec|store|time)\//.test(file),
    )
    expect(pages).toEqual(['core/spec/limits.ts'])
  })

  it('every row of the register is asked for by what it decides', () => {
    const code = [...sources]
      .filter(([file]) => !file.startsWith('src/core/assumptions/'))
      .map(([, text]) => withoutComments(text))
      .join('\n')
    const read = (id: string): RegExp => new RegExp(String.raw`(?:'|choices\.|profile\.|\{ |, )${id}\b`)
    expect(assumptionIds.filter((id) => !read(id).test(code))).toEqual([])
  })
})

describe('the page', () => {
  const clock = 'dashboard/src/state/time.ts'

  it.each([
    ['time', /\bDate\.now\b|\bnew Date\(|\bperformance\.now\b/, [clock]],
    ['timers', /\bset(?:Timeout|Interval|Immediate)\b/, [clock]],
    ['randomness', /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/, []],
    ['markup in a text', /\b(?:inner|outer)HTML\b|\bdangerouslySetInnerHTML\b|\binsertAdjacentHTML\b/, []],
    ['code in a text', /\beval\(|\bnew Function\b|\bdocument\.write\b/, []],
  ])('has %s nowhere else', (_, pattern, allowed: readonly string[]) => {
    const files = [...page].filter(([, text]) => pattern.test(withoutComments(text))).map(([file]) => file)
    expect(files.filter((file) => !allowed.includes(file))).toEqual([])
  })
})

describe('the public API', () => {
  /** Names that index.ts exports, each with the file that declares it. */
  const exported = [...(sources.get(index) ?? '').matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/g)].flatMap(
    ([, names = '', file = '']) =>
      names
        .split(',')
        .map((name) => name.replace(/^\s*type /, '').trim())
        .filter((name) => name !== '')
        .map((name) => ({ name, file: `src/${file}` })),
  )

  it('has a docstring on each of its declarations', () => {
    expect(exported.length).toBeGreaterThan(40)
    const bare = exported.filter(({ name, file }) => {
      const text = sources.get(file) ?? ''
      return !new RegExp(
        String.raw`/\*\*(?:(?!\*/)[^])*\*/\nexport (?:async )?(?:const|function|class|interface|type) ${name}\b`,
      ).test(text)
    })
    expect(bare).toEqual([])
  })
})
