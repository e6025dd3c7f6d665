import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'

import { assumptionIds } from '../src/core/assumptions/register.ts'

type Sources = ReadonlyMap<string, string>

const src = fileURLToPath(new URL('../src', import.meta.url))

const sources: Sources = new Map(
  readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => [file, readFileSync(join(src, file), 'utf8')]),
)

/** The rooms of src from bottom to top, each with the packages that only it may import in addition to zod and Node's own. */
const rooms = [
  { name: 'lib', packages: ['leven'] },
  { name: 'spec', packages: [] },
  { name: 'assumptions', packages: [] },
  { name: 'random', packages: ['@faker-js/faker'] },
  { name: 'time', packages: [] },
  { name: 'store', packages: [] },
  { name: 'auth', packages: [] },
  { name: 'faults', packages: [] },
  { name: 'scenarios', packages: [] },
  { name: 'journal', packages: [] },
  {
    name: 'notifications',
    packages: ['nodemailer/lib/base64', 'nodemailer/lib/mail-composer', 'nodemailer/lib/qp', 'p-limit', 'tinyqueue'],
  },
  { name: 'sandbox', packages: [] },
  { name: 'state', packages: [] },
  {
    name: 'http',
    packages: ['hono', 'hono/proxy', 'hono/route', '@hono/node-server', '@hono/node-server/utils/response'],
  },
  { name: 'openapi', packages: [] },
  { name: 'api', packages: [] },
  { name: 'resolve', packages: [] },
  { name: 'drift', packages: [] },
  { name: 'capture', packages: [] },
  { name: 'coverage', packages: [] },
  { name: 'conduct', packages: [] },
  { name: 'control', packages: ['hono'] },
  { name: 'app', packages: [] },
  { name: 'server', packages: ['@hono/node-server'] },
  { name: 'runners', packages: ['vitest', '@playwright/test', '@jest/globals', 'msw'] },
  {
    name: 'dashboard',
    packages: [
      '@codemirror/autocomplete',
      '@codemirror/commands',
      '@codemirror/lang-json',
      '@codemirror/language',
      '@codemirror/lint',
      '@codemirror/state',
      '@codemirror/view',
      '@lezer/highlight',
      '@preact/signals',
      'diff',
      'eventsource-parser',
      'eventsource-parser/stream',
      'jsonc-parser',
      'preact',
      'preact/hooks',
      'style-mod',
    ],
  },
  { name: 'sweep', packages: ['@rgrove/parse-xml', 'cross-spawn', 'p-limit'] },
  { name: 'mcp', packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'] },
  { name: 'cli', packages: ['commander', 'chokidar', 'cross-spawn', 'yaml'] },
  { name: 'index.ts', packages: [] },
] as const

const runnerEntries = new Set(['jest', 'msw', 'node-test', 'playwright', 'vitest'].map((name) => `runners/${name}.ts`))

function roomOf(file: string): string {
  return file.split('/')[0] ?? ''
}

/** The area that a file is of: `api/AREA/` has all of it. */
function areaOf(file: string): string | undefined {
  return /^api\/(\w+)\//.exec(file)?.[1]
}

function levelOf(file: string): number {
  return rooms.findIndex((room) => room.name === roomOf(file))
}

function importsOf(text: string): string[] {
  return [...text.matchAll(/\b(?:from\s+|import\s+|import\(\s*)'([^'\n]+)'/g)].map(([, target = '']) => target)
}

/** The text without the imports that only types come from. */
const withoutTypes = (text: string): string =>
  text.replaceAll(/^(?:import|export) type (?:\w+|\{[^}]*\}) from '[^'\n]+'/gm, '')

/** The build of the dashboard runs in Node, not in a browser. */
const dashboardBuild = 'dashboard/vite.config.ts'

/** The dashboard is a program of its own: of the fake it knows the types of the control plane. @param text of the file */
function isAllowedInDashboard(file: string, target: string, text: string): boolean {
  if (file === dashboardBuild) return target.startsWith('node:') || target === 'vite'
  if (!target.startsWith('.')) return isPackageOf(file, target)
  const room = roomOf(pathOf(file, target))
  return room === 'dashboard' || (room === 'control' && !importsOf(withoutTypes(text)).includes(target))
}

const isPackageOf = (file: string, target: string): boolean =>
  rooms.some(({ name, packages }) => name === roomOf(file) && packages.some((known) => known === target))

const pathOf = (file: string, target: string): string => relative('/', join('/', dirname(file), target))

function isAllowed(file: string, target: string, text: string): boolean {
  if (roomOf(file) === 'dashboard') return isAllowedInDashboard(file, target, text)
  if (target.startsWith('node:') || target === 'zod/mini') return true
  if (!target.startsWith('.')) return isPackageOf(file, target)
  const path = pathOf(file, target)
  const [from, to] = [levelOf(file), levelOf(path)]
  if (from === -1 || to === -1 || to > from) return false
  // Each of them is an entry of the package, which loads what most programs do not have.
  if (roomOf(path) === 'runners') return roomOf(file) === 'runners' && !runnerEntries.has(path)
  // It is served as files that Vite builds.
  if (roomOf(path) === 'dashboard') return false
  return maySeeArea(file, areaOf(path))
}

/** An area is known to itself and to the rooms from `app/` up; assessments are about resources. */
function maySeeArea(file: string, area: string | undefined): boolean {
  const own = areaOf(file)
  const isSubject = area === 'resources' && own === 'assessments'
  return area === undefined || area === own || isSubject || levelOf(file) >= levelOf('app/')
}

/** Imports that run the wrong way, as `file -> target`. */
function wrongImports(files: Sources): string[] {
  return [...files].flatMap(([file, text]) =>
    importsOf(text)
      .filter((target) => !isAllowed(file, target, text))
      .map((target) => `${file} -> ${target}`),
  )
}

describe('imports point only downward', () => {
  it('in every file of src', () => {
    expect(sources.size).toBeGreaterThan(50)
    expect(wrongImports(sources)).toEqual([])
  })

  it.each([
    ['spec/limits.ts', '../time/clock.ts'],
    ['http/pipeline.ts', '../api/jobs/job.ts'],
    ['api/jobs/job.ts', '../resources/resource.ts'],
    ['index.ts', './runners/open-fake.ts'],
    ['cli/run.ts', '../runners/vitest.ts'],
    ['runners/vitest.ts', './msw.ts'],
    ['auth/quota.ts', 'hono'],
    ['cli/run.ts', 'zod'],
    ['cli/run.ts', '../dashboard/main.tsx'],
    ['dashboard/main.tsx', '../control/path.ts'],
    ['dashboard/main.tsx', '../lib/lazily.ts'],
    ['dashboard/main.tsx', 'node:path'],
    ['dashboard/main.tsx', 'vite'],
    ['dashboard/vite.config.ts', 'preact'],
    ['auth/quota.ts', './unknown-room/../../elsewhere/a.ts'],
  ])('%s must not import %s', (file, target) => {
    const planted = new Map([...sources, [file, `${sources.get(file) ?? ''}\nimport { a } from '${target}'\n`]])
    expect(wrongImports(planted)).toEqual([`${file} -> ${target}`])
  })

  it.each([
    ["import type { A } from '../control/path.ts'", []],
    ["import type {\n  A,\n  B,\n} from '../control/path.ts'", []],
    ["export type { A } from '../control/path.ts'", []],
    ["import type { A } from '../lib/lazily.ts'", ['../lib/lazily.ts']],
    ["import { type A } from '../control/path.ts'", ['../control/path.ts']],
    ["import type { A } from './a.ts'\nimport { b } from '../control/path.ts'", ['../control/path.ts']],
    ["const { b } = await import('../control/path.ts')", ['../control/path.ts']],
    ["export type A = 1\nexport const { b } = await import('../control/path.ts')", ['../control/path.ts']],
  ])('the dashboard takes types alone, and those of the control plane: %s', (text, wrong) => {
    const file = 'dashboard/planted.ts'
    expect(wrongImports(new Map([[file, text]]))).toEqual(wrong.map((target) => `${file} -> ${target}`))
  })

  it('a dynamic import counts too', () => {
    expect(wrongImports(new Map([['lib/log.ts', "await import('../app/create-fake.ts')"]]))).toEqual([
      'lib/log.ts -> ../app/create-fake.ts',
    ])
  })
})

/** Files in which a pattern occurs outside comments and outside the prose of the register. */
function filesWith(pattern: RegExp, files: Sources = sourcesOfFake): string[] {
  return [...files]
    .filter(([file, text]) => !file.startsWith('assumptions/rows/') && pattern.test(withoutComments(text)))
    .map(([file]) => file)
    .toSorted()
}

/** The sources of the fake: the dashboard is a program of its own. */
const sourcesOfFake: Sources = new Map([...sources].filter(([file]) => roomOf(file) !== 'dashboard'))

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
}

