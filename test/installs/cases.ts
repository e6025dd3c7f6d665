import { page } from '../docs/page.ts'

/** How a command ends, and in one word why that is right. */
interface Expected {
  readonly word: string
  /** Any, if it is left out. */
  readonly code?: number
  readonly output: RegExp
}

/** One install: the packages beside ours, and the command to run. */
export interface Case {
  readonly name: string
  /** Packages with their versions. */
  readonly packages: readonly string[]
  /** The kind of its JavaScript files. */
  readonly type: 'commonjs' | 'module'
  /** Files of `suites/`. */
  readonly files: readonly string[]
  /** More files, by name. */
  readonly texts?: Readonly<Record<string, string>>
  /** A program and its arguments. */
  readonly command: readonly [string, ...string[]]
  readonly environment?: Readonly<Record<string, string>>
  /** The end of the command. Without it, the files hold the promises of a runner, and it runs twice beside a fake. */
  readonly expected?: Expected
}

/** A case with the timers of Node, and one in which each test holds them. */
const withTimers = (one: Case): readonly Case[] => [
  one,
  { ...one, name: `${one.name}, fake timers`, environment: { ...one.environment, FAKE_TIMERS: '1' } },
]

/** Pages by name. Before 20, the fetch of happy-dom drops `Authorization` across origins; jsdom 27 and later refuse some Node 20. */
const pages = ['jsdom@26.1.0', 'happy-dom@20.14.6'] as const

const vitest = (version: string): readonly Case[] =>
  ['node', 'jsdom', 'happy-dom'].flatMap((environment) =>
    withTimers({
      name: `vitest ${version}, ${environment}`,
      packages: [`vitest@${version}`, ...pages],
      type: 'module',
      files: ['promises.cjs', 'vitest.test.js'],
      command: ['node', 'node_modules/vitest/vitest.mjs', 'run', `--environment=${environment}`],
    }),
  )

const playwright = (version: string): Case => ({
  name: `playwright ${version}`,
  packages: [`@playwright/test@${version}`],
  type: 'module',
  files: ['promises.cjs', 'playwright.spec.js'],
  command: ['node', 'node_modules/@playwright/test/cli.js', 'test', '--reporter=line'],
})

/** By itself, jsdom has no globals of Node in Jest: `jest-fixed-jsdom` adds them. */
const jest = (version: string, type: Case['type']): readonly Case[] =>
  ['node', 'jest-fixed-jsdom', '@happy-dom/jest-environment'].flatMap((environment) =>
    withTimers({
      name: `jest ${version}, ${type}, ${environment}`,
      packages: [
        `jest@${version}`,
        `jest-environment-jsdom@${version}`,
        'jest-fixed-jsdom@0.0.11',
        '@happy-dom/jest-environment@20.14.5',
      ],
      type,
      files: ['promises.cjs', `jest-${type}.test.js`],
      command: ['node', 'node_modules/jest/bin/jest.js', `--env=${environment}`],
      ...(type === 'module' ? { environment: { NODE_OPTIONS: '--experimental-vm-modules' } } : {}),
    }),
  )

const jestSample = (version: string): Case => ({
  name: `jest ${version}, docs/test-runners.md`,
  packages: [`jest@${version}`],
  type: 'commonjs',
  files: [],
  command: ['node', 'node_modules/jest/bin/jest.js'],
  texts: {
    'sample.test.js': page('docs/test-runners.md').blocks.find(({ heading }) => heading === 'Jest')?.code ?? '',
  },
  expected: { word: 'passes', code: 0, output: /^Tests: +3 passed, 3 total$/m },
})

const nodeTest = (file: string): Case => ({
  name: `node ${process.versions.node}, ${file}`,
  packages: [],
  type: 'commonjs',
  files: ['promises.cjs', file],
  command: ['node', '--test', file],
})

const msw = (version: string): Case => ({
  name: `msw ${version}`,
  packages: [`msw@${version}`],
  type: 'module',
  files: ['msw.mjs'],
  command: ['node', 'msw.mjs'],
  expected: { word: 'answers', code: 0, output: /^answers: \/v1\/cloud\/resources\?page=2&limit=3 TypeError$/m },
})

/** The output of a compiler without an error, but for those in declarations of other packages. */
const noneOfOurs = /(?<![^])(?![^]*^(?!node_modules\/(?!cloudsec-fake\/)).*error TS)/m

/** `test/packed/types.test.ts` has newer ways to find modules. */
const typeScript: Case = {
  name: 'typescript 5.9.3, node10',
  packages: ['typescript@5.9.3', '@types/node@20.19.43', 'vitest@4.1.12', 'msw@2.15.0', '@playwright/test@1.65.1'],
  type: 'commonjs',
  files: ['types.ts', 'vitest-types.mts'],
  texts: {
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        module: 'commonjs',
        moduleResolution: 'node10',
        strict: true,
        skipLibCheck: false,
        noEmit: true,
      },
    }),
  },
  command: ['node', 'node_modules/typescript/bin/tsc'],
  expected: { word: 'types', output: noneOfOurs },
}

/** Runners that are too old for the helpers leave the command line as it is. */
const tooOld: Case = {
  name: 'vitest 0.34, playwright 1.20, jest 27',
  packages: ['vitest@0.34.6', '@playwright/test@1.20.0', 'jest@27.5.1'],
  type: 'commonjs',
  files: [],
  command: ['node', 'node_modules/cloudsec-fake/dist/cli/main.cjs', 'exec', '--', 'node', '-p', '"a fake runs"'],
  expected: { word: 'command line', code: 0, output: /^a fake runs$/m },
}

/** The oldest and the newest version of each runner that the helpers work with. */
export const cases: readonly Case[] = [
  ...['1.0.0', '2.0.0', '3.0.0', '4.0.18', '4.1.12'].flatMap(vitest),
  ...['1.40.0', '1.65.1'].map(playwright),
  ...['29.0.0', '30.5.2'].flatMap((version) => [...jest(version, 'commonjs'), ...jest(version, 'module')]),
  jestSample('30.5.2'),
  nodeTest('node-commonjs.test.cjs'),
  nodeTest('node-module.test.mjs'),
  msw('2.0.0'),
  msw('2.15.0'),
  typeScript,
  tooOld,
]