/** The names of the areas, plural and singular, as a word or as a part of an identifier. `resource` has other meanings too. */
const areaNames = /(?<![a-z])(?:assessments?|resources|jobs?)(?![a-z])|(?:Assessment|Job)s?(?![a-z])|Resources(?![a-z])/

/** The files that may name the areas below `app/`, and why. */
const namingAreas: readonly RegExp[] = [
  /^api\//,
  // The rows of the register are about the areas of this document, and the probes of those rows ask its operations.
  /^assumptions\/(?:rows\/|register\.ts)/,
  /^resolve\//,
  // How the records of each area are read from the answers of a service.
  /^capture\/areas\//,
  // A delivery of the outbox has a field `job`.
  /^control\/(?:endpoints|handlers)\/outbox\.ts$/,
]

describe('the areas', () => {
  const named = (files: Sources): readonly string[] =>
    [...files]
      .filter(([file]) => levelOf(file) < levelOf('app/') && !namingAreas.some((known) => known.test(file)))
      .filter(([, text]) => areaNames.test(withoutComments(text)))
      .map(([file]) => file)

  it('are named only in their own folders, and from app/ up', () => {
    expect(named(sources)).toEqual([])
  })

  it.each(["'jobs'", '{ assessments: 1 }', 'recordsOf.resources', 'jobIdOf()', 'createdJobs', 'listResources'])(
    '%s names one',
    (text) => {
      expect(named(new Map([['scenarios/planted.ts', `const a = ${text}`]]))).toEqual(['scenarios/planted.ts'])
    },
  )
})

it('the packages of a test runner are each imported only by their own entry, so that no other is needed', () => {
  const { packages } = rooms.find(({ name }) => name === 'runners') ?? expect.fail('no runners')
  const importers = packages.map((target) => [target, filesWith(new RegExp(`from '${target}'`))])
  const own = ['vitest', 'playwright', 'jest', 'msw'].map((name) => [`runners/${name}.ts`])
  expect(importers).toEqual(packages.map((target, i) => [target, own[i]]))
})

/** What a test of a user loads: there, jsdom, happy-dom, mocks and fake timers replace what is global. */
function loadedByTests(files: Sources): Sources {
  const loaded = new Map<string, string>()
  const load = (file: string): void => {
    const text = files.get(file)
    if (text === undefined || loaded.has(file)) return
    loaded.set(file, text)
    for (const target of importsOf(withoutTypes(text))) load(pathOf(file, target))
  }
  for (const entry of ['index.ts', ...runnerEntries]) load(entry)
  return loaded
}

/** Means that tests replace, as they are taken from the global scope when they are used. */
const replaced =
  /(?<![.\w])(?:(?:set|clear)(?:Timeout|Interval|Immediate)|queueMicrotask|fetch)\(|(?<![.\w])(?:performance|process|AbortSignal)\.(?:now|nextTick|timeout|any|abort)\b|(?:new|instanceof) Abort/

describe('what tests replace comes from Node, once', () => {
  it('in everything that they load', () => {
    const loaded = loadedByTests(sources)
    expect([loaded.has('server/listen.ts'), loaded.has('cli/run.ts')]).toEqual([true, false])
    expect(filesWith(replaced, loaded)).toEqual(['lib/abort-with.ts'])
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
    const planted = new Map([...sources, ['app/create-core.ts', `${sources.get('app/create-core.ts')}\n${text}\n`]])
    expect(filesWith(replaced, loadedByTests(planted))).toContain('app/create-core.ts')
  })
})

it('only what draws records and pseudonyms has faker', () => {
  expect(filesWith(/'@faker-js\/faker'/)).toEqual(['random/draw.ts'])
  const factories = ['assessments', 'jobs', 'resources'].map((area) => `api/${area}/factory.ts`)
  const drawing = ['api/deployments.ts', ...factories, 'capture/pseudonyms.ts', 'capture/words.ts']
  expect(filesWith(/\/draw\.ts'/)).toEqual(drawing.toSorted())
  // It is loaded with the first draw.
  expect(filesWith(/from '[^']*\/(?:factory|pseudonyms)\.ts'/)).toEqual(['capture/assemble.ts', 'capture/capture.ts'])
})

describe('a fact stands once', () => {
  it.each([
    ['a rate-limit header', /X-Rate-Limit/i, ['spec/headers.ts']],
    [
      'the status of an error',
      /\b(?:400|401|403|404|405|422|429|503)\b/,
      ['assumptions/error-statuses.ts', 'control/problem.ts'],
    ],
    ['the link to the next page', /next_page/, ['resolve/probes/pages.ts', 'spec/envelope.ts', 'store/pagination.ts']],
    ['the version segment', /\/v1\b/, ['spec/version.ts']],
    ['time', /\bDate\.now\b|\bnew Date\(\)/, ['time/clock.ts']],
    ['randomness', /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b/, ['control/guard.ts', 'server/tls/authority.ts']],
    ['timers', /\bset(?:Timeout|Interval|Immediate)\b/, ['cli/main.ts', 'time/clock.ts']],
    ['the way to a real service', /'hono\/proxy'/, ['http/upstream.ts']],
    ['the envelope', /"status":"success"|status: 'error'/, ['http/answer.ts', 'http/errors.ts']],
  ])('%s', (_, pattern, files) => {
    expect(filesWith(pattern)).toEqual(files)
  })

  it('the sizes of a page', () => {
    const pages = filesWith(/\b(?:20|100)\b/).filter((file) =>
      /^(?:assumptions|auth|http|journal|notifications|sandbox|scenarios|spec|store|time)\//.test(file),
    )
    expect(pages).toEqual(['spec/limits.ts'])
  })

  it('every row of the register is asked for by what it decides', () => {
    const code = [...sources]
      .filter(([file]) => !file.startsWith('assumptions/'))
      .map(([, text]) => withoutComments(text))
      .join('\n')
    expect(assumptionIds.filter((id) => !code.includes(`assume('${id}')`))).toEqual([])
  })
})

describe('the dashboard', () => {
  const clock = 'dashboard/state/time.ts'

  it.each([
    ['time', /\bDate\.now\b|\bnew Date\(|\bperformance\.now\b/, [clock]],
    ['timers', /\bset(?:Timeout|Interval|Immediate)\b/, [clock]],
    ['randomness', /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/, []],
    ['markup in a text', /\b(?:inner|outer)HTML\b|\bdangerouslySetInnerHTML\b|\binsertAdjacentHTML\b/, []],
    ['code in a text', /\beval\(|\bnew Function\b|\bdocument\.write\b/, []],
  ])('has %s nowhere else', (_, pattern, allowed: readonly string[]) => {
    const files = filesWith(pattern, sources).filter((file) => roomOf(file) === 'dashboard')
    expect(files.filter((file) => !allowed.includes(file))).toEqual([])
  })
})

describe('the public API', () => {
  /** Names that index.ts exports, each with the file that declares it. */
  const exported = [
    ...(sources.get('index.ts') ?? '').matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']+)'/g),
  ].flatMap(([, names = '', file = '']) =>
    names
      .split(',')
      .map((name) => name.replace(/^\s*type /, '').trim())
      .filter((name) => name !== '')
      .map((name) => ({ name, file })),
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
